//! Pools, keeps, exact distributions, and the source of every random number.
