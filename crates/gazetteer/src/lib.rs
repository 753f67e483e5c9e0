#![doc = include_str!("../README.md")]

mod address;
mod bare_point;
mod gazetteer;
mod geometry;
mod names;
mod quarters;
mod resolve;
mod rows;
mod states;
mod tables;
mod towns;

pub use gazetteer::Gazetteer;
pub use geometry::{EARTH_RADIUS_MILES, distance_miles};
pub use names::{fold_place_name, letters, other_spellings, slugify};
pub use states::State;
pub use tables::{County, Place, PlaceKind, ZipArea, ZipKind};
pub use towns::{FoundBy, NoTown, Town, TownQuery};
