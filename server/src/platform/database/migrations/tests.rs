//! An upgrade of what an earlier release has written, on both engines.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder, Statement, sea_query::Expr};
use serde_json::json;
use townperk::catalog::entities::{
    change,
    claim::{self, Status},
};
use uuid::Uuid;

use crate::support::{OldRow, Setup, TestApp, TestDatabase};

/// The last migration of a release in which each claim that waited held its place, and the job alone knew of a refund.
const RELEASE: &str = "m0034_public_subjects";

/// So many hours after the releases' start.
pub fn at(hour: i64) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2026-03-01T08:00:00Z".parse().unwrap();
    start + TimeDelta::hours(hour)
}

/// Alexandria, LA.
pub fn old_town(id: Uuid) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("slug", Expr::value("alexandria-la")),
        ("name", Expr::value("Alexandria")),
        ("state", Expr::value("LA")),
        ("time_zone", Expr::value("America/Chicago")),
        ("image_source", Expr::value("fallback")),
        ("made_by_admin", Expr::value(false)),
        ("created_at", Expr::value(at(0))),
        ("updated_at", Expr::value(at(0))),
        ("version", Expr::value(1_i64)),
    ];
    ("cities", row)
}

/// A shop with a slug and a name.
pub fn old_shop(id: Uuid, town: Uuid, (slug, name): (&'static str, &'static str)) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("slug", Expr::value(slug)),
        ("city_id", Expr::value(town)),
        ("name", Expr::value(name)),
        ("time_zone", Expr::value("America/Chicago")),
        ("categories", Expr::value(json!([]))),
        ("upvote_count", Expr::value(0_i64)),
        ("is_active", Expr::value(true)),
        ("sample", Expr::value(false)),
        ("provenance", Expr::value(json!({}))),
        ("created_at", Expr::value(at(0))),
        ("updated_at", Expr::value(at(0))),
        ("version", Expr::value(1_i64)),
    ];
    ("shops", row)
}

fn old_person(id: Uuid, email: &'static str) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("email", Expr::value(email)),
        ("address_hash", Expr::value(id.to_string())),
        ("confirmed_at", Expr::value(Some(at(0)))),
        ("created_at", Expr::value(at(0))),
    ];
    ("people", row)
}

fn place_of(shop: Uuid, person: Uuid) -> String {
    format!("{}{}", shop.simple(), person.simple())
}

fn old_claim(
    id: Uuid,
    (shop, person): (Uuid, Uuid),
    (status, confirmed_at): (&'static str, Option<DateTime<Utc>>),
) -> OldRow {
    let place = (status == "pending").then(|| place_of(shop, person));
    let row = vec![
        ("id", Expr::value(id)),
        ("shop_id", Expr::value(shop)),
        ("person_id", Expr::value(person)),
        ("owner_name", Expr::value("Jo Doe")),
        ("business_role", Expr::value("Owner")),
        ("verification_method", Expr::value("email")),
        ("is_open_again", Expr::value(false)),
        ("from_listing", Expr::value(false)),
        ("status", Expr::value(status)),
        ("open_key", Expr::value(place)),
        ("email_confirmed_at", Expr::value(confirmed_at)),
        ("created_at", Expr::value(at(0))),
    ];
    ("claims", row)
}

fn old_purchase(id: Uuid, shop: Uuid, end_reason: &'static str) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("shop_id", Expr::value(shop)),
        ("plan", Expr::value("subscription")),
        ("state", Expr::value("ended")),
        ("end_reason", Expr::value(Some(end_reason))),
        ("is_live", Expr::value(false)),
        ("payer_email", Expr::value("jo@mail.example")),
        ("payer_hash", Expr::value("hash")),
        ("payer_name", Expr::value("Jo")),
        ("amount_cents", Expr::value(500_i64)),
        ("renews", Expr::value(false)),
        ("first_paid_at", Expr::value(Some(at(2)))),
        ("store_waits", Expr::value(false)),
        ("checkout_hash", Expr::value("hash")),
        ("created_at", Expr::value(at(1))),
        ("updated_at", Expr::value(at(3))),
        ("version", Expr::value(4_i64)),
    ];
    ("boost_purchases", row)
}

