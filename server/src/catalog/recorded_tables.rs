//! The tables whose rows the audit log can restore.

use super::{
    admission::{chains, new_city},
    entities::{
        article_category, boost, city, claim, former_slug, shop, shop_source, site, site_page,
        suggestion,
    },
    merging, stories, story_photos,
    writing::RecordedTable,
};
use crate::platform::sessions::person;

/// The tables of the catalog and of people; rooms add their own.
#[must_use]
pub fn all() -> Vec<RecordedTable> {
    let mut tables = vec![
        RecordedTable::of::<shop::Model>(),
        RecordedTable::of::<city::Model>(),
        stories::recorded_table(),
        story_photos::recorded_table(),
        RecordedTable::of::<boost::Model>(),
        RecordedTable::of::<claim::Model>(),
        RecordedTable::of::<article_category::Model>(),
        RecordedTable::of::<person::Model>(),
        RecordedTable::of::<site::Model>(),
        RecordedTable::of::<site_page::Model>(),
        RecordedTable::of::<former_slug::Model>(),
        RecordedTable::of::<shop_source::Model>(),
        RecordedTable::of::<suggestion::Model>(),
        chains::recorded_table(),
        new_city::recorded_table(),
    ];
    tables.extend(merging::recorded_tables());
    tables
}
