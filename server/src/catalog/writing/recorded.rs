//! Rows written by acts: finding, comparing, recording and restoring them.

use chrono::{DateTime, Utc};
use sea_orm::{EntityTrait, FromQueryResult, IntoActiveModel, ModelTrait};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    catalog::{
        Change, Kind,
        entities::{
            article, article_category, boost, city, claim, former_slug,
            photo::{self, OwnerKind},
            shop, shop_source, site, site_page, story, suggestion,
        },
        foursquare_content, photos,
    },
    platform::{
        error::{Error, Result},
        sessions::person,
    },
};

/// A row that another one belongs to. Without it, an undo doesn't bring the other one back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    City(Uuid),
    Shop(Uuid),
    Story(Uuid),
}

/// A row of a table that acts write.
pub trait Recorded:
    ModelTrait<Entity = Self::Rows>
    + FromQueryResult
    + IntoActiveModel<<Self::Rows as EntityTrait>::ActiveModel>
    + Clone
    + PartialEq
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// The table's entity.
    type Rows: EntityTrait<Model = Self, ActiveModel: Send>;
    /// The table's name in the audit log.
    const TABLE: &'static str;

    /// The ID column.
    fn key_column() -> <Self::Rows as EntityTrait>::Column;
    /// The ID.
    fn key(&self) -> Uuid;
    /// The changes to report when the row changes.
    fn changes(&self) -> Vec<Change>;
    /// What the row belongs to, which must be there when an undo brings the row back.
    fn parent(&self) -> Option<Parent>;
    /// Sets version and modification time of a row that was `before`.
    fn stamp(&mut self, before: &Self, now: DateTime<Utc>);
    /// Sets what follows from other columns. Each write does, an undo's too: an older release's image may say otherwise.
    fn derive(&mut self) {}
    /// The row with the version, modification time and counts of `other`; the rest is what people wrote.
    #[must_use]
    fn stamped_like(self, other: &Self) -> Self;

    /// Whether both have the same content, ignoring versions.
    fn is_same(&self, other: &Self) -> bool {
        self.clone().stamped_like(other) == *other
    }

    /// The row without what may be kept for a limited time only.
    #[must_use]
    fn lasting(&self) -> Self {
        self.clone()
    }

    /// The row to restore, with what [`Recorded::lasting`] leaves out of the current one.
    #[must_use]
    fn with_content_of(self, now: &Self) -> Self {
        let _ = now;
        self
    }

    /// Where its images hold a person's data.
    const PERSONAL: PersonalColumns;

    /// The row as recorded in the audit log.
    fn image(&self) -> Result<Value> {
        serde_json::to_value(self.lasting()).map_err(|error| {
            Error::Internal(format!("a row of {} is no JSON: {error}", Self::TABLE))
        })
    }
}

/// The columns of a table that hold a person's data, for erasing it from the audit log.
#[derive(Clone, Copy, Debug)]
pub struct PersonalColumns {
    /// Columns with the person's ID or email address: they say whose data the row holds.
    pub whose: &'static [&'static str],
    /// Columns to erase in that person's rows.
    pub columns: &'static [&'static str],
    /// Columns to empty in that person's rows, as their erasure does.
    pub emptied: &'static [&'static str],
    /// Columns with the ID of somebody who has the row, or with the address that it shows: emptied where it is the person's, so
    /// that no undo gives the row back to somebody who is gone, or shows an address again.
    pub links: &'static [&'static str],
}

impl PersonalColumns {
    /// For tables without personal data.
    pub const NONE: Self = Self {
        whose: &[],
        columns: &[],
        emptied: &[],
        links: &[],
    };
}

/// Implements [`Recorded`] for the model of an entity with the key column `id`. `stamps` are set by each write,
/// `counts` are maintained elsewhere; neither is part of what people wrote. `derives` is [`Recorded::derive`]; its columns are
/// `kept`, too. `expires` names the functions behind [`Recorded::lasting`] and [`Recorded::with_content_of`], for rows with
/// content that may be kept for a limited time only. `personal`, `emptied` and `links` list [`Recorded::PERSONAL`]'s columns.
///
/// ```ignore
/// recorded!(entity, "claims",
///     parent: |row| Some(Parent::Shop(row.shop_id)),
///     changes: |row| vec![(Kind::Shop, row.shop_id)],
///     stamp: |row, before, now| { row.updated_at = now; },
///     kept: [updated_at]);
/// ```
#[macro_export]
macro_rules! recorded {
    ($module:path, $table:literal, parent: |$child:ident| $parent:expr,
        changes: |$row:ident| $changes:expr,
        stamp: |$stamped:ident, $before:ident, $now:ident| $stamp:block, kept: [$($kept:ident),*]
        $(, derives: |$derived:ident| $derive:block)?
        $(, expires: ($lasting:path, $put_back:path))?
        $(, personal: [$($whose:literal),+] => [$($personal:literal),+])?
        $(, emptied: [$($emptied:literal),+])?
        $(, links: [$($link:literal),+])?) => {
        const _: () = {
            use $module as module;

            impl $crate::catalog::writing::Recorded for module::Model {
                type Rows = module::Entity;
                const TABLE: &'static str = $table;
                const PERSONAL: $crate::catalog::writing::PersonalColumns =
                    $crate::catalog::writing::PersonalColumns {
                        whose: &[$($($whose),+)?],
                        columns: &[$($($personal),+)?],
                        emptied: &[$($($emptied),+)?],
                        links: &[$($($link),+)?],
                    };

                fn key_column() -> module::Column {
                    module::Column::Id
                }

                fn key(&self) -> uuid::Uuid {
                    self.id
                }

                fn changes(&self) -> Vec<$crate::catalog::Change> {
                    let $row = self;
                    $changes
                }

                fn parent(&self) -> Option<$crate::catalog::writing::Parent> {
                    let $child = self;
                    $parent
                }

                fn stamp(&mut self, $before: &Self, $now: chrono::DateTime<chrono::Utc>) {
                    let $stamped = self;
                    $stamp
                }

                $(
                    fn derive(&mut self) {
                        let $derived = self;
                        $derive
                    }
                )?

                fn stamped_like(self, other: &Self) -> Self {
                    let _ = other;
                    Self {
                        $($kept: other.$kept.clone(),)*
                        ..self
                    }
                }

                $(
                    fn lasting(&self) -> Self {
                        $lasting(self)
                    }

                    fn with_content_of(self, now: &Self) -> Self {
                        $put_back(self, now)
                    }
                )?
            }
        };
    };
}

