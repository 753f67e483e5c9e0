//! Which names are alike.

use super::*;

fn likeness(one: &str, other: &str) -> Likeness {
    let (one, other) = (
        Names::new(one, &[], "Alexandria"),
        Names::new(other, &[], "Alexandria"),
    );
    let likeness = one.likeness(&other);
    assert_eq!(likeness, other.likeness(&one));
    assert_eq!(likeness, one.likeness_to_text(&other.joined()));
    likeness
}

fn are_alike(one: &str, other: &str) -> bool {
    likeness(one, other) == Likeness::Same
}

#[test]
fn a_number_or_a_host_alone_leaves_a_doubt() {
    for (one, other) in [
        ("Parkside Cafe 2", "Parkside Cafe"),
        ("Lantern #2", "Lantern #3"),
        ("Market Hall", "Market Hall / Lantern"),
        ("City Library", "Lantern (City Library)"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Doubtful, "{one} | {other}");
    }
    for (one, other) in [
        ("Market Hall / Heritage", "Market Hall / Onyx"),
        ("Lantern (City Library)", "Blue Door (City Library)"),
        ("Alexandria Tea Company", "Alexandria Coffee Company"),
        ("Gift Shop", "Cup o' Joe"),
        ("Compass Group DBA Lantern", "Compass Group DBA Blue Door"),
        ("Oak Hill LLC / Lantern", "Oak Hill LLC / Blue Door"),
        (
            "Food Hall / Level 2 / Onyx",
            "Food Hall / Level 2 / Heritage",
        ),
    ] {
        assert_eq!(likeness(one, other), Likeness::Different, "{one} | {other}");
    }
    for (one, other) in [
        ("Lantern", "Market Hall / Lantern"),
        ("Lantern (City Library)", "Lantern Coffee"),
        ("Market Hall / Onyx", "Market Hall / Onyx"),
        ("1418 Coffeehouse", "1418 Coffee House"),
        ("Market/Art Lantern", "Art Lantern"),
        ("Food Hall / Level 2 / Onyx", "Onyx Coffee"),
        ("Oak Hill Co. d.b.a. Lantern", "Lantern"),
        ("Oak Hill T/A: Lantern", "Lantern"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Same, "{one} | {other}");
    }
}

#[test]
fn words_that_every_shop_has_do_not_make_names_alike() {
    let whole = |name| {
        let names = Names::new(name, &[], "Alexandria");
        names.keys().next().unwrap().to_owned()
    };
    assert_eq!(whole("The Daily Grind Coffee House"), "daily grind");
    assert_eq!(whole("The Coffee Shop"), "the coffee shop");
    assert_eq!(whole("Alexandria Coffee"), "alexandria");
    assert_eq!(
        whole("Alexandria Blue Door Alexandrias"),
        "blue door alexandrias"
    );
    assert!(!are_alike(
        "Blue Door Coffee Roasters",
        "Red Door Coffee Roasters"
    ));
}

#[test]
fn registered_names_are_names_too() {
    for (one, other) in [
        ("Rust & Bean Coffee", "RUST AND BEAN COFFEE LLC"),
        ("Rust & Bean", "Rust & Bean Alexandria, Inc."),
        (
            "Lantern Coffee",
            "Blue Door Holdings LLC DBA Lantern Coffee",
        ),
        ("Lantern Coffee", "BLUE DOOR HOLDINGS D/B/A LANTERN"),
        ("Tea Tea", "TEA TEA LLC"),
        ("Lantern Coffee", "LANTERN/BLUE DOOR HOLDINGS"),
        ("Lantern Coffee", "Blue Door Holdings (Lantern)"),
    ] {
        assert!(are_alike(one, other), "{one} | {other}");
    }
    for (one, other) in [
        ("Lantern", "Lantern Books"),
        ("Blue Door", "Blue Door Too"),
        ("Lantern", "Blue Door/Red Door"),
    ] {
        assert!(!are_alike(one, other), "{one} | {other}");
    }
}

