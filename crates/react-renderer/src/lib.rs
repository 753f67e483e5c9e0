//! react-renderer
