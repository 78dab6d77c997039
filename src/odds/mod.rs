//! Every roll of a check enumerated into an exact distribution.
