//! What people did to an invented shop goes with it, and what they did to another one stays.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait, EntityTrait, PaginatorTrait, Set, Statement,
    sea_query::{Alias, Query},
};
use serde_json::{Value, json};
use townperk::{
    catalog::{
        entities::{photo, shop, suggestion_sender},
        photos::{self, Owner},
        shop_runs::{self, ShopOutcome},
    },
    features::{
        demo::clear,
        imports::entity::review_item::{self, Status},
    },
    platform::{photo_files::address_of, sessions::person},
};
use uuid::Uuid;

use crate::support::{TestApp, Visitor};

/// Tables with a column for a shop, in which [`use_shop`] leaves a row.
const OF_SHOPS: [&str; 12] = [
    "admin_requests",
    "boosts",
    "claims",
    "fact_answers",
    "hand_overs",
    "network_votes",
    "review_items",
    "shop_managers",
    "shop_run_results",
    "shop_sources",
    "stories",
    "suggestions",
];
/// Those whose rows the database itself removes with their shop, and the two that other tests have: purchases (`boosts`),
/// listings (below).
const OTHERS: [&str; 6] = [
    "boost_purchases",
    "hours_questions",
    "listings",
    "monthly_letters",
    "votes",
    "worklist_pauses",
];

/// All that visitors, an owner, the administrator, a run and an import may do to a shop.
async fn use_shop(app: &TestApp, shop: &shop::Model) {
    let path = |what: &str| format!("/api/coffee-shops/{}/{what}", shop.slug);
    let visitor = app.visitor();
    let claim = json!({
        "ownerName": "Jo Doe",
        "ownerEmail": "jo@mail.example",
        "businessRole": "Owner",
        "verificationMethod": "email",
        "ownerDescription": "Ours since 1998."
    });
    visitor.post(&path("claim"), &claim).await.expect(201);
    let suggestion = json!({ "kind": "closed" });
    let sent = visitor.post(&path("suggestions"), &suggestion).await;
    sent.expect(202);
    let answer = json!({ "fact": "hours", "yes": true });
    visitor.post(&path("answers"), &answer).await.expect(200);
    let voted = visitor.post(&path("upvote"), &json!({})).await;
    voted.expect(200);
    let takedown = json!({
        "shop": shop.slug,
        "reason": "closed",
        "details": "We closed in May.",
        "email": "jo@mail.example"
    });
    let asked = visitor.post("/api/takedown-requests", &takedown).await;
    asked.expect(202);

    let owner = app.owner_of(shop).await;
    let story = json!({ "prompt1Response": "The river." });
    let told = owner.post(&path("local-vibes"), &story).await.expect(200);
    let story: Uuid = told.json()["id"].as_str().unwrap().parse().unwrap();
    let managers = format!("/api/your-shop/{}/managers", shop.slug);
    let manager = json!({ "email": "kay@mail.example" });
    owner.post(&managers, &manager).await.expect(201);
    let next = json!({ "email": "next@mail.example", "name": "Nell Next" });
    let begun = owner.post(&path("ownership/hand-over"), &next).await;
    begun.expect(202);
    app.stored_photo(Owner::Shop(shop.id)).await;
    app.boost(shop.id).await;
    app.stored_photo(Owner::Story(story, shop.id)).await;
    super::add_source(app, shop.id, &format!("node/{}", shop.slug)).await;
    add_result_and_answer(app, shop).await;
}

async fn add_result_and_answer(app: &TestApp, shop: &shop::Model) {
    let (id, run, now) = (
        app.identifiers.next(),
        app.identifiers.next(),
        app.clock.now(),
    );
    let (shop_id, slug) = (shop.id, shop.slug.clone());
    app.database
        .transaction(|transaction| {
            let answer = review_item::ActiveModel {
                id: Set(id),
                number: Set(id.as_u128() as i64 & 0xffff_ffff),
                source: Set("osm".to_owned()),
                source_id: Set(slug.clone()),
                name: Set(slug.clone()),
                town: Set("Alexandria, LA".to_owned()),
                reason: Set("similar".to_owned()),
                similar_slug: Set(None),
                record: Set("{}".to_owned()),
                status: Set(Status::Accepted),
                shop_id: Set(Some(shop_id)),
                created_at: Set(now),
                updated_at: Set(now),
                decided_at: Set(Some(now)),
            };
            Box::pin(async move {
                review_item::Entity::insert(answer)
                    .exec_without_returning(transaction)
                    .await?;
                let came = vec![(shop_id, ShopOutcome::Done, None)];
                shop_runs::note_all(transaction, run, came, now).await
            })
        })
        .await
        .unwrap();
}

