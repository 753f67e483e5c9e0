//! The program as an operator runs it: refusals that say what to do and leave nothing half-done, imports of bad files,
//! and clean shutdowns.

mod admin;
mod areas;
mod backup;
mod certificates;
mod check;
mod claims;
mod clocks;
mod connections;
mod damage;
mod databases;
mod decisions;
mod demo;
mod disk;
mod failover;
mod faults;
mod files;
mod foreign_logs;
mod https;
mod import_lists;
mod import_turns;
mod imports;
mod kills;
mod log;
mod loss;
mod metrics;
mod operating;
mod outages;
mod payments;
mod poolers;
mod refusals;
mod review;
mod setup;
mod slow_clients;
mod stopping;
mod unfit_databases;
mod unix_sockets;

use sea_orm::{EntityTrait, PaginatorTrait};
use tempfile::TempDir;
use townperk::{catalog::entities::shop, platform::database::Database};

/// The number of shops.
async fn shops(database: &Database) -> u64 {
    shop::Entity::find().count(database.reads()).await.unwrap()
}

/// An installation on SQLite, for tests that don't depend on the engine.
fn home() -> TempDir {
    TempDir::new().unwrap()
}