#[test]
fn a_branch_in_the_name_is_the_same_shop_at_one_place() {
    for (one, other) in [
        ("Lantern", "Lantern - Garfield"),
        ("Lantern", "Lantern – Garfield"),
        ("Lantern", "Lantern, Garfield"),
        ("Lantern", "Lantern at Garfield"),
        ("Lantern Coffee", "Lantern @ Garfield"),
        ("Lantern", "Lantern Garfield"),
        ("Lantern", "Lantern Boylan Heights"),
        ("Lantern", "Lantern Old West Durham"),
        ("Lantern", "Lantern Bloomfield South"),
        ("A Place at the Table", "A Place at the Table - Garfield"),
        ("Lantern", "Downtown Lantern"),
        ("Lantern", "Lantern Main Street"),
        ("Lantern - Garfield", "Lantern Coffee LLC"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Branch, "{one} | {other}");
    }
    for (one, other) in [
        ("Lantern", "Lantern (Garfield)"),
        ("Lantern", "Lantern - Alexandria"),
        ("Lantern - Garfield", "Lantern Garfield"),
        ("Lantern - Garfield", "Lantern Coffee – Garfield"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Same, "{one} | {other}");
    }
    for (one, other) in [
        ("Lantern - Garfield", "Lantern - Bloomfield"),
        ("Lantern (Garfield)", "Lantern (Bloomfield)"),
        ("Lantern", "Lantern - Store 2"),
        ("Garfield", "Lantern - Garfield"),
        ("Cafe", "Cafe 2"),
        ("Lantern", "Lantern No. 3"),
        ("The Coffee Shop", "Coffee Shop #3"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Doubtful, "{one} | {other}");
    }
    for (one, other) in [
        ("Lantern", "Lantern Kitchen"),
        ("Lantern at Garfield", "Onyx at Garfield"),
        ("Market Hall", "Market Hall Heritage Roast"),
    ] {
        assert_eq!(likeness(one, other), Likeness::Different, "{one} | {other}");
    }
}

#[test]
fn other_names_are_compared_and_what_shops_may_share_asks() {
    let named = |name, others: &[&str]| {
        let others: Vec<String> = others.iter().map(|&other| other.to_owned()).collect();
        Names::new(name, &others, "Alexandria")
    };
    let lantern = named("Lantern", &["Oak Hill Foods", "Old Mill Cafe"]);
    let of = |name, others: &[&str]| {
        let other = named(name, others);
        assert_eq!(lantern.likeness(&other), other.likeness(&lantern));
        lantern.likeness_to_text(&other.joined())
    };
    assert_eq!(of("Old Mill", &[]), Likeness::Branch);
    assert_eq!(of("Oak Hill Foods", &[]), Likeness::Branch);
    assert_eq!(of("Lantern", &["Something Else"]), Likeness::Same);
    assert_eq!(of("Blue Door", &["Oak Hill Foods"]), Likeness::Doubtful);
    assert_eq!(of("Blue Door", &["Red Door"]), Likeness::Different);
    let company = named("Lantern", &["Oak Hill LLC"]);
    let other = named("Blue Door", &["OAK HILL, L.L.C."]);
    assert_eq!(company.likeness(&other), Likeness::Different);
    assert_eq!(
        company.likeness(&named("Oak Hill", &[])),
        Likeness::Doubtful
    );
}

#[test]
fn parts_of_names_have_roles() {
    let roles = |name| {
        let parts = parts(name).into_iter();
        parts.map(|part| (part.role, part.text)).collect::<Vec<_>>()
    };
    assert_eq!(roles("Rust & Bean Coffee Co., Inc."), []);
    assert_eq!(roles("Drive-Thru 24/7 Coffee w/Friends"), []);
    assert_eq!(
        roles("Oak Hill LLC D/B/A: Lantern – Garfield (City Library)"),
        [
            (Role::Company, "Oak Hill LLC"),
            (Role::Shop, "Lantern"),
            (Role::Branch, "Garfield"),
            (Role::Bracket, "City Library"),
        ]
    );
    assert_eq!(
        roles("Market Hall / Lantern f/k/a Blue Door"),
        [
            (Role::Host, "Market Hall"),
            (Role::Shop, "Lantern"),
            (Role::Alias, "Blue Door"),
        ]
    );
    assert_eq!(
        roles("Oak Hill Inc. (DBA Lantern)"),
        [(Role::Company, "Oak Hill Inc."), (Role::Shop, "Lantern")]
    );
}
