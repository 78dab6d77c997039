//! What happened, in order: the log and its stored form.
