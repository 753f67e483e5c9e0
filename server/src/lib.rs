//! Townperk.
