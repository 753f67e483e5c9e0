//! One room per capability. A room imports the catalog and the platform, never another room.

pub mod cities;
pub mod demo;
pub mod imports;
pub mod search;
pub mod shops;
pub mod site;
pub mod stories;