/// A purchase's payment with the purchase's ID.
fn old_payment(purchase: Uuid, void_at: Option<DateTime<Utc>>) -> OldRow {
    let refunded = void_at.map_or(0_i64, |_| 500);
    let row = vec![
        ("id", Expr::value(purchase)),
        ("purchase_id", Expr::value(purchase)),
        ("payment_intent", Expr::value(format!("pi_{purchase}"))),
        ("amount_cents", Expr::value(500_i64)),
        ("refunded_cents", Expr::value(refunded)),
        ("paid_at", Expr::value(at(2))),
        ("void_at", Expr::value(void_at)),
        ("void_reason", Expr::value(void_at.map(|_| "refunded"))),
    ];
    ("boost_payments", row)
}

/// The job that refunds a purchase, which has ended.
fn old_job(id: Uuid, purchase: Uuid) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("kind", Expr::value("boosts.give-back")),
        ("payload", Expr::value(json!({ "purchase": purchase }))),
        ("state", Expr::value("done")),
        ("due_at", Expr::value(at(2))),
        ("attempts", Expr::value(1)),
        ("created_at", Expr::value(at(2))),
        ("finished_at", Expr::value(Some(at(3)))),
    ];
    ("jobs", row)
}

/// Each purchase, since when a refund of it is due, and its version.
async fn refunds(app: &TestApp) -> Vec<(Uuid, Option<DateTime<Utc>>, i64)> {
    let reads = app.database.reads();
    let query = "SELECT id, refund_since, version FROM boost_purchases ORDER BY id";
    let asked = Statement::from_string(reads.get_database_backend(), query);
    let mut found = Vec::new();
    for row in reads.query_all_raw(asked).await.unwrap() {
        let id: Uuid = row.try_get("", "id").unwrap();
        let since: Option<DateTime<Utc>> = row.try_get("", "refund_since").unwrap();
        let version: i64 = row.try_get("", "version").unwrap();
        found.push((id, since, version));
    }
    found
}

both_engines!(an_upgrade_fills_old_rows, |home: TestDatabase| {
    let [town, shop, job] = [1, 2, 3].map(Uuid::from_u128);
    let [jo, ann, bo] = [11, 12, 13].map(Uuid::from_u128);
    let [unconfirmed, confirmed, rejected] = [21, 22, 23].map(Uuid::from_u128);
    let [due, refunded, expired] = [31, 32, 33].map(Uuid::from_u128);
    let rows = vec![
        old_town(town),
        old_shop(shop, town, ("blue-door-alexandria-la", "Blue Door")),
        old_person(jo, "jo@mail.example"),
        old_person(ann, "ann@mail.example"),
        old_person(bo, "bo@mail.example"),
        old_claim(unconfirmed, (shop, jo), ("pending", None)),
        old_claim(confirmed, (shop, ann), ("pending", Some(at(1)))),
        old_claim(rejected, (shop, bo), ("rejected", None)),
        old_purchase(due, shop, "conflict"),
        old_payment(due, None),
        old_job(job, due),
        old_purchase(refunded, shop, "conflict"),
        old_payment(refunded, Some(at(3))),
        old_purchase(expired, shop, "expired"),
        old_payment(expired, None),
    ];
    home.become_release(RELEASE, rows).await;
    let app = Setup::new(home).start().await;

    let claims = claim::Entity::find()
        .order_by_asc(claim::Column::Id)
        .all(app.database.reads())
        .await
        .unwrap();
    let places: Vec<_> = claims
        .into_iter()
        .map(|row| (row.id, row.status, row.open_key, row.email_confirmed_at))
        .collect();
    let place = Some(place_of(shop, ann));
    assert_eq!(
        places,
        [
            (unconfirmed, Status::Pending, None, None),
            (confirmed, Status::Pending, place, Some(at(1))),
            (rejected, Status::Rejected, None, None),
        ]
    );
    assert_eq!(
        refunds(&app).await,
        [
            (due, Some(at(2)), 5),
            (refunded, None, 4),
            (expired, None, 4),
        ]
    );

    // The claim that nobody had confirmed is confirmed now, and decided.
    let admin = app.administrator().await;
    let approve = format!("/api/admin/business-claims/{unconfirmed}/approve");
    let refused = admin.post(&approve, &json!({})).await.expect(409).json();
    assert_eq!(refused["details"]["kind"], "unconfirmed");
    let claimant = app.signed_in_as(jo).await;
    let confirm = format!("/api/claims/{unconfirmed}/confirm");
    let answer = claimant.post(&confirm, &json!({})).await.expect(200).json();
    assert_eq!(answer["id"], json!(unconfirmed));
    admin.post(&approve, &json!({})).await.expect(200);
    assert_eq!(app.shop_row(shop).await.owner_id, Some(jo));
});

