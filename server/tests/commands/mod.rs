//! The program itself, run as an operator runs it: refusals that say what to do and leave nothing half-done, imports of
//! bad files, and orderly ends.

mod admin;
mod backup;
mod claims;
mod connections;
mod damage;
mod decisions;
mod disk;
mod files;
mod import_lists;
mod imports;
mod kills;
mod log;
mod loss;
mod outages;
mod payments;
mod refusals;
mod review;
mod slow_clients;
mod stopping;
