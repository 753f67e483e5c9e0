//! The same shop under a new ID: a mapper draws the building, a list spells a street otherwise (D114).

use std::fmt::Write;

use sea_orm::{EntityTrait, QueryOrder};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{shop, shop_source},
    features::imports::{ImportOptions, Loss, Missing, MissingSummary, Summary, undo_import},
};

use super::{File, file, import, importer};
use crate::support::TestApp;

/// The coffee shops of a town, by their numbers from 0.
const LANES: [&str; 12] = [
    "Anvil Lane Coffee",
    "Birch Lane Coffee",
    "Cinder Lane Coffee",
    "Dovetail Lane Coffee",
    "Ember Lane Coffee",
    "Ferry Lane Coffee",
    "Gable Lane Coffee",
    "Harbor Lane Coffee",
    "Inkwell Lane Coffee",
    "Juniper Lane Coffee",
    "Kettle Lane Coffee",
    "Lantern Lane Coffee",
];
const CINDER: u32 = 2;
const FERRY: u32 = 5;
const HARBOR: u32 = 7;
const HOURS: &str = "Mo-Fr 07:00-15:00";

/// The shop's element at first.
fn node(number: u32) -> String {
    format!("node/{}", 9_200_001 + number)
}

/// A shop's element; a building's middle is some meters from where its node was.
fn element(number: u32, id: &str, hours: &str) -> Value {
    let (kind, id) = id.split_once('/').unwrap();
    let latitude = 31.3 + f64::from(number) * 0.0021;
    let longitude = -92.44 - f64::from(number) * 0.0017;
    let mut element = json!({
        "type": kind,
        "id": id.parse::<u64>().unwrap(),
        "tags": {
            "amenity": "cafe",
            "name": LANES[number as usize],
            "addr:housenumber": (200 + 10 * number).to_string(),
            "addr:street": "Mill Street",
            "addr:city": "Alexandria",
            "addr:state": "LA",
            "addr:postcode": "71301",
            "opening_hours": hours,
        },
    });
    if kind == "node" {
        element["lat"] = json!(latitude);
        element["lon"] = json!(longitude);
    } else {
        element["center"] = json!({ "lat": latitude + 0.0001, "lon": longitude + 0.00006 });
    }
    element
}

/// An extract of this day.
fn extract(day: &str, elements: &[Value]) -> File {
    let stamp = json!({ "timestamp_osm_base": format!("{day}T00:00:00Z") });
    let elements = Value::from(elements.to_vec());
    let text = format!("{{\"osm3s\":{stamp},\"elements\":{elements}}}");
    file("town.json", text)
}

fn all_nodes() -> Vec<Value> {
    let numbers = (0..).take(LANES.len());
    numbers
        .map(|number| element(number, &node(number), HOURS))
        .collect()
}

/// The next edition: three shops are drawn as buildings, one of them with another spelling, and the last one is gone.
fn drawn(hours: &str) -> Vec<Value> {
    let id = |number| match number {
        CINDER => "way/88300002".to_owned(),
        FERRY => "way/88300005".to_owned(),
        HARBOR => "relation/770007".to_owned(),
        number => node(number),
    };
    let numbers = (0..).take(LANES.len() - 1);
    let mut elements: Vec<Value> = numbers
        .map(|number| element(number, &id(number), hours))
        .collect();
    elements[HARBOR as usize]["tags"]["name"] = json!("Harbor lane coffee");
    elements
}

fn named(source: &str, missing: Option<Missing>) -> ImportOptions {
    ImportOptions {
        source: Some(source.to_owned()),
        missing,
        ..ImportOptions::default()
    }
}

/// Imports a list that is said to be complete, as the command does.
async fn complete(app: &TestApp, list: &File) -> (Vec<Loss>, Summary, MissingSummary) {
    let options = named("osm-town", Some(Missing::Close));
    let mut importer = importer(app).await;
    let losses = importer.losses(&[&list.path], &options).await.unwrap();
    let summary = importer
        .file(&list.path, &options, &mut None, &mut |_| {})
        .await
        .unwrap();
    let missing = importer.missing(&options).await.unwrap().remove(0);
    importer.end().await.unwrap();
    (losses, summary, missing)
}