/// The row with these values instead.
fn changed((table, mut row): OldRow, values: Vec<(&'static str, Expr)>) -> OldRow {
    row.retain(|(column, _)| values.iter().all(|(other, _)| other != column));
    row.extend(values);
    (table, row)
}

both_engines!(
    an_upgrade_gives_shops_their_towns_clocks,
    |home: TestDatabase| {
        let [keams_canyon, alexandria, near_pin, by_pin, right] =
            [1, 2, 3, 4, 5].map(Uuid::from_u128);
        let clocks = |zone| vec![("time_zone", Expr::value(zone))];
        let keams_canyon_row = vec![
            ("slug", Expr::value("keams-canyon-az")),
            ("name", Expr::value("Keams Canyon")),
            ("state", Expr::value("AZ")),
            ("time_zone", Expr::value("America/Denver")),
        ];
        let shop = |id, town, slug| old_shop(id, town, (slug, "Blue Door"));
        let rows = vec![
            changed(old_town(keams_canyon), keams_canyon_row),
            old_town(alexandria),
            changed(
                shop(near_pin, keams_canyon, "blue-door-keams-canyon-az"),
                clocks("America/Denver"),
            ),
            changed(
                shop(by_pin, alexandria, "blue-door-alexandria-la"),
                clocks("America/New_York"),
            ),
            shop(right, alexandria, "blue-door-alexandria-la-2"),
        ];
        home.become_release(RELEASE, rows).await;
        let app = Setup::new(home).start().await;

        let town = app.city_row(keams_canyon).await;
        assert_eq!((&*town.time_zone, town.version), ("America/Phoenix", 2));
        let visitor = app.visitor();
        for (slug, zone) in [
            ("blue-door-keams-canyon-az", "America/Phoenix"),
            ("blue-door-alexandria-la", "America/Chicago"),
            ("blue-door-alexandria-la-2", "America/Chicago"),
        ] {
            let page = visitor.get(&format!("/api/coffee-shops/{slug}")).await;
            assert_eq!(page.expect(200).json()["timeZone"], zone, "{slug}");
        }
        // Servers that ran on during the upgrade read the rows.
        let rows = app.shop_rows().await;
        let zones: Vec<_> = rows
            .iter()
            .map(|row| (row.id, &*row.time_zone, row.version))
            .collect();
        assert_eq!(
            zones,
            [
                (near_pin, "America/Phoenix", 2),
                (by_pin, "America/Chicago", 2),
                (right, "America/Chicago", 1),
            ]
        );
        let told = change::Entity::find()
            .all(app.database.reads())
            .await
            .unwrap();
        let told = |id| told.iter().filter(|row| row.entity_id == id).count();
        let all = [keams_canyon, alexandria, near_pin, by_pin, right];
        assert_eq!(all.map(told), [1, 0, 1, 1, 0]);
    }
);
