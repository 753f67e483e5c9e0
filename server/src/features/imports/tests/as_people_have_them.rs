//! Lists as people have them: HTML in their text, cells that a spreadsheet has spoiled, our own export, links to maps.

use std::{collections::BTreeMap, fs};

use sea_orm::{EntityTrait, IntoActiveModel};
use townperk::{
    catalog::entities::{city, shop, shop_source},
    features::imports::{ImportOptions, Report, Summary},
};

use super::{file, import, importer};
use crate::support::TestApp;

/// A list that the tests of the reader know, too.
macro_rules! list {
    ($name:literal) => {
        include_str!(concat!(
            "../../../../../crates/place-files/tests/lists/",
            $name
        ))
    };
}

/// Imports a list. Returns the summary and the report.
async fn read(app: &TestApp, name: &str, content: &str) -> (Summary, String) {
    let list = file(name, content);
    let path = list.path.with_extension("report.csv");
    let mut report = Some(Report::create(&path).unwrap());
    let mut importer = importer(app).await;
    let options = ImportOptions::default();
    let summary = importer
        .file(&list.path, &options, &mut report, &mut |_| {})
        .await
        .unwrap();
    importer.end().await.unwrap();
    report.unwrap().finish().unwrap();
    (summary, fs::read_to_string(path).unwrap())
}

/// The shops by their names.
async fn shops(app: &TestApp) -> BTreeMap<String, shop::Model> {
    let rows = app.shop_rows().await.into_iter();
    rows.map(|row| (row.name.clone(), row)).collect()
}

async fn towns(app: &TestApp) -> Vec<String> {
    let towns = city::Entity::find().all(app.database.reads()).await;
    let mut slugs: Vec<String> = towns.unwrap().into_iter().map(|row| row.slug).collect();
    slugs.sort();
    slugs
}

