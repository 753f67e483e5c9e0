//! The schema's history. Files are only added, never changed: released migrations have already run on someone's data.

mod m0001_directory;
mod m0002_boosts_and_stories;
mod m0003_keys;
mod m0004_votes;
mod m0005_jobs_and_outbox;
mod m0006_newsletter;
mod m0007_articles;
mod m0008_events;
mod m0009_review_queue;
mod m0010_refusals;
mod m0011_change_feed_beginning;
mod m0012_sessions;
mod m0013_photos;
mod m0014_listings_and_claims;
mod m0015_boost_ledger;
mod m0016_hours_confirmed;
mod m0017_articles_in_the_panel;
mod m0017_figures;
mod m0017_list_pause;
mod m0020_boost_figures_and_links;
mod m0021_hours_questions;
mod m0022_suggestions;
mod m0025_administrators_lists;
mod m0026_marks_and_nodes;
mod m0027_job_progress;
mod m0028_votes_of_networks;
mod m0029_review_numbers;
mod m0030_origins;
mod m0031_expansion;
mod m0032_shop_runs;
mod m0033_place_data;
mod m0034_public_subjects;
mod m0035_boost_promises;
mod m0036_transfer_names;
mod m0037_schema_release;
mod m0038_upload_bytes;
mod m0039_imports;
mod m0040_import_files;
mod m0041_replaced_links;
mod m0042_listing_forms;
mod m0043_checkout_counts;
mod m0045_other_names;
mod m0047_runs;
mod m0048_enhancement_runs;
mod m0049_imports_runs;
mod m0050_run_pauses;
mod m0052_mail_expiry;
mod m0053_worklist;
mod m0054_certificates;
mod m0055_claim_proofs;
mod m0057_parts_of_acts;
mod m0058_node_states;
mod m0059_bulk_edits;
mod m0060_hours_answers;
mod m0061_confirmations;
mod m0062_managers;
mod m0063_monthly_letters;
mod m0064_waiting_results;
mod m0065_address_changes;
mod m0066_further_facts;
mod m0067_photo_crops;
mod m0069_fetched_states;
mod m0072_site;
mod m0073_site_pages;
mod m0074_look;
mod m0075_logo;
mod m0076_administrators;
mod m0080_logo_pictures;
mod m0081_formats;
mod m0085_kept_results;
mod m0086_claims_and_refunds;
mod m0087_time_zones;

use sea_orm_migration::{MigrationTrait, MigratorTrait, async_trait};

/// All migrations, in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_directory::Migration),
            Box::new(m0002_boosts_and_stories::Migration),
            Box::new(m0003_keys::Migration),
            Box::new(m0004_votes::Migration),
            Box::new(m0005_jobs_and_outbox::Migration),
            Box::new(m0006_newsletter::Migration),
            Box::new(m0008_events::Migration),
            Box::new(m0009_review_queue::Migration),
            Box::new(m0007_articles::Migration),
            Box::new(m0010_refusals::Migration),
            Box::new(m0011_change_feed_beginning::Migration),
            Box::new(m0012_sessions::Migration),
            Box::new(m0013_photos::Migration),
            Box::new(m0014_listings_and_claims::Migration),
            Box::new(m0015_boost_ledger::Migration),
            Box::new(m0016_hours_confirmed::Migration),
            Box::new(m0017_articles_in_the_panel::Migration),
            Box::new(m0017_figures::Migration),
            Box::new(m0017_list_pause::Migration),
            Box::new(m0020_boost_figures_and_links::Migration),
            Box::new(m0021_hours_questions::Migration),
            Box::new(m0022_suggestions::Migration),
            Box::new(m0025_administrators_lists::Migration),
            Box::new(m0026_marks_and_nodes::Migration),
            Box::new(m0027_job_progress::Migration),
            Box::new(m0028_votes_of_networks::Migration),
            Box::new(m0029_review_numbers::Migration),
            Box::new(m0030_origins::Migration),
            Box::new(m0031_expansion::Migration),
            Box::new(m0032_shop_runs::Migration),
            Box::new(m0033_place_data::Migration),
            Box::new(m0034_public_subjects::Migration),
            Box::new(m0035_boost_promises::Migration),
            Box::new(m0036_transfer_names::Migration),
            Box::new(m0037_schema_release::Migration),
            Box::new(m0038_upload_bytes::Migration),
            Box::new(m0039_imports::Migration),
            Box::new(m0040_import_files::Migration),
            Box::new(m0041_replaced_links::Migration),
            Box::new(m0042_listing_forms::Migration),
            Box::new(m0043_checkout_counts::Migration),
            Box::new(m0047_runs::Migration),
            Box::new(m0048_enhancement_runs::Migration),
            Box::new(m0049_imports_runs::Migration),
            Box::new(m0045_other_names::Migration),
            Box::new(m0050_run_pauses::Migration),
            Box::new(m0064_waiting_results::Migration),
            Box::new(m0061_confirmations::Migration),
            Box::new(m0052_mail_expiry::Migration),
            Box::new(m0054_certificates::Migration),
            Box::new(m0059_bulk_edits::Migration),
            Box::new(m0058_node_states::Migration),
            Box::new(m0053_worklist::Migration),
            Box::new(m0055_claim_proofs::Migration),
            Box::new(m0060_hours_answers::Migration),
            Box::new(m0062_managers::Migration),
            Box::new(m0057_parts_of_acts::Migration),
            Box::new(m0063_monthly_letters::Migration),
            Box::new(m0065_address_changes::Migration),
            Box::new(m0066_further_facts::Migration),
            Box::new(m0067_photo_crops::Migration),
            Box::new(m0069_fetched_states::Migration),
            Box::new(m0072_site::Migration),
            Box::new(m0073_site_pages::Migration),
            Box::new(m0074_look::Migration),
            Box::new(m0075_logo::Migration),
            Box::new(m0076_administrators::Migration),
            Box::new(m0080_logo_pictures::Migration),
            Box::new(m0081_formats::Migration),
            Box::new(m0085_kept_results::Migration),
            Box::new(m0086_claims_and_refunds::Migration),
            Box::new(m0087_time_zones::Migration),
        ]
    }
}