/// The shops that the rows of a table name.
async fn named_in(app: &TestApp, table: &str) -> BTreeSet<Uuid> {
    ids_in(app, table, "shop_id").await
}

async fn ids_in(app: &TestApp, table: &str, column: &str) -> BTreeSet<Uuid> {
    let reads = app.database.reads();
    let sql = format!("SELECT {column} FROM {table}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let rows = reads.query_all_raw(asked).await.unwrap();
    rows.iter()
        .filter_map(|row| row.try_get::<Option<Uuid>>("", column).unwrap())
        .collect()
}

/// Every table with this column, by its name.
async fn tables_with(app: &TestApp, column: &str) -> Vec<String> {
    let reads = app.database.reads();
    let backend = reads.get_database_backend();
    let sql = match backend {
        sea_orm::DbBackend::Sqlite => format!(
            "SELECT m.name AS name FROM sqlite_schema m JOIN pragma_table_info(m.name) p \
             WHERE m.type = 'table' AND p.name = '{column}'"
        ),
        _ => format!(
            "SELECT table_name::text AS name FROM information_schema.columns \
             WHERE column_name = '{column}' AND table_schema = current_schema()"
        ),
    };
    let rows = reads.query_all_raw(Statement::from_string(backend, sql));
    let rows = rows.await.unwrap();
    let mut tables: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("", "name").unwrap())
        .collect();
    tables.sort();
    tables
}

async fn photo_count(app: &TestApp) -> u64 {
    let rows = photo::Entity::find().count(app.database.reads());
    rows.await.unwrap()
}

both_engines!(what_people_did_goes_with_the_shop, |app: TestApp| {
    let long_ago = app.clock.now() - TimeDelta::days(300);
    let old = |row: &mut shop::Model| {
        row.created_at = long_ago;
        row.hours_confirmed_at = Some(long_ago);
    };
    let (alexandria, bunkie) = (
        app.city("Alexandria", "LA").await,
        app.city("Bunkie", "LA").await,
    );
    let invented = app
        .shop(&alexandria)
        .name("Invented Coffee")
        .hours("Mo-Su 07:00-15:00")
        .with(|row| {
            old(row);
            row.sample = true;
        })
        .await;
    let real = app
        .shop(&bunkie)
        .name("Blue Door")
        .hours("Mo-Su 07:00-15:00")
        .with(old)
        .await;
    let shops = BTreeSet::from([invented.id, real.id]);
    for shop in [&invented, &real] {
        use_shop(&app, shop).await;
        app.clock.advance(TimeDelta::minutes(10));
    }
    for table in OF_SHOPS {
        assert_eq!(named_in(&app, table).await, shops, "{table}");
    }
    assert_eq!(photo_count(&app).await, 4);

    let taken_down = app.stored_photo(Owner::Shop(invented.id)).await;
    let now = app.clock.now();
    let owner = Owner::Shop(invented.id);
    app.edit_photo(owner, &taken_down, |row| row.removed_at = Some(now))
        .await;
    let file = |photo: &photo::Model| address_of(&photo.key, photo.width.try_into().unwrap());
    let shown = photos::of_owner(app.database.reads(), owner).await.unwrap();
    app.visitor().get(&file(&shown[0])).await.expect(200);
    app.visitor().get(&file(&taken_down)).await.expect(404);

    let cleared = clear(&app.services).await.unwrap();
    assert_eq!((cleared.shops, cleared.towns), (1, 1));
    let tables = tables_with(&app, "shop_id").await;
    let mut known = [&OF_SHOPS[..], &OTHERS[..]].concat();
    known.sort_unstable();
    assert_eq!(tables, known, "a new table needs a row above");
    for table in OF_SHOPS {
        let named = named_in(&app, table).await;
        assert_eq!(named, BTreeSet::from([real.id]), "{table}");
    }
    let senders = suggestion_sender::Entity::find().count(app.database.reads());
    assert_eq!(senders.await.unwrap(), 1);
    for photo in [&shown[0], &taken_down] {
        app.visitor().get(&file(photo)).await.expect(404);
    }
    let waiting = app.administrator().await.inbox().await;
    let slugs: BTreeSet<&str> = waiting
        .iter()
        .filter_map(|item| item["shopSlug"].as_str())
        .collect();
    assert_eq!(slugs, BTreeSet::from([real.slug.as_str()]));

    // The nightly work meets what is left, and takes the files and then their rows.
    app.clock.advance(TimeDelta::days(2));
    app.work().await;
    photos::purge(&app.database, &app.services.photo_files, app.clock.now())
        .await
        .unwrap();
    let left = photo::Entity::find().all(app.database.reads()).await;
    let left: Vec<Uuid> = left.unwrap().iter().map(|photo| photo.owner_id).collect();
    assert_eq!(left.len(), 2);
    assert!(!left.contains(&invented.id), "{left:?}");
});