both_engines!(html_makes_no_names_and_no_towns, |app: TestApp| {
    let (_, report) = read(&app, "entities.csv", list!("html-entities.csv")).await;
    let found = shops(&app).await;
    for (name, slug) in [
        ("Rust & Rye Coffee", "rust-and-rye-coffee-alexandria-la"),
        ("Joe's Percolator", "joes-percolator-alexandria-la"),
        ("Café Lumière", "cafe-lumiere-alexandria-la"),
        ("Bean There", "bean-there-alexandria-la"),
        ("Salt & Steam", "salt-and-steam-alexandria-la"),
        ("R&D Coffee", "r-and-d-coffee-alexandria-la"),
    ] {
        let row = found.get(name);
        assert_eq!(row.map(|row| &*row.slug), Some(slug), "{name}: {report}");
    }
    assert!(report.contains("Q&A Cafe; Bar"), "{report}");
    assert!(!report.contains("amp;"), "{report}");
    let described = |name: &str| found[name].description.as_deref();
    assert_eq!(described("Rust & Rye Coffee"), Some("Beans, bread & books"));
    assert_eq!(described("R&D Coffee"), Some("Line one\nLine two"));
    assert_eq!(
        found["Bean There"].street.as_deref(),
        Some("41 \"Old\" Depot Rd")
    );

    let north = "name;address;city;state;website;hours\n\
        Lake Cup;1 Oak Street;Coeur d&#39;Alene;ID;https://lake.example/?a=1&amp;b=2;Mon-Fri 7am&ndash;3pm\n\
        Hill Cup;2 Pine Street;Coeur d&amp;#39;Alene;ID;;\n\
        Pier Cup;3 Elm Street;Coeur d&rsquo;Alene;ID;;\n";
    let (summary, report) = read(&app, "north.csv", north).await;
    assert_eq!((summary.added, summary.rejected), (3, 0), "{report}");
    assert_eq!(towns(&app).await, ["alexandria-la", "coeur-dalene-id"]);
    let found = shops(&app).await;
    let cup = &found["Lake Cup"];
    assert_eq!(
        cup.website.as_deref(),
        Some("https://lake.example/?a=1&b=2")
    );
    assert_eq!(cup.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
});

both_engines!(a_spreadsheets_damage_is_undone_or_said, |app: TestApp| {
    let cells = list!("spreadsheet-cells.csv");
    let (summary, report) = read(&app, "cells.csv", cells).await;
    assert_eq!((summary.added, summary.lost), (8, 2), "{report}");
    let found = shops(&app).await;
    for (name, phone, zip) in [
        ("Float Coffee", "(318) 555-0141", "71301"),
        ("Science Coffee", "(318) 555-0142", "71301"),
        ("Two Lines Coffee", "(318) 555-0143", "71301"),
        ("Or Coffee", "(318) 555-0145", "71301"),
        ("Formula Zip Coffee", "(318) 555-0147", "71301"),
        ("Quoted Formula Coffee", "(413) 555-0148", "01001"),
        ("Apostrophe Zip Coffee", "(413) 555-0149", "01001"),
        ("Zero Tail Coffee", "(318) 555-0150", "71301"),
    ] {
        let row = &found[name];
        assert_eq!(row.phone.as_deref(), Some(phone), "{name}");
        assert_eq!(row.zip_code.as_deref(), Some(zip), "{name}");
    }
    assert!(report.contains("(318) 555-0144"), "{report}");
    assert!(report.contains("318-555-0146"), "{report}");

    let lost = "name,address,city,state,zip,phone,hours\n\
        Amber Lantern,1 Oak Street,Hammond,LA,70401,3.18E+09,Mon-Fri 7am-3pm\n\
        Blue Door,2 Pine Street,Hammond,LA,7.04E+04,985-555-0102,Mon-Fri 7am-3pm\n\
        Copper Kettle,3 Elm Street,Hammond,LA,70401,985-555-0103,Mon-Fri 7:00 AM\n";
    let (summary, report) = read(&app, "lost.csv", lost).await;
    assert_eq!((summary.added, summary.lost), (3, 3), "{report}");
    for said in ["3.18E+09", "7.04E+04", "Mon-Fri 7:00 AM"] {
        assert!(report.contains(said), "{said}: {report}");
    }
    let found = shops(&app).await;
    assert_eq!(found["Amber Lantern"].phone, None);
    assert_eq!(found["Blue Door"].zip_code, None);
    let kettle = &found["Copper Kettle"];
    assert_eq!((&kettle.hours, &kettle.opening_hours), (&None, &None));

    let week = "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday";
    let marks = format!(
        "name,address,city,state,website,{week}\n\
        Dusty Trail,4 Oak Street,Hammond,LA,dusty.example (old),x,x,x,x,x,x,closed\n\
        Evening Star,5 Pine Street,Hammond,LA,https://www.google.com/url?q=https://evening.example&sa=D,\
        7am-3pm,7am-3pm,7am-3pm,7am-3pm,7am-3pm,7am-3pm,x\n\
        Fox Hollow,6 Elm Street,Hammond,LA,https://www.facebook.com/Fox Hollow,,,,,,,\n"
    );
    let (summary, report) = read(&app, "marks.csv", &marks).await;
    assert_eq!((summary.added, summary.lost), (3, 1), "{report}");
    assert!(report.contains("dusty.example (old)"), "{report}");
    let found = shops(&app).await;
    let facts = |name: &str| {
        let row = &found[name];
        (row.website.as_deref(), row.opening_hours.as_deref())
    };
    assert_eq!(facts("Dusty Trail"), (None, None));
    assert_eq!(found["Dusty Trail"].hours, None);
    let open = Some("Mo-Sa 07:00-15:00; Su off");
    assert_eq!(
        facts("Evening Star"),
        (Some("https://evening.example/"), open)
    );
    let page = "https://www.facebook.com/Fox%20Hollow";
    assert_eq!(facts("Fox Hollow"), (Some(page), None));
});

both_engines!(googles_sheet_of_businesses_is_imported, |app: TestApp| {
    let sheet = list!("business-sheet.csv");
    let (summary, report) = read(&app, "sheet.csv", sheet).await;
    assert_eq!((summary.added, summary.lost), (4, 0), "{report}");
    // Two of them have one name, without their towns'.
    let rows = app.shop_rows().await;
    let hours: BTreeMap<&str, &str> = rows
        .iter()
        .map(|row| {
            let phone = row.phone.as_deref().unwrap_or_default();
            (phone, row.opening_hours.as_deref().unwrap_or_default())
        })
        .collect();
    let wanted = BTreeMap::from([
        (
            "(318) 555-0151",
            "Mo-Fr 06:30-14:00; Sa 07:00-13:00; Su off",
        ),
        (
            "(318) 555-0153",
            "Tu-Fr 07:00-15:00; Sa 08:00-14:00; Mo,Su off",
        ),
        (
            "(318) 555-0154",
            "Mo-Tu,Th-Fr 07:00-11:00,13:00-17:00; We,Sa-Su off",
        ),
        ("(318) 555-0155", "24/7"),
    ]);
    assert_eq!(hours, wanted);
    assert_eq!(towns(&app).await, ["alexandria-la", "pineville-la"]);
});

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

both_engines!(html_of_an_earlier_release_makes_no_twins, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    for (name, street, id) in [
        (
            "Joe&#039;s Percolator",
            "21 O&#039;Neal St",
            "joe-and-039-s-percolator|21-o-and-039-neal-st|",
        ),
        (
            "Rust &amp; Rye Coffee",
            "11 Pearl St",
            "rust-and-amp-rye-coffee|11-pearl-st|",
        ),
        ("Plain Coffee", "31 Pearl St", "plain-coffee|31-pearl-st|"),
    ] {
        let shop = app.shop(&town).name(name).with(|row| {
            row.street = Some(street.to_owned());
            row.zip_code = Some("71301".to_owned());
            let facts = ["name", "address"];
            row.provenance.0 = facts
                .map(|fact| (fact.to_owned(), "guide".to_owned()))
                .into();
        });
        let shop = shop.await;
        let link = shop_source::Model {
            id: app.identifiers.next(),
            shop_id: shop.id,
            source: "guide".to_owned(),
            source_id: format!("alexandria-la|{id}"),
            refreshed_at: None,
            fetched_at: app.clock.now(),
        };
        shop_source::Entity::insert(link.into_active_model())
            .exec_without_returning(app.database.reads())
            .await
            .unwrap();
    }
    let list = "name,address,city,state,zip\n\
            Joe&#039;s Percolator,21 O&#039;Neal St,Alexandria,LA,71301\n\
            Rust &amp; Rye Coffee,11 Pearl St,Alexandria,LA,71301\n\
            Plain Coffee,31 Pearl St,Alexandria,LA,71301\n";
    let list = file("guide.csv", list);
    let summary = import(&app, &list, &guide()).await;
    let counts = (summary.added, summary.updated, summary.unchanged);
    assert_eq!(counts, (0, 2, 1), "{summary}");
    let found = shops(&app).await;
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["Joe's Percolator", "Plain Coffee", "Rust & Rye Coffee"]
    );
    let street = found["Joe's Percolator"].street.as_deref();
    assert_eq!(street, Some("21 O'Neal St"));
    let again = import(&app, &list, &guide()).await;
    assert_eq!((again.added, again.unchanged), (0, 3), "{again}");
});

