//! place-files
