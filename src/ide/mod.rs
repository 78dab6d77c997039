//! What stands at this position, as plain data.
