//! The test set, and single rules.

use super::*;
use crate::features::ai_texts::fact::Amenity;

const TEST_SET: &str = include_str!("test-set.txt");

fn amenity(name: &str) -> Amenity {
    match name {
        "wifi" => Amenity::Wifi,
        "parking" => Amenity::Parking,
        "pets" => Amenity::Pets,
        "work" => Amenity::Work,
        "outdoor" => Amenity::Outdoor,
        "breakfast" => Amenity::Breakfast,
        other => panic!("{other}"),
    }
}

fn add(facts: &mut ShopFacts, kind: &str, value: &str) {
    let text = value.to_owned();
    match kind {
        "street" => facts.0.push(Fact::Street(text)),
        "category" => facts.0.push(Fact::Category(text)),
        "hours" => facts
            .0
            .extend(value.split("; ").map(|days| Fact::Hours(days.to_owned()))),
        "price" => facts.0.push(Fact::Price(value.parse().unwrap())),
        "yes" | "no" => {
            let amenities = value.split(", ").map(amenity);
            facts
                .0
                .extend(amenities.map(|it| Fact::Amenity(it, kind == "yes")));
        }
        other => panic!("{other}"),
    }
}

/// Facts, text, and whether it is honest.
fn test_set() -> Vec<(ShopFacts, &'static str, bool)> {
    let mut facts = ShopFacts::default();
    let mut texts = Vec::new();
    for line in TEST_SET
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (kind, value) = line.split_once(": ").unwrap();
        match kind {
            "shop" => {
                let parts: Vec<String> = value.split(" | ").map(str::to_owned).collect();
                let [name, town, code, state] = parts.try_into().unwrap();
                facts = ShopFacts(vec![Fact::Name(name), Fact::Place(town, code, state)]);
            }
            "honest" | "lie" => texts.push((facts.clone(), value, kind == "honest")),
            kind => add(&mut facts, kind, value),
        }
    }
    texts
}

fn checked(facts: &ShopFacts, text: &str) -> Result<Used, String> {
    check_length(text)?;
    check(text, facts)
}

#[test]
fn no_lie_of_the_test_set_passes_and_nine_honest_texts_in_ten_do() {
    let (mut honest, mut passed) = (0, 0);
    for (facts, text, is_honest) in test_set() {
        let result = checked(&facts, text);
        if is_honest {
            honest += 1;
            passed += usize::from(result.is_ok());
            if let Err(reason) = result {
                println!("refused: {text}\n  {reason}");
            }
        } else {
            assert!(result.is_err(), "passed: {text}");
        }
    }
    assert!(test_set().len() >= 80 && honest >= 36, "{honest}");
    assert!(passed * 10 >= honest * 9, "{passed} of {honest}");
}

#[test]
fn a_text_rests_on_the_facts_that_it_names() {
    let (facts, ..) = test_set().swap_remove(0);
    let rests = |text: &str| {
        let used = check(text, &facts).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let named = facts.numbered().filter(|(number, _)| used.contains(number));
        named.map(|(_, fact)| fact.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        rests("Blue Door has wifi on Main Street and is closed on Sundays."),
        [
            "name: Blue Door Coffee",
            "street: 126 Main Street",
            "hours: Sun closed",
            "wifi: yes"
        ]
    );
    assert_eq!(
        rests("The café is open on weekdays from 7 to 3 PM and has moderate prices."),
        [
            "category: Café",
            "hours: Mon to Fri 7 AM – 3 PM",
            "price level: moderate"
        ]
    );
}

#[test]
fn what_is_refused_says_why() {
    let (facts, ..) = test_set().swap_remove(0);
    for (text, reason) in [
        ("It is the best café.", "“best”"),
        ("It has a <b>café</b>.", "“<”"),
        ("Visit evil.com.", "“evil.com”"),
        ("It has pets.", "pet friendly: yes"),
        ("It doesn't have wifi.", "wifi: no"),
        ("It isn't a café.", "denies"),
        ("It is expensive.", "expensive"),
        ("The price is right.", "doesn't say which"),
        ("It closes.", "closes"),
        ("It is closed.", "is closed"),
        ("It is open on Sunday.", "other days or hours"),
        ("It has wifi on Monday.", "when there is"),
        ("It is open Monday to Friday", "no end"),
        ("It has\u{202e} wifi.", "control"),
    ] {
        let refused = check(text, &facts).unwrap_err();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    assert!(check_length("Short.").unwrap_err().contains("shorter"));
    assert!(
        check_length(&"a ".repeat(400))
            .unwrap_err()
            .contains("longer")
    );
}

#[test]
fn a_negation_reaches_as_far_as_one_reads_it() {
    let mut facts = ShopFacts::default();
    for (kind, value) in [("yes", "wifi, outdoor"), ("no", "parking, pets")] {
        add(&mut facts, kind, value);
    }
    for (text, is_true) in [
        ("It has wifi and no parking.", true),
        ("It has no parking or pets.", true),
        ("It has no parking, but wifi.", true),
        ("It has neither parking nor pets.", true),
        ("Pets are not allowed, and there is wifi.", true),
        ("It has no parking and outdoor seating.", false),
        ("It has no wifi and parking.", false),
        ("It has wifi and parking.", false),
        ("Without wifi, it has outdoor seating.", false),
    ] {
        assert_eq!(check(text, &facts).is_ok(), is_true, "{text}");
    }
}
