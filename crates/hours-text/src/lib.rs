//! hours-text
