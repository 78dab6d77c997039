//! Checks reckoned by hand, shortly and with reasons.
