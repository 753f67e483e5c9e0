//! Which shops are the same, and what is said about those that aren't.

use super::*;

const HERE: (f64, f64) = (31.3113, -92.4451);
/// Some 60 m north.
const NEXT_DOOR: (f64, f64) = (31.311_84, -92.4451);
/// Some 220 m north.
const ALONG_THE_STREET: (f64, f64) = (31.3133, -92.4451);
const ACROSS_TOWN: (f64, f64) = (31.33, -92.46);

fn facts() -> Facts<'static> {
    Facts {
        name: "Rust & Bean Coffee",
        street: Some("126 Main Street"),
        zip: Some("71301"),
        town_name: "Alexandria",
        town_slug: "alexandria-la",
        ..Facts::default()
    }
}

fn compared(one: Facts<'_>, other: Facts<'_>) -> Similarity {
    let (one, other) = (Profile::new(&one), Profile::new(&other));
    assert_eq!(one.compare(&other), other.compare(&one));
    one.compare(&other)
}

#[test]
fn name_and_address_alone_are_enough() {
    let second_list = Facts {
        name: "RUST AND BEAN COFFEE LLC",
        street: Some("126 MAIN ST STE B"),
        ..facts()
    };
    let similarity = compared(facts(), second_list);
    assert_eq!(similarity.points, 80);
    assert_eq!(similarity.signs, [Sign::Name, Sign::Address]);
    let with_town = Facts {
        name: "Rust & Bean Alexandria",
        zip: None,
        ..facts()
    };
    assert_eq!(compared(facts(), with_town).points, 80);
}

#[test]
fn html_of_an_earlier_release_is_read() {
    let old = Facts {
        name: "Rust &amp; Bean&#039;s",
        street: Some("126 O&#039;Neal Street"),
        ..facts()
    };
    let new = Facts {
        name: "Rust & Bean's",
        street: Some("126 O'Neal Street"),
        ..facts()
    };
    assert_eq!(Profile::new(&old), Profile::new(&new));
}

#[test]
fn a_shop_with_another_name_in_the_same_house_with_the_same_contact_is_a_question() {
    let old = Facts {
        telephone: Some("+13185550142"),
        ..facts()
    };
    let renamed = Facts {
        name: "Lantern Roasters",
        ..old
    };
    let similarity = compared(old, renamed);
    assert_eq!(similarity.points, 79);
    assert_eq!(
        similarity.signs,
        [Sign::Address, Sign::AddressAndContact, Sign::Telephone]
    );
    let neighbor = Facts {
        telephone: Some("+13185550199"),
        ..renamed
    };
    assert_eq!(compared(old, neighbor).points, 40, "two shops in one house");
}

#[test]
fn two_branches_are_two_shops() {
    let one = Facts {
        point: Some(HERE),
        telephone: Some("+13185550142"),
        website: Some("https://rustandbean.example/"),
        ..facts()
    };
    let branch = Facts {
        street: Some("40 Oak Street"),
        point: Some(ACROSS_TOWN),
        ..one
    };
    let similarity = compared(one, branch);
    assert_eq!(
        (similarity.points, similarity.difference),
        (40, Some(Difference::Street))
    );
    let without_street = Facts {
        street: None,
        ..branch
    };
    let similarity = compared(one, without_street);
    assert_eq!(
        (similarity.points, similarity.difference),
        (40, Some(Difference::Distance))
    );
    // With a street on one side only and without points, it is a question.
    let only_website = Facts {
        street: None,
        point: None,
        telephone: None,
        ..one
    };
    assert_eq!(compared(one, only_website).points, 60);
}

#[test]
fn points_speak_only_when_they_are_near_or_far() {
    let at = |point| Facts {
        street: None,
        point: Some(point),
        ..facts()
    };
    assert_eq!(compared(at(HERE), at(NEXT_DOOR)).points, 80);
    let in_another_town = Facts {
        zip: None,
        town_slug: "pineville-la",
        ..at(NEXT_DOOR)
    };
    assert_eq!(compared(at(HERE), in_another_town).points, 65);
    assert_eq!(compared(at(HERE), at(ALONG_THE_STREET)).points, 40);
    let other_name = Facts {
        name: "Lantern Roasters",
        ..at(NEXT_DOOR)
    };
    assert_eq!(compared(at(HERE), other_name).points, 25);
}

#[test]
fn one_address_in_two_towns_is_two_houses() {
    let elsewhere = Facts {
        zip: Some("70401"),
        town_name: "Hammond",
        town_slug: "hammond-la",
        ..facts()
    };
    assert_eq!(compared(facts(), elsewhere).points, 40);
}

#[test]
fn the_towns_name_and_common_words_tell_no_shop() {
    let named = |name| Facts {
        name,
        street: None,
        ..facts()
    };
    for (one, other, are_alike) in [
        ("Alexandria Coffee House", "Alexandria Coffee", true),
        ("Alexandria Blue Door", "Blue Door Coffee", true),
        ("The Blue Door, Inc.", "Blue Door", true),
        ("Blue Door", "Red Door", false),
        ("Alexandria Coffee", "Blue Door", false),
        ("The Coffee Shop", "The Coffee Shop", true),
    ] {
        let points = compared(named(one), named(other)).points;
        assert_eq!(points, if are_alike { 40 } else { 0 }, "{one} | {other}");
    }
}

#[test]
fn sites_that_many_share_are_no_sign() {
    let on = |website| Facts {
        name: "Blue Door",
        street: None,
        website: Some(website),
        ..facts()
    };
    let other = Facts {
        name: "Lantern",
        ..on("https://www.facebook.com/lantern")
    };
    assert_eq!(
        compared(on("https://facebook.com/bluedoor"), other).points,
        0
    );
}

#[test]
fn a_name_and_a_phone_number_in_one_town_are_enough() {
    let called = Facts {
        street: None,
        telephone: Some("+13185550142"),
        ..facts()
    };
    assert_eq!(compared(called, called).points, 80);
    let numbered = Facts {
        name: "Rust & Bean Coffee 2",
        ..called
    };
    assert_eq!(compared(called, numbered).points, 60, "digits differ");
    let at_one_address = Facts {
        street: Some("126 Main Street"),
        ..numbered
    };
    let known = Facts {
        street: Some("126 Main Street"),
        ..called
    };
    assert_eq!(compared(known, at_one_address).points, 79);
    let stall = |name| Facts { name, ..known };
    assert_eq!(
        compared(stall("Market Hall / Heritage"), stall("Market Hall / Onyx")).points,
        79
    );
}
