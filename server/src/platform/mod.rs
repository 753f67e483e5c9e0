//! What the rest stands on and what knows nothing of shops: time, chance, settings, the database, logs.

pub mod address_places;
pub mod arguments;
pub mod background;
pub mod backup;
pub mod clock;
pub mod codes;
pub mod cpu;
pub mod data_folder;
pub mod database;
pub mod error;
pub mod event_counts;
pub mod identifiers;
pub mod jobs;
pub mod keys;
pub mod limits;
pub mod limits_shared;
pub mod mail;
pub mod markdown;
pub mod markup;
pub mod metrics;
pub mod passwords;
pub mod sessions;
pub mod settings;
pub mod signals;
pub mod telemetry;
pub mod web;
