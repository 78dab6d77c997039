//! Read until the input is whole, evaluate, print; history, completion.
