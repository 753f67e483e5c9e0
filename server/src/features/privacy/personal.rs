//! People, their sessions and codes, and their ties to shops.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    catalog::{
        Kind,
        entities::{
            audit::entry,
            shop,
            story::{self, Status},
        },
        people,
        writing::Act,
    },
    features::{Erased, PersonalData, Services},
    platform::{
        codes,
        error::Result,
        sessions::{self, person, session},
    },
};

/// This room's personal data, with the person's row last.
pub(super) fn all() -> Vec<PersonalData> {
    vec![STORIES, SHOPS, ACTS, SESSIONS, CODES, PERSON]
}

const STORIES: PersonalData = PersonalData {
    name: "stories",
    export: |services, whose| {
        Box::pin(async move {
            let shops = shops_of(services, whose.person).await?;
            let stories = story::Entity::find()
                .filter(story::Column::ShopId.is_in(acted_for(&shops, whose.person)))
                .order_by_asc(story::Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let stories = stories.into_iter().map(|row| json!(row));
            Ok(stories.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            let shops = acted_for(&rows_of(act, person).await?, whose.person);
            let removed = story::Entity::delete_many()
                .filter(story::Column::ShopId.is_in(shops.iter().copied()))
                .filter(story::Column::Status.ne(Status::Approved))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: removed.rows_affected,
                kept: (!shops.is_empty()).then_some("Published shop stories, which name no one."),
            })
        })
    },
};

const SHOPS: PersonalData = PersonalData {
    name: "shops",
    export: |services, whose| {
        Box::pin(async move {
            let shown_on = shown_on(services.database.reads(), &whose.address.key()).await?;
            let shops = shops_of(services, whose.person).await?;
            let shops = shops.into_iter().map(|row| {
                let role = if row.owner_id == whose.person {
                    "owner"
                } else {
                    "submitter"
                };
                json!({ "id": row.id, "slug": row.slug, "name": row.name, "role": role })
            });
            let shown_on = shown_on.into_iter().map(|row| {
                let role = "address on the page";
                json!({ "id": row.id, "slug": row.slug, "name": row.name, "role": role })
            });
            Ok(shops.chain(shown_on).collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let published = unpublish(act, &whose.address.key()).await?;
            let Some(person) = whose.person else {
                return Ok(Erased {
                    count: published,
                    kept: None,
                });
            };
            let shops = rows_of(act, person).await?;
            for column in [shop::Column::OwnerId, shop::Column::SubmitterId] {
                shop::Entity::update_many()
                    .col_expr(column, Expr::value(None::<Uuid>))
                    .col_expr(
                        shop::Column::Version,
                        Expr::col(shop::Column::Version).add(1),
                    )
                    .col_expr(
                        shop::Column::Edition,
                        Expr::col(shop::Column::Edition).add(1),
                    )
                    .filter(column.eq(person))
                    .exec(act.transaction())
                    .await?;
            }
            for row in &shops {
                act.touch((Kind::Shop, row.id));
            }
            Ok(Erased {
                count: published + shops.len() as u64,
                kept: (!shops.is_empty())
                    .then_some("Shop listings, which now have no owner and can be claimed again."),
            })
        })
    },
};

/// The shops whose pages show this address.
async fn shown_on(connection: &impl ConnectionTrait, address: &str) -> Result<Vec<shop::Model>> {
    let shops = shop::Entity::find().filter(shop::Column::PublicEmail.eq(address));
    Ok(shops.all(connection).await?)
}

/// Takes the address from the pages that show it. Returns their number.
async fn unpublish(act: &Act<'_>, address: &str) -> Result<u64> {
    let rows = shown_on(act.transaction(), address).await?;
    for row in &rows {
        shop::Entity::update_many()
            .col_expr(shop::Column::PublicEmail, Expr::value(None::<String>))
            .col_expr(
                shop::Column::Version,
                Expr::col(shop::Column::Version).add(1),
            )
            .col_expr(
                shop::Column::Edition,
                Expr::col(shop::Column::Edition).add(1),
            )
            .filter(shop::Column::Id.eq(row.id))
            .exec(act.transaction())
            .await?;
        act.touch((Kind::Shop, row.id));
    }
    Ok(rows.len() as u64)
}

const ACTS: PersonalData = PersonalData {
    name: "acts",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = entry::Entity::find()
                .filter(entry::Column::ActorKind.eq(entry::ActorKind::Person))
                .filter(entry::Column::ActorId.eq(person))
                .order_by_asc(entry::Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let acts = rows.into_iter().map(|row| {
                json!({
                    "action": row.action,
                    "subject": row.subject_label,
                    "note": row.note,
                    "at": row.created_at,
                })
            });
            Ok(acts.collect())
        })
    },
    // The log keeps the acts without the name; it is cleaned before the rooms are called.
    erase: |_, _, _| Box::pin(async { Ok(Erased::default()) }),
};