both_engines!(
    what_an_earlier_release_took_for_facts_goes_and_is_no_loss,
    |app: TestApp| {
        let names = [
            "Amber Lantern",
            "Blue Heron",
            "Copper Kettle",
            "Dusty Trail",
            "Evening Star",
        ];
        let mut text = "name,address,city,state,zip,website,hours\n".to_owned();
        for (number, name) in (1..).zip(names) {
            let place = format!("{number} Oak Street,Hammond,LA,70401");
            text += &format!("{name},{place},https://maps.app.goo.gl/{number},Mon-Fri 7am\n");
        }
        let five = file("guide.csv", &text);
        let fox = "Fox Hollow,6 Oak Street,Hammond,LA,70401,https://fox.example,Mon-Fri 7am-3pm\n";
        let all = file("guide.csv", text + fox);
        let first = import(&app, &all, &guide()).await;
        assert_eq!(first.added, 6, "{first}");
        for name in names {
            let id = shops(&app).await[name].id;
            let old = app.edit_shop(id, |row| {
                row.website = Some(format!("https://maps.app.goo.gl/{name}"));
                row.hours = Some("Mon-Fri 7am".to_owned());
                for fact in ["website", "hours"] {
                    row.provenance.0.insert(fact.to_owned(), "guide".to_owned());
                }
            });
            old.await;
        }
        let losses = importer(&app).await.losses(&[&all.path], &guide()).await;
        assert_eq!(losses.unwrap(), []);
        // They go as well when no record has another website or other hours.
        let again = import(&app, &five, &guide()).await;
        assert_eq!((again.updated, again.lost), (5, 5), "{again}");
        for (name, row) in shops(&app).await {
            let is_kept = name == "Fox Hollow";
            assert_eq!(row.website.is_some(), is_kept, "{name}");
            assert_eq!(row.hours.is_some(), is_kept, "{name}");
        }
    }
);

