//! Towns: the directory, one town, its shops and its facts.
//!
//! A town is in the directory while it has a published shop or was made by the administrator (D34). Lists stand in the
//! order of D19: towns by state, then by name; a town's shops boosted first, then in the community's order (D15).

mod facts;
pub mod routes;

pub use facts::{CityFacts, Neighbour, NewestShop, OpenFirst};
