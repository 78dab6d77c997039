//! A modifier with its reason, and how modifiers stack.