/// The IDs of the records that shops are linked to, in the order of their links.
async fn links(app: &TestApp) -> Vec<String> {
    let rows = shop_source::Entity::find()
        .order_by_asc(shop_source::Column::Id)
        .all(app.database.reads())
        .await
        .unwrap();
    rows.into_iter().map(|row| row.source_id).collect()
}

async fn row(app: &TestApp, slug: &str) -> shop::Model {
    let rows = app.shop_rows().await;
    rows.into_iter().find(|row| row.slug == slug).unwrap()
}

both_engines!(
    shops_that_are_drawn_as_buildings_keep_their_pages_and_follow_their_new_ids,
    |app: TestApp| {
        let first = extract("2024-05-01", &all_nodes());
        let first = import(&app, &first, &named("osm-town", None)).await;
        assert_eq!(first.added, 12, "{first}");
        let slug = "cinder-lane-coffee-alexandria-la";
        let before = row(&app, slug).await;
        app.vote(before.id, 3).await;
        let second = extract("2024-06-01", &drawn(HOURS));
        let (losses, summary, missing) = complete(&app, &second).await;
        assert_eq!(losses, []);
        let counts = (summary.added, summary.updated, summary.unchanged);
        assert_eq!(counts, (0, 3, 8), "{summary}");
        assert_eq!(missing.closed, ["lantern-lane-coffee-alexandria-la"]);
        assert_eq!(missing.shops(), 1);
        let rows = app.shop_rows().await;
        let open = rows.iter().filter(|row| row.closed_at.is_none()).count();
        assert_eq!((rows.len(), open), (12, 11));
        let after = row(&app, slug).await;
        assert_eq!((after.id, after.upvote_count), (before.id, 3));
        assert_ne!(after.latitude, before.latitude);
        let known = links(&app).await;
        assert_eq!(known.len(), 12);
        for id in ["way/88300002", "way/88300005", "relation/770007"] {
            assert!(known.iter().any(|known| known == id), "{id}: {known:?}");
        }
        assert!(!known.contains(&node(CINDER)), "{known:?}");
        // The same file again brings nothing, and the next edition is followed.
        let (_, again, _) = complete(&app, &second).await;
        assert_eq!((again.unchanged, again.records), (11, 11), "{again}");
        let third = extract("2024-07-01", &drawn("Mo-Su 08:00-16:00"));
        let (_, third, missing) = complete(&app, &third).await;
        assert_eq!((third.updated, missing.shops()), (11, 0), "{third}");
        let hours = row(&app, slug).await.opening_hours;
        assert_eq!(hours.as_deref(), Some("Mo-Su 08:00-16:00"));
    }
);

both_engines!(
    a_shop_follows_its_record_from_one_id_to_the_next,
    |app: TestApp| {
        let slug = "anvil-lane-coffee-alexandria-la";
        let options = named("osm-town", None);
        for (day, id) in [
            ("2024-05-01", "node/1"),
            ("2024-06-01", "way/2"),
            ("2024-07-01", "relation/3"),
            ("2024-08-01", "node/1"),
        ] {
            let list = extract(day, &[element(0, id, HOURS)]);
            import(&app, &list, &options).await;
            assert_eq!(links(&app).await, [id]);
            assert_eq!(app.shop_rows().await.len(), 1);
        }
        // An older edition takes nothing back.
        let last = row(&app, slug).await;
        let list = extract("2024-06-01", &[element(0, "way/2", "24/7")]);
        let older = import(&app, &list, &options).await;
        assert_eq!((older.duplicates, older.updated), (1, 0), "{older}");
        assert_eq!(links(&app).await, ["node/1"]);
        assert_eq!(row(&app, slug).await, last);
    }
);

