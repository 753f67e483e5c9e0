//! The eight rules, and invariants for every name.

use chain_names::{
    Candidate, Field, Lists, Reason, Sign, Verdict, decide, regional_chains, simplify,
};
use proptest::prelude::*;

fn shop(name: &str) -> Candidate<'_> {
    Candidate {
        name,
        state: Some("NC"),
        ..Candidate::default()
    }
}

fn explain(candidate: &Candidate<'_>) -> String {
    match decide(candidate, &Lists::default()) {
        Verdict::Independent => "independent".to_owned(),
        Verdict::Chain(reason) => format!("chain: {reason}"),
        Verdict::Review(reason) => format!("review: {reason}"),
    }
}

#[test]
fn a_brand_id_of_the_table_is_a_chain_whatever_the_name() {
    let candidate = Candidate {
        brand_wikidata: Some("Q37158"),
        ..shop("The Corner Cup")
    };
    assert_eq!(
        explain(&candidate),
        "chain: brand:wikidata Q37158 is Starbucks"
    );
    let two = Candidate {
        brand_wikidata: Some("Q1; Q37158"),
        ..shop("The Corner Cup")
    };
    assert_eq!(explain(&two), "chain: brand:wikidata Q37158 is Starbucks");
    let unknown = Candidate {
        brand_wikidata: Some("Q1"),
        ..shop("The Corner Cup")
    };
    assert_eq!(explain(&unknown), "independent");
}

#[test]
fn equal_names_of_coffee_brands_are_chains() {
    for name in [
        "Starbucks",
        "STARBUCKS COFFEE",
        "Dunkin’",
        "Dunkin Donuts",
        "Caffè Nero",
        "Caffe Nero",
        "Joe & The Juice",
        "Joe and the Juice",
    ] {
        assert!(
            explain(&shop(name)).starts_with("chain: equals \""),
            "{name}"
        );
    }
    for name in [
        "Joe's Coffee",
        "Dunkin Hill Coffee",
        "Starbuckle Roasters",
        "Nero's Grill",
    ] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
}

#[test]
fn coffee_brands_are_known_with_their_branch_and_trailing_words() {
    assert_eq!(
        explain(&shop("Dunkin' #7234")),
        "chain: equals \"Dunkin'\" after cutting \"#7234\""
    );
    assert_eq!(
        explain(&shop("Peet's Coffee (Terminal 2)")),
        "chain: equals \"Peet's Coffee\" after cutting \"(Terminal 2)\""
    );
    for name in [
        "Starbucks @ Duke",
        "Starbucks - Ninth Street",
        "Starbucks at Target",
        "Starbucks Cafe",
        "Starbucks Space 4",
        "Krispy Kreme Company",
    ] {
        assert!(explain(&shop(name)).starts_with("chain: "), "{name}");
    }
}

#[test]
fn other_brands_must_be_equal_without_cutting() {
    assert_eq!(explain(&shop("McDonald's")), "chain: equals \"McDonald's\"");
    assert_eq!(
        explain(&shop("Panera Bread")),
        "chain: equals \"Panera Bread\""
    );
    for name in [
        "Chevron Cafe",
        "Liberty Coffee",
        "McDonald's Coffee Company",
        "Holiday Roasters",
        "Lucky Cafe",
    ] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
}

#[test]
fn a_certain_brand_is_known_anywhere_in_a_compound_name() {
    for name in [
        "DUNKIN DONUTS/GALLERIA",
        "Starbucks Store 17551",
        "STARBUCKS 17551",
        "Renaissance Hotel (Starbucks)",
        "Renaissance Hotel - Starbucks",
        "Renaissance Hotel Starbucks",
        "Kroger Starbucks #12",
        "Au Bon Pain #134",
        "Au Bon Pain, Inc.",
        "Starbucks inside King Sooper",
        "Oak Hill Holdings LLC dba Caribou Coffee",
        "Port City Java Coffeehouse & Cafe",
        "Peet's Coffee, LLC",
    ] {
        assert!(
            explain(&shop(name)).starts_with("chain: "),
            "{name}: {}",
            explain(&shop(name))
        );
    }
}

