//! Scripts: what they can do, what they cannot, and what is said when they fail.

mod ability;
mod cost;
mod failure;
mod lasting;
mod table;
mod toy;