both_engines!(
    a_shop_that_was_closed_for_being_missing_opens_under_its_new_id,
    |app: TestApp| {
        let two = [CINDER, FERRY].map(|number| element(number, &node(number), HOURS));
        import(&app, &extract("2024-05-01", &two), &named("osm-town", None)).await;
        let (_, _, missing) = complete(&app, &extract("2024-06-01", &two[1..])).await;
        assert_eq!(missing.closed, ["cinder-lane-coffee-alexandria-la"]);
        let [_, ferry] = two;
        let back = [element(CINDER, "way/88300002", HOURS), ferry];
        let (_, summary, _) = complete(&app, &extract("2024-07-01", &back)).await;
        assert_eq!((summary.updated, summary.added), (1, 0), "{summary}");
        let rows = app.shop_rows().await;
        assert!(rows.iter().all(|row| row.closed_at.is_none()), "{rows:?}");
    }
);

const HEADER: &str = "id,name,address,city,state,zip,phone,status\n";

/// A record of the one shop of a guide.
fn lantern(id: u32, phone: &str) -> String {
    format!("{id},Amber Lantern,100 Oak Street,Hammond,LA,70401,{phone},open\n")
}

async fn import_guide(app: &TestApp, text: &str) -> Summary {
    import(app, &file("guide.csv", text), &named("guide", None)).await
}