#[test]
fn bakery_cafes_are_known_with_the_kind_and_the_place() {
    for name in [
        "Panera Bread Bakery Cafe",
        "Panera Cafe",
        "Au Bon Pain",
        "Au Bon Pain - Galleria",
        "Au Bon Pain Cafe",
        "Au Bon Pain Prudential Center",
        "Einstein's Bagels",
        "Einstein Bros Bagel",
        "LaMar's",
        "LaMar's Donuts & Coffee",
        "Paradise Bakery",
        "Paradise Bakery & Cafe",
        "Bruegger's Bagel Bakery",
        "Paris Baguette Cafe",
        "Tim Hortons Cafe & Bake Shop",
    ] {
        let found = explain(&shop(name));
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
    for name in [
        "Panera Street Coffee",
        "Au Bon Cafe",
        "Einstein's Attic Coffee",
        "Lamar's Garage Coffee",
        "Bruegger Farm Cafe",
    ] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
}

#[test]
fn a_brand_before_a_place_or_beside_a_host_is_certain() {
    for name in [
        "DUNKIN DONUT",
        "Dunkin Donuts North Station",
        "Dunkin North Station",
        "Dunkin Donuts Baskin Robbins",
        "Dunkin' Donuts & Baskin-Robbins",
        "Starbucks Back Bay",
        "Starbucks Coffee Sheraton Hotel",
        "STARBUCKS LOGAN AIRPORT TERMINAL B",
        "Blue Bottle Coffee Harvard Square",
        "HOST-STARBUCKS",
        "HOST-STARBUCKS-GATE C28 Trmnl C",
        "Au Bon Pain Outdoor Cafe",
        "Choice's by Au Bon Pain",
        "Lobby by Starbucks",
        "B. U. Einsteins Bagels",
        "Port City Java Cofeehouse Café",
        "STARBUCKS-GALLERIA",
        "HMSHost Dunkin",
        "Marriott Starbucks Kiosk",
        "Blue Bottle Coffee Truck",
        "Nespresso Boutique Bar",
        "Starbuck's Coffee",
        "Peets Coffee House",
        "McDonald's - Galleria",
        "Burger King Restaurant",
        "Pret A Manger",
        "The Dutch Bros",
        "The Human Bean Logan Airport Terminal C",
        "Corner Bakery Cafe North Station",
        "85C Bakery Cafe",
    ] {
        let found = explain(&shop(name));
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
    for name in [
        "Starbucks Lovers Cafe",
        "Star Bucks Saloon",
        "Java City Market",
        "Blue Bottle Tree Cafe",
        "Pret",
        "Gong Cha Durham",
        "Dunkin Back Bay",
    ] {
        let found = explain(&shop(name));
        assert!(found.starts_with("review: "), "{name}: {found}");
    }
    for name in ["Gong Cha Durham", "Gong Cha of Durham", "Dunkin Durham"] {
        let in_town = Candidate {
            town: Some("Durham"),
            ..shop(name)
        };
        let found = explain(&in_town);
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
    for name in ["McDonald's / Coffee Corner", "Five Points Restaurant"] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
}

#[test]
fn common_words_mean_a_brand_as_the_whole_name_only() {
    for name in [
        "Corner Bakery",
        "Corner Bakery Cafe #12",
        "Corner Bakery - Galleria",
    ] {
        let found = explain(&shop(name));
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
    assert!(explain(&shop("The Corner Bakery")).starts_with("review: "));
    for name in [
        "Street Corner Bakery",
        "Hill Market Corner Bakery",
        "Corner Bakery Friends",
        "Conner Bakery",
        "Bird of Paradise Bakery",
        "Our Community Coffee",
    ] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
    let at = |name, state| Candidate {
        state: Some(state),
        ..shop(name)
    };
    assert_eq!(explain(&at("Arabica Coffee", "ME")), "independent");
    assert!(explain(&at("% Arabica", "NY")).starts_with("review: "));
    assert_eq!(
        explain(&at("Black Rock Coffee Roasters", "ND")),
        "independent"
    );
    assert!(explain(&at("Black Rock Coffee", "OR")).starts_with("chain: "));
}

#[test]
fn a_brand_among_other_words_and_one_slip_are_questions() {
    for name in [
        "Java City Beans",
        "Grounds for Starbucks Critics",
        "Carabou",
        "Pete's Coffee",
        "Starducks",
        "Tim Mortons",
        "Scoter's Coffee",
        "Star Bucks Saloon",
        "Better than Starbucks",
    ] {
        assert!(
            explain(&shop(name)).starts_with("review: "),
            "{name}: {}",
            explain(&shop(name))
        );
    }
}

#[test]
fn a_typo_in_a_long_and_famous_name_is_a_mistake() {
    for name in [
        "Carabou Coffee",
        "Stabucks",
        "Starbukcs #12",
        "Brueger's Bagels",
        "Starbuks Coffee",
        "Tim Horton",
    ] {
        let found = explain(&shop(name));
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
}

#[test]
fn short_names_that_are_no_words_are_brands() {
    for name in ["KFC", "IHOP", "TCBY", "KFC #12"] {
        let found = explain(&shop(name));
        assert!(found.starts_with("chain: "), "{name}: {found}");
    }
    for name in ["Jet", "Hess"] {
        let found = explain(&shop(name));
        assert!(found.starts_with("review: "), "{name}: {found}");
    }
    let at = |state| Candidate {
        state: Some(state),
        ..shop("Casey's")
    };
    assert_eq!(explain(&at("OR")), "independent");
    assert!(explain(&at("IA")).starts_with("review: "));
}

#[test]
fn a_brands_word_makes_no_chain_of_an_independent() {
    for name in [
        "Peet Street Coffee",
        "Lantern Coffee at Barnes & Noble",
        "Lantern Coffee @ Krispy Kreme",
        "Lucky Cafe #2",
        "Kroger Cafe",
        "Blue Door (Shell)",
        "Costa Brava Cafe",
        "Caribou Crossing Coffee",
        "Dunkin Hill Coffee",
        "Peets Landing",
    ] {
        assert_eq!(explain(&shop(name)), "independent", "{name}");
    }
}

#[test]
fn brands_of_some_states_bind_in_those() {
    let at = |state| Candidate {
        state,
        ..shop("Better Buzz Coffee")
    };
    assert_eq!(
        explain(&at(Some("CA"))),
        "chain: equals \"Better Buzz Coffee\""
    );
    assert_eq!(
        explain(&at(Some("ca "))),
        "chain: equals \"Better Buzz Coffee\""
    );
    assert_eq!(explain(&at(Some("NC"))), "independent");
    let unknown =
        "review: equals \"Better Buzz Coffee\", which is a chain in CA, but the state is not known";
    assert_eq!(explain(&at(None)), unknown);
    assert_eq!(explain(&at(Some(" "))), unknown);
}

#[test]
fn common_names_need_a_second_sign() {
    let grind = Candidate {
        state: Some("CA"),
        ..shop("Grind Coffee")
    };
    assert_eq!(
        explain(&grind),
        "review: has the name of \"Grind\", which others have too"
    );
    for (sign, candidate) in [
        (
            Sign::Brand,
            Candidate {
                brand: Some("GRIND"),
                ..grind
            },
        ),
        (
            Sign::Operator,
            Candidate {
                operator: Some("Grind"),
                ..grind
            },
        ),
        (
            Sign::Website,
            Candidate {
                website_host: Some("www.grind.co.uk"),
                ..grind
            },
        ),
        (
            Sign::Provider,
            Candidate {
                provider_chain_flag: true,
                ..grind
            },
        ),
    ] {
        let Verdict::Chain(Reason::SameName {
            brand: "Grind",
            sign: found,
            ..
        }) = decide(&candidate, &Lists::default())
        else {
            panic!("{candidate:?}");
        };
        assert_eq!(found, Some(sign));
    }
    let other_host = Candidate {
        website_host: Some("thedailygrindraleigh.com"),
        ..grind
    };
    assert!(explain(&other_host).starts_with("review: "));
}

#[test]
fn a_named_brand_counts_like_the_name() {
    let candidate = Candidate {
        brand: Some("Caribou Coffee"),
        ..shop("Skyway Kiosk")
    };
    let Verdict::Chain(Reason::SameName {
        brand,
        field: Field::Brand,
        cut: None,
        sign: None,
    }) = decide(&candidate, &Lists::default())
    else {
        panic!("{}", explain(&candidate));
    };
    assert_eq!(brand, "Caribou Coffee");
}

#[test]
fn a_providers_flag_alone_makes_no_chain() {
    let roaster = Candidate {
        provider_chain_flag: true,
        ..shop("Larry's Seven Shops Roasting")
    };
    assert_eq!(explain(&roaster), "independent");
}

#[test]
fn regional_chains_are_known_where_they_are() {
    let in_louisiana = |name| Candidate {
        state: Some("LA"),
        ..shop(name)
    };
    assert_eq!(
        explain(&in_louisiana("CC's Coffee House")),
        "chain: equals the regional chain \"CC's Coffee House\""
    );
    assert_eq!(
        explain(&in_louisiana("CC’s Coffee House - Alexandria")),
        "chain: equals the regional chain \"CC's Coffee House\" after cutting \"- Alexandria\""
    );
    assert!(explain(&shop("Ziggi's Coffee")).starts_with("chain: "));
    assert_eq!(
        explain(&Candidate {
            state: Some("WA"),
            ..shop("Community Coffee")
        }),
        "independent",
        "another state's own"
    );
}

#[test]
fn every_regional_chain_is_denied_until_it_is_allowed() {
    for name in regional_chains() {
        let somewhere = Candidate {
            state: None,
            ..shop(name)
        };
        assert_ne!(explain(&somewhere), "independent", "{name}");
        assert_eq!(
            decide(&somewhere, &Lists::new([name], [])),
            Verdict::Independent,
            "{name}"
        );
    }
    assert!(regional_chains().count() >= 28);
}

#[test]
fn the_administrators_lists_win_and_the_deny_list_first() {
    let lists = Lists::new(
        ["Starbucks", "Ziggi's Coffee", "Both"],
        ["Larry's Beans", "both"],
    );
    assert_eq!(
        decide(
            &Candidate {
                brand_wikidata: Some("Q37158"),
                ..shop("STARBUCKS")
            },
            &lists
        ),
        Verdict::Independent
    );
    assert_eq!(decide(&shop("Ziggis Coffee"), &lists), Verdict::Independent);
    assert_eq!(
        decide(&shop("Larrys beans"), &lists),
        Verdict::Chain(Reason::Denied)
    );
    assert_eq!(
        decide(&shop("Both"), &lists),
        Verdict::Chain(Reason::Denied)
    );
    assert_eq!(
        decide(&shop("Larry's Beans & More"), &lists),
        Verdict::Independent,
        "exact names only"
    );
    assert!(
        matches!(decide(&shop("Starbucks #4"), &lists), Verdict::Chain(_)),
        "exact names only"
    );
    let empty = Lists::new(["", "☕"], ["", "--"]);
    assert_eq!(
        decide(&shop("☕"), &empty),
        Verdict::Independent,
        "a name without letters is on no list"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn simplifying_twice_changes_nothing(name in "\\PC{0,40}") {
        let once = simplify(&name);
        prop_assert_eq!(simplify(&once), once.clone());
        prop_assert!(once.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    }

    #[test]
    fn no_record_stops_the_rule(name in "\\PC{0,60}|[ #(@–at\u{0130}éspaceCoffeeCo.-]{0,30}", brand in "\\PC{0,20}", id in "Q[0-9]{0,8}|\\PC{0,9}", host in "[a-z.]{0,20}|\\PC{0,9}", flag: bool) {
        let candidate = Candidate {
            name: &name, brand: Some(&brand), brand_wikidata: Some(&id), operator: Some(&brand), website_host: Some(&host),
            state: Some(&host), town: Some(&brand), provider_chain_flag: flag,
        };
        if let Verdict::Chain(reason) | Verdict::Review(reason) = decide(&candidate, &Lists::default()) {
            prop_assert!(!reason.to_string().is_empty());
        }
    }

    #[test]
    fn deny_beats_everything_and_allow_beats_the_tables(name in "(Starbucks|Dunkin'|CC's Coffee House|McDonald's|Grind|[A-Za-z' ]{1,20})( #[0-9]{1,4}| Coffee)?", id in proptest::option::of(Just("Q37158"))) {
        prop_assume!(!simplify(&name).is_empty());
        let candidate = Candidate { brand_wikidata: id, provider_chain_flag: true, state: Some("LA"), ..shop(&name) };
        let denied = Lists::new(vec![name.as_str()], vec![name.as_str()]);
        prop_assert_eq!(decide(&candidate, &denied), Verdict::Chain(Reason::Denied));
        let allowed = Lists::new(vec![name.as_str()], vec![]);
        prop_assert_eq!(decide(&candidate, &allowed), Verdict::Independent);
    }

    #[test]
    fn case_blanks_and_punctuation_never_change_a_verdict(name in "(Starbucks|Dunkin'|Peet's Coffee|Ziggi's Coffee|Grind|Onyx|Bean Barn)") {
        let plain = explain(&shop(&name));
        let shouted = name.to_uppercase().replace('\'', "’");
        prop_assert_eq!(explain(&shop(&format!("  {shouted}. "))), plain);
    }
}