/// A reader chooses a town, and Foursquare is asked about it.
async fn use_town(app: &TestApp, town: Uuid) {
    let (reader, run) = (app.identifiers.next(), app.identifiers.next());
    let now = app.clock.now();
    let chosen = Query::insert()
        .into_table(Alias::new("newsletter_towns"))
        .columns(["reader_id", "city_id"].map(Alias::new))
        .values_panic([reader.into(), town.into()])
        .to_owned();
    let enhanced = Query::insert()
        .into_table(Alias::new("foursquare_cities"))
        .columns(["city_id", "run_id", "reserved_until", "enhanced_at"].map(Alias::new))
        .values_panic([town.into(), run.into(), now.into(), now.into()])
        .to_owned();
    for row in [chosen, enhanced] {
        app.database.reads().execute(&row).await.unwrap();
    }
}

both_engines!(what_rooms_know_of_a_town_goes_with_it, |app: TestApp| {
    let (alexandria, bunkie) = (
        app.city("Alexandria", "LA").await,
        app.city("Bunkie", "LA").await,
    );
    app.shop(&alexandria).with(|row| row.sample = true).await;
    app.shop(&bunkie).await;
    for town in [&alexandria, &bunkie] {
        use_town(&app, town.id).await;
    }
    // What Foursquare's runs were before `runs` keeps them (migration 48) is neither written nor read.
    let mut tables = tables_with(&app, "city_id").await;
    tables.retain(|table| table != "foursquare_runs");
    let known = ["foursquare_cities", "newsletter_towns", "shops"];
    assert_eq!(tables, known, "a new table needs a row above");
    for table in known {
        let named = ids_in(&app, table, "city_id").await;
        assert_eq!(named.len(), 2, "{table}");
    }
    clear(&app.services).await.unwrap();
    for table in known {
        let named = ids_in(&app, table, "city_id").await;
        assert_eq!(named, BTreeSet::from([bunkie.id]), "{table}");
    }
});

both_engines!(an_invented_owner_is_signed_out, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let owner_of_sample = async |email: &str| {
        let person = app.unconfirmed_person(email).await;
        let sample = |row: &mut shop::Model| {
            row.sample = true;
            row.owner_id = Some(person);
        };
        app.shop(&city).with(sample).await;
        (person, app.signed_in_as(person).await)
    };
    let (gone, invented) = owner_of_sample("owner1@example.com").await;
    let (stays, busy) = owner_of_sample("owner2@example.com").await;
    app.shop(&city)
        .with(|row| row.submitter_id = Some(stays))
        .await;
    let session = async |visitor: &Visitor| {
        let session = visitor.get("/api/session").await.expect(200).json();
        session["person"].clone()
    };
    assert_eq!(session(&invented).await["email"], "owner1@example.com");

    clear(&app.services).await.unwrap();
    assert_eq!(session(&invented).await, Value::Null);
    assert_eq!(session(&busy).await, Value::Null);
    let people = person::Entity::find().all(app.database.reads()).await;
    let people: Vec<Uuid> = people.unwrap().iter().map(|person| person.id).collect();
    assert!(people.contains(&stays) && !people.contains(&gone));
});

both_engines!(a_real_shop_in_an_invented_one_stays, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let invented = app.shop(&city).with(|row| row.sample = true).await;
    let real = app.shop(&city).await;
    let merge = json!({ "other": real.id, "take": ["name"] });
    let path = format!("/api/admin/coffee-shops/{}/merge", invented.id);
    let admin = app.administrator().await;
    admin.post(&path, &merge).await.expect(200);

    let cleared = clear(&app.services).await.unwrap();
    assert_eq!((cleared.shops, cleared.remaining), (0, 1));
    let page = format!("/coffee-shops/{}", invented.slug);
    app.visitor().get(&page).await.expect(200);
});
