//! A shop's clocks are its town's, whoever adds it, or those that the administrator set for it (D111).

use serde_json::{Value, json};
use townperk::features::imports::ImportOptions;

use super::{file, import};
use crate::support::TestApp;

/// A town, what is known of its shops, and its clocks.
struct Clocks {
    town: &'static str,
    state: &'static str,
    zip: &'static str,
    /// Latitude and longitude of an imported shop.
    point: &'static str,
    /// Names of the shops that a visitor lists and that a list has.
    names: [&'static str; 2],
    zone: &'static str,
}

const TOWNS: [Clocks; 6] = [
    // The ZIP code is that of Tuba City in the Navajo Nation, and so is the place next to the point.
    Clocks {
        town: "Moenkopi",
        state: "AZ",
        zip: "86045",
        point: "36.1345,-111.2398",
        names: ["Blue Door", "Rust & Bean"],
        zone: "America/Phoenix",
    },
    Clocks {
        town: "Tuba City",
        state: "AZ",
        zip: "86045",
        point: "36.1250,-111.2500",
        names: ["Red Lantern", "Velvet Crow"],
        zone: "America/Denver",
    },
    Clocks {
        town: "Keams Canyon",
        state: "AZ",
        zip: "86034",
        point: "35.8114,-110.2026",
        names: ["Green Kettle", "Wild Thyme"],
        zone: "America/Phoenix",
    },
    Clocks {
        town: "Jackpot",
        state: "NV",
        zip: "89825",
        point: "41.9832,-114.6748",
        names: ["Copper Finch", "Little Heron"],
        zone: "America/Denver",
    },
    Clocks {
        town: "Kenton",
        state: "OK",
        zip: "73946",
        point: "36.9025,-102.9634",
        names: ["Quiet Otter", "Amber Gate"],
        zone: "America/Denver",
    },
    Clocks {
        town: "Alexandria",
        state: "LA",
        zip: "71301",
        point: "31.3113,-92.4451",
        names: ["Dusty Trail", "Evening Star"],
        zone: "America/Chicago",
    },
];

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

/// By whose clocks a shop's page goes.
async fn zone_shown(app: &TestApp, slug: &str) -> Value {
    let page = format!("/api/coffee-shops/{slug}");
    app.visitor().get(&page).await.expect(200).json()["timeZone"].clone()
}

both_engines!(
    a_form_and_a_list_agree_about_the_clocks_of_a_town,
    |app: TestApp| {
        let mut list = "name,address,city,state,zip,latitude,longitude\n".to_owned();
        for (number, clocks) in (1..).zip(&TOWNS) {
            let Clocks {
                town,
                state,
                zip,
                point,
                names: [listed, imported],
                ..
            } = clocks;
            list.push_str(&format!(
                "{imported},{number}00 Oak Street,{town},{state},{zip},{point}\n"
            ));
            let form = json!({
                "name": listed,
                "address": format!("{number}26 Main Street, {town}, {state} {zip}"),
                "zipCode": zip,
                "ownerName": "Jo Doe",
                "ownerEmail": format!("jo{number}@mail.example"),
            });
            let answer = app.visitor().post("/api/coffee-shops", &form).await;
            answer.expect(201);
        }
        let list = file("guide.csv", list);
        let summary = import(&app, &list, &guide()).await;
        assert_eq!(summary.added, 6, "{summary}");

        let rows = app.shop_rows().await;
        for clocks in &TOWNS {
            for name in clocks.names {
                let row = rows.iter().find(|row| row.name == name).unwrap();
                let shown = zone_shown(&app, &row.slug).await;
                assert_eq!(shown, clocks.zone, "{name} in {}", clocks.town);
                let city = app.city_row(row.city_id).await;
                assert_eq!((&*city.name, &*city.time_zone), (clocks.town, clocks.zone));
            }
        }
        let again = import(&app, &list, &guide()).await;
        assert_eq!((again.unchanged, again.updated), (6, 0), "{again}");
    }
);

both_engines!(
    the_administrators_time_zone_survives_imports,
    |app: TestApp| {
        let header = "id,name,address,city,state,zip\n";
        let first = format!("{header}1,Rust & Bean,1 Oak Street,Alexandria,LA,71301\n");
        import(&app, &file("guide.csv", first), &guide()).await;
        let shop = app.shop_rows().await.remove(0);
        let path = format!("/api/admin/coffee-shops/{}", shop.id);
        let zone = json!({ "timeZone": "America/Denver" });
        let admin = app.administrator().await;
        admin.put(&path, &zone).await.expect(200);

        let newer = format!("{header}1,Rust & Bean,4 Oak Street,Alexandria,LA,71301\n");
        let newer = import(&app, &file("guide.csv", newer), &guide()).await;
        assert_eq!(newer.updated, 1, "{newer}");
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.street.as_deref(), Some("4 Oak Street"));
        assert_eq!(zone_shown(&app, &row.slug).await, "America/Denver");
    }
);

both_engines!(a_town_that_no_table_has_has_one_clock, |app: TestApp| {
    // Points in Crossville, with Central time, and near Rockwood, with Eastern time.
    let list = "name,address,city,state,latitude,longitude\n\
            Blue Door,100 Oak Street,Windy Hollow Springs,TN,35.949,-85.0269\n\
            Velvet Crow,200 Pine Street,Windy Hollow Springs,TN,35.8656,-84.6849\n";
    let list = file("guide.csv", list);
    assert_eq!(import(&app, &list, &guide()).await.added, 2);
    let rows = app.shop_rows().await;
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let shown = zone_shown(&app, &row.slug).await;
        assert_eq!(shown, "America/Chicago", "{}", row.name);
    }
    let again = import(&app, &list, &guide()).await;
    assert_eq!((again.unchanged, again.updated), (2, 0), "{again}");
});
