//! Where the visitor is (D21): their position told by the browser becomes a state and a town, their address a guess of
//! the position. Neither is stored, logged, or handed to anybody.

pub mod routes;

pub use routes::{reads, routes};