async fn only_shop(app: &TestApp) -> shop::Model {
    let mut rows = app.shop_rows().await;
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

both_engines!(
    the_first_record_speaks_as_long_as_the_list_has_it,
    |app: TestApp| {
        let (ours, other) = ("985-555-0101", "985-555-0199");
        let first = import_guide(&app, &format!("{HEADER}{}", lantern(1, ours))).await;
        assert_eq!(first.added, 1, "{first}");
        let both = [HEADER, &lantern(2, other), &lantern(1, ours)].concat();
        for _ in 0..2 {
            let again = import_guide(&app, &both).await;
            let counts = (again.duplicates, again.unchanged);
            assert_eq!(counts, (1, 1), "{again}");
            assert_eq!(links(&app).await, ["1"]);
        }
        // Its record is there, though nothing can be made of it.
        let nameless = lantern(1, ours).replace("Amber Lantern", "");
        let refused = [HEADER, &lantern(2, other), &nameless].concat();
        let refused = import_guide(&app, &refused).await;
        let counts = (refused.duplicates, refused.unnamed);
        assert_eq!(counts, (1, 1), "{refused}");
        assert_eq!(links(&app).await, ["1"]);
        let phone = only_shop(&app).await.telephone;
        assert_eq!(phone.as_deref(), Some("+19855550101"));
        let alone = import_guide(&app, &format!("{HEADER}{}", lantern(2, other))).await;
        assert_eq!((alone.updated, alone.duplicates), (1, 0), "{alone}");
        assert_eq!(links(&app).await, ["2"]);
        let phone = only_shop(&app).await.telephone;
        assert_eq!(phone.as_deref(), Some("+19855550199"));
    }
);

both_engines!(
    what_is_not_read_to_its_end_lacks_no_record,
    |app: TestApp| {
        import_guide(&app, &format!("{HEADER}{}", lantern(1, ""))).await;
        let cut = format!("{HEADER}{}3,Blue Her", lantern(2, "985-555-0199"));
        let cut = file("guide.csv", cut);
        let options = named("guide", None);
        let mut importer = importer(&app).await;
        importer.losses(&[&cut.path], &options).await.unwrap();
        let read = importer
            .file(&cut.path, &options, &mut None, &mut |_| {})
            .await;
        let problem = read.unwrap_err().to_string();
        assert!(problem.contains("cut off after record 1"), "{problem}");
        importer.end().await.unwrap();
        assert_eq!(links(&app).await, ["1"]);
    }
);

both_engines!(
    a_list_without_ids_follows_what_it_spells_otherwise,
    |app: TestApp| {
        let list = |street: &str, phone: &str, status: &str| {
            let header = HEADER.strip_prefix("id,").unwrap();
            let place = format!("{street},Hammond,LA,70401");
            format!("{header}Amber Lantern,{place},{phone},{status}\n")
        };
        let (first, second) = ("985-555-0101", "985-555-0199");
        import_guide(&app, &list("100 Oak Street", first, "open")).await;
        for phone in [first, second] {
            let next = import_guide(&app, &list("100 Oak St", phone, "open")).await;
            assert_eq!((next.updated, next.added), (1, 0), "{next}");
        }
        let shop = only_shop(&app).await;
        assert_eq!(shop.street.as_deref(), Some("100 Oak St"));
        assert_eq!(shop.telephone.as_deref(), Some("+19855550199"));
        // What it says under yet another spelling closes the shop, but not what is closed for a while.
        let resting = list("100 OAK STREET", second, "temporarily closed");
        import_guide(&app, &resting).await;
        assert_eq!(only_shop(&app).await.closed_at, None);
        let gone = list("100 Oak St.", second, "permanently closed");
        let gone = import_guide(&app, &gone).await;
        assert_eq!((gone.closed, gone.added), (1, 0), "{gone}");
        assert!(only_shop(&app).await.closed_at.is_some());
        assert_eq!(links(&app).await.len(), 1);
    }
);

both_engines!(
    a_link_that_went_over_returns_when_that_is_taken_back,
    |app: TestApp| {
        import_guide(&app, &format!("{HEADER}{}", lantern(1, "985-555-0101"))).await;
        let before = only_shop(&app).await;
        for number in [2, 3] {
            let list = format!("{HEADER}{}", lantern(2, "985-555-0199"));
            import_guide(&app, &list).await;
            assert_eq!(links(&app).await, ["2"]);
            let ledger = &app.services().ledger;
            undo_import(ledger, number).await.unwrap();
            assert_eq!(links(&app).await, ["1"]);
            assert_eq!(only_shop(&app).await.telephone, before.telephone);
        }
        let again = import_guide(&app, &format!("{HEADER}{}", lantern(1, "985-555-0101"))).await;
        assert_eq!(again.unchanged, 1, "{again}");
    }
);

both_engines!(
    what_new_ids_would_take_away_is_named_before,
    |app: TestApp| {
        let list = |first_id: u32, last_phone: u32, last_open: u32| {
            let mut text = HEADER.to_owned();
            for (number, name) in (1_u32..).zip(LANES) {
                let phone = format!("985-555-01{number:02}");
                let phone = if number > last_phone { "" } else { &phone };
                let is_open = number <= last_open;
                let status = if is_open { "open" } else { "closed" };
                let id = first_id + number;
                let place = format!("{number}00 Oak Street,Hammond,LA,70401");
                writeln!(text, "{id},{name},{place},{phone},{status}").unwrap();
            }
            text
        };
        let first = import_guide(&app, &list(0, 12, 12)).await;
        assert_eq!(first.added, 12, "{first}");
        let renumbered = file("guide.csv", list(100, 2, 7));
        let losses = importer(&app)
            .await
            .losses(&[&renumbered.path], &named("guide", None))
            .await
            .unwrap();
        let counts = losses.iter().map(|loss| (loss.field, loss.lost, loss.of));
        let counts: Vec<(&str, u64, u64)> = counts.collect();
        assert_eq!(counts, [("closed", 5, 12), ("phone", 10, 12)]);
        // Records that the list has besides the known ones take nothing.
        let besides = list(100, 2, 7);
        let (_, besides) = besides.split_once('\n').unwrap();
        let both = file("guide.csv", [&list(0, 12, 12), besides].concat());
        let losses = importer(&app)
            .await
            .losses(&[&both.path], &named("guide", None))
            .await
            .unwrap();
        assert_eq!(losses, []);
    }
);