recorded!(shop, "shops",
    parent: |row| Some(Parent::City(row.city_id)),
    changes: |row| vec![(Kind::Shop, row.id)],
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.edition = before.edition + 1;
        row.upvote_count = before.upvote_count;
        row.updated_at = now;
        if row.website != before.website {
            row.website_since = Some(now);
        }
    },
    // The zone isn't read any more, and servers of the release before write what they think.
    kept: [version, edition, upvote_count, updated_at, website_since, time_zone],
    expires: (foursquare_content::lasting_shop, foursquare_content::shop_with_content),
    links: ["owner_id", "submitter_id", "public_email"]);

recorded!(city, "cities",
    parent: |_row| None,
    changes: |row| vec![(Kind::City, row.id)],
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.edition = before.edition + 1;
        row.updated_at = now;
    },
    // No act sets a zone: it is the place table's.
    kept: [version, edition, updated_at, time_zone]);

recorded!(story, "stories",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |row| vec![(Kind::Shop, row.shop_id)],
    stamp: |row, _before, now| { row.updated_at = now; },
    kept: [updated_at]);

recorded!(photo, "photos",
    parent: |row| parent_of_photo(row),
    changes: |row| photos::change_of(row).into_iter().collect(),
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.updated_at = now;
    },
    kept: [version, updated_at],
    expires: (foursquare_content::lasting_photo, foursquare_content::photo_with_content));

recorded!(boost, "boosts",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |row| vec![(Kind::Shop, row.shop_id)],
    stamp: |_row, _before, _now| {},
    kept: []);

recorded!(article, "articles",
    parent: |_row| None,
    changes: |row| vec![(Kind::Article, row.id)],
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.edition = before.edition + 1;
        row.view_count = before.view_count;
        row.updated_at = now;
    },
    kept: [version, edition, view_count, updated_at]);

recorded!(article_category, "article_categories",
    parent: |_row| None,
    changes: |row| vec![(Kind::Category, row.id)],
    stamp: |row, before, _now| { row.version = before.version + 1; },
    kept: [version]);

recorded!(site, "site",
    parent: |_row| None,
    changes: |row| vec![(Kind::Site, row.id)],
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.edition = before.edition + 1;
        row.updated_at = now;
    },
    kept: [version, edition, updated_at]);

recorded!(site_page, "site_pages",
    parent: |_row| None,
    changes: |row| vec![(Kind::Page, row.id)],
    stamp: |row, before, now| {
        row.version = before.version + 1;
        row.edition = before.edition + 1;
        row.updated_at = now;
    },
    kept: [version, edition, updated_at]);

recorded!(person, "people",
    parent: |_row| None,
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [],
    personal: ["id", "email"] => ["email", "address_hash", "name"]);

recorded!(claim, "claims",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [open_key, checked_website, website_checked_at, website_problem],
    derives: |row| { row.open_key = claim::held_key(row); },
    // The role stays in a decided claim, so it stays here.
    personal: ["person_id"] => ["owner_name"],
    emptied: ["owner_phone", "additional_info"]);

recorded!(former_slug, "former_slugs",
    parent: |row| parent_of_slug(row),
    changes: |row| former_slug::kind_of(row).map(|kind| (kind, row.target_id)).into_iter().collect(),
    stamp: |_row, _before, _now| {},
    kept: []);

recorded!(suggestion, "suggestions",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    // Reports that a shop has closed are counted on its page.
    changes: |row| (row.kind == suggestion::Kind::Closed).then_some((Kind::Shop, row.shop_id)).into_iter().collect(),
    stamp: |_row, _before, _now| {},
    kept: []);

recorded!(shop_source, "shop_sources",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);

fn parent_of_photo(row: &photo::Model) -> Option<Parent> {
    match row.owner_kind {
        OwnerKind::Shop => Some(Parent::Shop(row.owner_id)),
        OwnerKind::City => Some(Parent::City(row.owner_id)),
        OwnerKind::Story => Some(Parent::Story(row.owner_id)),
        // The undo of an article's removal brings the pictures back before the article.
        OwnerKind::Article => None,
    }
}

/// Whose address it was. A removed article keeps its own, so that an import doesn't add it again.
fn parent_of_slug(row: &former_slug::Model) -> Option<Parent> {
    match former_slug::kind_of(row)? {
        Kind::Shop => Some(Parent::Shop(row.target_id)),
        Kind::City => Some(Parent::City(row.target_id)),
        Kind::Article | Kind::Category | Kind::Site | Kind::Page => None,
    }
}