const SESSIONS: PersonalData = PersonalData {
    name: "sessions",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = session::Entity::find()
                .filter(session::Column::PersonId.eq(person))
                .order_by_asc(session::Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let sessions = rows.into_iter().map(|row| {
                json!({
                    "device": row.device,
                    "createdAt": row.created_at,
                    "lastSeenAt": row.last_seen_at,
                    "expiresAt": row.expires_at,
                })
            });
            Ok(sessions.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            let ended = session::Entity::delete_many()
                .filter(session::Column::PersonId.eq(person))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: ended.rows_affected,
                kept: None,
            })
        })
    },
};

const CODES: PersonalData = PersonalData {
    name: "codes",
    export: |services, whose| {
        Box::pin(async move {
            let hash = sessions::address_hash(&services.keys, &whose.address);
            let issued = codes::issued_to(services.database.reads(), &hash).await?;
            let issued = issued.into_iter().map(|(purpose, at)| {
                let record: Value = json!({ "purpose": purpose, "issuedAt": at });
                record
            });
            Ok(issued.collect())
        })
    },
    erase: |services, act, whose| {
        Box::pin(async move {
            let hash = sessions::address_hash(&services.keys, &whose.address);
            let count = codes::forget_address(act.transaction(), &hash).await?;
            Ok(Erased { count, kept: None })
        })
    },
};

const PERSON: PersonalData = PersonalData {
    name: "person",
    export: |services, whose| {
        Box::pin(async move {
            let Some(id) = whose.person else {
                return Ok(Vec::new());
            };
            let row = sessions::find_person(services.database.reads(), id).await?;
            let record = row.map(|row| {
                json!({
                    "id": row.id,
                    "email": row.email,
                    "name": row.name,
                    "confirmedAt": row.confirmed_at,
                    "createdAt": row.created_at,
                })
            });
            Ok(record.into_iter().collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(id) = whose.person else {
                return Ok(Erased::default());
            };
            let removed = person::Entity::delete_by_id(id)
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: removed.rows_affected,
                kept: None,
            })
        })
    },
};

async fn shops_of(services: &Services, person: Option<Uuid>) -> Result<Vec<shop::Model>> {
    let Some(person) = person else {
        return Ok(Vec::new());
    };
    let shops = shop::Entity::find().filter(is_of(person));
    Ok(shops.all(services.database.reads()).await?)
}

async fn rows_of(act: &Act<'_>, person: Uuid) -> Result<Vec<shop::Model>> {
    let shops = shop::Entity::find().filter(is_of(person)).lock_exclusive();
    Ok(shops.all(act.transaction()).await?)
}

/// The shops that this person may act for: the stories of a shop that someone else owns by now are that owner's.
fn acted_for(shops: &[shop::Model], person: Option<Uuid>) -> Vec<Uuid> {
    let is_theirs =
        |row: &&shop::Model| person.is_some_and(|person| people::role_of(row, person).is_some());
    shops.iter().filter(is_theirs).map(|row| row.id).collect()
}

fn is_of(person: Uuid) -> sea_orm::Condition {
    sea_orm::Condition::any()
        .add(shop::Column::OwnerId.eq(person))
        .add(shop::Column::SubmitterId.eq(person))
}
