//! One room per capability. Rooms import the catalog and the platform, but never each other; everything that a room contributes
//! (reads, documents, routes, jobs, emails, workers, its part of the API) is in its own `ROOM`, and [`crate::rooms`] lists them.

pub mod access;
pub mod admin_login;
pub mod administration;
pub mod ai_texts;
pub mod all_rooms;
pub mod analytics;
pub mod backups;
pub mod blog;
pub mod boosts;
pub mod certificates;
pub mod chains;
pub mod cities;
pub mod city_images;
pub mod claims;
pub mod confirmations;
pub mod demo;
pub mod feeds;
pub mod foursquare;
pub mod freshness;
pub mod gallery;
pub mod geo;
pub mod imports;
pub mod listings;
pub mod managers;
pub mod newsletter;
pub mod operator;
pub mod outbox;
pub mod photos;
pub mod pictures;
pub mod places;
pub mod privacy;
pub mod robots;
pub mod room;
pub mod search;
pub mod services;
pub mod shop_images;
pub mod shops;
pub mod sign_in;
pub mod site;
pub mod sitemap;
pub mod spots;
pub mod stories;
pub mod suggestions;
pub mod trip;
pub mod votes;
pub mod your_shop;

pub use all_rooms::AllRooms;
pub use room::{
    DataSubject, DocumentParts, ERASED, Erased, Figures, Health, HealthLines, KeptLines, Listed,
    MAX_WAITING, ReadParts, RetentionInfo, Waiting, WaitingCount, WaitingCounts, WaitingItems,
    WaitingRecord,
};
pub use services::{PersonalData, Room, Services};
