//! A resolved expression and its surroundings to a value.
