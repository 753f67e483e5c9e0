//! What a bulk edit would change, before anything is written.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    changes::{BulkField, FIELDS},
    entity::Chosen,
};
use crate::{
    catalog::{View, entities::shop},
    features::administration::{
        answers::AdminShop,
        shops::{Asked, ShopEdit},
    },
    platform::error::{Error, Result},
};

/// How many shops a preview shows one by one.
const SHOWN: usize = 50;
/// How many of a field's present values it counts one by one.
const VALUES: usize = 8;

/// What a bulk edit would change.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// For applying it, within a day; `null` if it would change nothing.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// Chosen shops that aren't deleted.
    pub chosen: usize,
    /// How many of them would change.
    pub changing: usize,
    /// The fields that would change.
    pub fields: Vec<BulkFieldChange>,
    /// The first 50 shops that would change.
    pub shops: Vec<BulkShopChange>,
}

/// A field in a bulk edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkFieldChange {
    /// As in the changes, such as `hasWifi`.
    pub name: &'static str,
    /// The new value in words; `null` if it is cleared.
    #[schema(required)]
    pub after: Option<String>,
    /// How many shops would change.
    pub shops: usize,
    /// Their most frequent present values; at most 8.
    pub before: Vec<BulkValue>,
}

/// A present value of a field.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BulkValue {
    /// `null` if it has none.
    #[schema(required)]
    pub value: Option<String>,
    pub shops: usize,
}

/// A shop in a bulk edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkShopChange {
    pub id: Uuid,
    pub name: String,
    /// Such as `Alexandria, LA`.
    pub town: String,
    pub changes: Vec<BulkChange>,
}

/// One field of a shop, before and after.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkChange {
    pub name: &'static str,
    #[schema(required)]
    pub before: Option<String>,
    #[schema(required)]
    pub after: Option<String>,
}

/// What the edit means for one shop.
pub(super) fn asked_of(edit: &ShopEdit, row: &shop::Model, view: &View) -> Result<Asked> {
    let present = AdminShop::of(view, row.clone(), &[]);
    edit.against(&present, row, view)
}

/// A field's values before the edit, counted, and its value after it.
#[derive(Default)]
struct Tally {
    after: Option<String>,
    shops: usize,
    before: HashMap<Option<String>, usize>,
}

/// What the edit would do to `rows`, in their order, and the shops that it would change.
///
/// # Errors
///
/// [`Error::InvalidFields`] with what is wrong about each field.
pub(super) fn preview(
    edit: &ShopEdit,
    rows: &[shop::Model],
    (view, now): (&View, DateTime<Utc>),
) -> Result<(BulkPreview, Chosen)> {
    let mut answer = BulkPreview {
        chosen: rows.len(),
        ..BulkPreview::default()
    };
    let mut chosen = Chosen::default();
    let mut tallies: HashMap<&'static str, Tally> = HashMap::new();
    for row in rows {
        let asked = asked_of(edit, row, view)?;
        let there = now.with_timezone(&view.clocks(row));
        let after = match asked.patch.preview(row, there) {
            Ok(mut after) => {
                asked.listing.apply(&mut after, now);
                after
            }
            // It has too many special days for these hours: the run says so about this shop.
            Err(Error::Invalid { .. }) => {
                chosen.0.push((row.id, row.edition));
                continue;
            }
            Err(error) => return Err(error),
        };
        let changes = differences(row, &after);
        if changes.is_empty() {
            continue;
        }
        chosen.0.push((row.id, row.edition));
        for change in &changes {
            let tally = tallies.entry(change.name).or_default();
            tally.after.clone_from(&change.after);
            tally.shops += 1;
            *tally.before.entry(change.before.clone()).or_default() += 1;
        }
        if answer.shops.len() < SHOWN {
            answer.shops.push(shown(row, changes, view));
        }
    }
    answer.changing = chosen.0.len();
    answer.fields = FIELDS
        .iter()
        .filter_map(|field| Some(summed_up(field, tallies.remove(field.name)?)))
        .collect();
    Ok((answer, chosen))
}

fn differences(before: &shop::Model, after: &shop::Model) -> Vec<BulkChange> {
    let changed = FIELDS.iter().map(|field| BulkChange {
        name: field.name,
        before: (field.of)(before),
        after: (field.of)(after),
    });
    changed
        .filter(|change| change.before != change.after)
        .collect()
}

fn shown(row: &shop::Model, changes: Vec<BulkChange>, view: &View) -> BulkShopChange {
    let town = view.city(row.city_id);
    BulkShopChange {
        id: row.id,
        name: row.name.clone(),
        town: town.map_or_else(String::new, |town| {
            format!("{}, {}", town.city.name, town.city.state)
        }),
        changes,
    }
}

fn summed_up(field: &BulkField, tally: Tally) -> BulkFieldChange {
    let values = tally.before.into_iter();
    let mut before: Vec<BulkValue> = values
        .map(|(value, shops)| BulkValue { value, shops })
        .collect();
    before.sort_by(|one, other| (other.shops, &one.value).cmp(&(one.shops, &other.value)));
    before.truncate(VALUES);
    BulkFieldChange {
        name: field.name,
        after: tally.after,
        shops: tally.shops,
        before,
    }
}
