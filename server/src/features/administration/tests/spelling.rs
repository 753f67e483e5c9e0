//! The panel's list of shops is searched as people type names, too.

use crate::support::TestApp;

both_engines!(shops_are_found_however_they_are_spelled, |app: TestApp| {
    let city = app.city("Winston-Salem", "NC").await;
    for name in [
        "Joe’s Java",
        "ʻOhana Roasters",
        "J.B.'s",
        "Co-Op & Café",
        "Taco Operation",
    ] {
        app.shop(&city).name(name).await;
    }
    let admin = app.administrator().await;
    let found = async |typed: &str| {
        let path = format!("/api/admin/coffee-shops?search={typed}");
        let list = admin.get(&path).await.expect(200).json();
        let shops = list["shops"].as_array().unwrap().iter();
        let names = shops.map(|shop| shop["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    for (typed, name) in [
        ("joes", "Joe’s Java"),
        ("joe%27s+java", "Joe’s Java"),
        ("joe%E2%80%99s", "Joe’s Java"),
        ("%E2%80%98ohana", "ʻOhana Roasters"),
        ("jbs", "J.B.'s"),
        ("j.b.", "J.B.'s"),
        ("coop", "Co-Op & Café"),
        ("co+op+%26", "Co-Op & Café"),
        ("co-op+cafe", "Co-Op & Café"),
        // As in the address of its page.
        ("taco-operation-winston", "Taco Operation"),
    ] {
        assert_eq!(found(typed).await, [name], "{typed}");
    }
    for everywhere in ["winstonsalem", "winston-salem", "salem+winston", ""] {
        assert_eq!(found(everywhere).await.len(), 5, "{everywhere}");
    }
    // Signs alone are nothing that all shops have, or a bulk edit would change them all.
    assert!(found("%27").await.is_empty());
});
