//! Names as people type them: with any apostrophe or none, without dots, with hyphens, joined and apart.

use super::{names, phrases::encoded, search, towns};
use crate::support::TestApp;

/// Town, state, name.
const SHOPS: &[(&str, &str, &str)] = &[
    ("Hilo", "HI", "ʻOhana Roasters"),
    ("Hilo", "HI", "Ohana Coffee Truck"),
    ("Kaneohe", "HI", "Kāneʻohe Bay Coffee"),
    ("Kaneohe", "HI", "Kaneohe Corner Cafe"),
    ("Alexandria", "LA", "Joe’s Java"),
    ("Alexandria", "LA", "Joes Diner Coffee"),
    ("Alexandria", "LA", "O'Dell Coffee"),
    ("Alexandria", "LA", "Odell Street Espresso"),
    ("Alexandria", "LA", "L’Étoile Café"),
    ("Alexandria", "LA", "Letoile Coffee Cart"),
    ("Alexandria", "LA", "J.B.'s Beans"),
    ("Alexandria", "LA", "D’Lish"),
    ("Alexandria", "LA", "Co-Op Coffee"),
    ("Alexandria", "LA", "Drip-N-Dash"),
    ("Alexandria", "LA", "No. 1 Coffee"),
    ("Alexandria", "LA", "Merry Go Round and Round We Go"),
    ("Winston-Salem", "NC", "Twin City Beans"),
    ("Wilkes-Barre", "PA", "Public Square Cup"),
    ("Coeur d'Alene", "ID", "Lakeside"),
    // Its name and its state have the parts of "co-op".
    ("Denver", "CO", "Open Range"),
];

async fn directory(app: &TestApp) {
    let mut city = None;
    for (town, state, name) in SHOPS {
        if city.as_ref().is_none_or(|(known, _)| known != town) {
            city = Some((*town, app.city(town, state).await));
        }
        let (_, city) = city.as_ref().unwrap();
        app.shop(city).name(name).await;
    }
}

both_engines!(a_name_is_found_however_it_is_spelled, |app: TestApp| {
    const FOUND: &[(&[&str], &[&str])] = &[
        (
            &["ohana", "'ohana", "‘Ohana", "ʻohana", "OHANA"],
            &["Ohana Coffee Truck", "ʻOhana Roasters"],
        ),
        (
            &["kaneohe", "kane'ohe", "Kāneʻohe", "kane`ohe"],
            &["Kaneohe Corner Cafe", "Kāneʻohe Bay Coffee"],
        ),
        (
            &["joes", "joe's", "joe’s", "Joe`s", "joe"],
            &["Joes Diner Coffee", "Joe’s Java"],
        ),
        (&["joes java", "joe's java", "java joes"], &["Joe’s Java"]),
        (
            &["odell", "o'dell", "O’Dell", "ODELL"],
            &["O'Dell Coffee", "Odell Street Espresso"],
        ),
        (
            &["letoile", "l'etoile", "L’Étoile"],
            &["Letoile Coffee Cart", "L’Étoile Café"],
        ),
        (&["etoile", "l etoile cafe"], &["L’Étoile Café"]),
        (
            &["jbs", "j.b.'s", "JB's", "jb’s beans", "J.B.S"],
            &["J.B.'s Beans"],
        ),
        (&["dlish", "d'lish", "D’LISH"], &["D’Lish"]),
        (
            &["coop", "co-op", "Co‑Op coffee", "coop coffee"],
            &["Co-Op Coffee"],
        ),
        (
            &[
                "dripndash",
                "drip n dash",
                "drip-n-dash",
                "drip–n–dash",
                "drip-n",
            ],
            &["Drip-N-Dash"],
        ),
        (
            &[
                "winstonsalem",
                "winston salem",
                "winston-salem",
                "Winston‑Salem, NC",
                "coffee in winstonsalem",
            ],
            &["Twin City Beans"],
        ),
        (
            &[
                "wilkesbarre",
                "wilkes barre pa",
                "wilkes-barre",
                "Wilkes–Bare",
            ],
            &["Public Square Cup"],
        ),
        (&["coeur dalene", "coeur d’alene, id"], &["Lakeside"]),
        (&["no.1 coffee", "No.1"], &["No. 1 Coffee"]),
        (
            &["merry-go-round", "merry-go-round-and-round-we-go"],
            &["Merry Go Round and Round We Go"],
        ),
    ];
    directory(&app).await;
    for (texts, expected) in FOUND {
        for text in *texts {
            let answer = search(&app, SHOPS.len(), &format!("q={}", encoded(text))).await;
            let mut found = names(&answer);
            found.sort_unstable();
            assert_eq!(found, *expected, "{text}");
        }
    }
    // Apart, "co" may be Colorado, too.
    let apart = search(&app, SHOPS.len(), "q=co+op").await;
    assert_eq!(names(&apart)[0], "Co-Op Coffee");
});

both_engines!(a_town_is_suggested_however_it_is_spelled, |app: TestApp| {
    directory(&app).await;
    for (text, slug) in [
        ("kane'ohe", "kaneohe-hi"),
        ("kaneʻohe hawaii", "kaneohe-hi"),
        ("winstonsalem", "winston-salem-nc"),
        ("winston salem", "winston-salem-nc"),
        ("coffee in wilkesbarre", "wilkes-barre-pa"),
        ("Coeur dAlene", "coeur-dalene-id"),
    ] {
        let answer = search(&app, SHOPS.len(), &format!("q={}", encoded(text))).await;
        assert_eq!(towns(&answer), [slug], "{text}");
    }
});
