//! The Luau sandbox: limits, the table of functions, errors traced to their line.
