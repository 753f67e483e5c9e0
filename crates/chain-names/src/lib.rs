//! chain-names
