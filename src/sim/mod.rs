//! Many games in parallel, tallied; one random stream per trial.