/// The export without what is another one in each folder.
async fn exported(app: &TestApp) -> (String, Vec<String>) {
    let admin = app.administrator().await;
    let path = "/api/admin/export/coffee-shops.csv";
    let text = admin.get(path).await.expect(200).text();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let updated = header.iter().position(|name| *name == "updated_at");
    assert_eq!((header[0], updated), ("id", Some(19)));
    // The address is quoted for its commas, and nothing else of this list has any.
    let comparable = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let stamp = cells.iter().position(|cell| cell.contains("+00:00"));
        let kept = cells
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != 0 && Some(*place) != stamp);
        kept.map(|(_, cell)| *cell).collect::<Vec<_>>().join(",")
    };
    let mut lines: Vec<String> = text.lines().skip(1).map(comparable).collect();
    lines.sort();
    (text, lines)
}

both_engines!(
    an_export_is_the_same_list_when_it_is_read,
    |app: TestApp| {
        let (summary, report) = read(&app, "list.csv", list!("round-trip.csv")).await;
        assert_eq!(summary.added, 5, "{report}");
        let names = [
            "'Round the Corner Coffee",
            "+Plus One Coffee",
            "-Dash Coffee Bar",
            "=Equals Espresso",
            "@Home Coffee",
        ];
        assert_eq!(shops(&app).await.into_keys().collect::<Vec<_>>(), names);
        let (text, lines) = exported(&app).await;
        for guarded in [",'=Equals Espresso,", ",'-dark roasts first,"] {
            assert!(text.contains(guarded), "{guarded}: {text}");
        }
        let other = TestApp::start(app.database.engine()).await.unwrap();
        let (summary, report) = read(&other, "export.csv", &text).await;
        assert_eq!((summary.added, summary.lost), (5, 0), "{report}");
        assert_eq!(shops(&other).await.into_keys().collect::<Vec<_>>(), names);
        assert_eq!(exported(&other).await.1, lines);
    }
);

both_engines!(a_link_to_a_map_is_a_place_and_no_website, |app: TestApp| {
    let zero = list!("takeout-zero.json");
    let (summary, report) = read(&app, "Saved Places.json", zero).await;
    assert_eq!((summary.added, summary.no_city), (3, 1), "{report}");
    assert!(report.contains("Only Cid Coffee,no city"), "{report}");
    let found = shops(&app).await;
    assert_eq!(found["Zero Point Coffee"].latitude, Some(31.3110));
    assert_eq!(found["Deep Data Coffee"].longitude, Some(-92.4457));
    let list = list!("takeout-list.csv");
    let (summary, report) = read(&app, "Want to go.csv", list).await;
    assert_eq!(
        (summary.added, summary.duplicates, summary.no_city),
        (1, 1, 1),
        "{report}"
    );
    assert!(report.contains("No Point Espresso,no city"), "{report}");
    let links = "name,address,city,state,website,lat,lon\n\
        Amber Lantern,1 Oak Street,Hammond,LA,https://maps.app.goo.gl/x,0,0\n\
        Blue Door,2 Pine Street,Hammond,LA,https://goo.gl/maps/y,0,0\n\
        Copper Kettle,3 Elm Street,Hammond,LA,g.page/kettle,0,0\n";
    let (summary, report) = read(&app, "links.csv", links).await;
    assert_eq!(summary.added, 3, "{report}");
    for (name, row) in shops(&app).await {
        assert_eq!(row.website, None, "{name}");
    }
});
