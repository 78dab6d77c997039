//! A roll against a number or another roll: margin and degree.
