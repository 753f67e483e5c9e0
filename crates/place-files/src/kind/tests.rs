//! Names and categories, as lists have them.

use super::*;

fn kind(name: &str, categories: &[&str], schema: Schema) -> Kind {
    let place = PlaceRecord {
        name: Some(name.to_owned()),
        categories: categories.iter().map(|text| (*text).to_owned()).collect(),
        ..PlaceRecord::default()
    };
    of(&place, schema)
}

#[test]
fn providers_have_a_category_for_coffee() {
    for category in [
        "Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop",
        "Café",
        "coffee_shop",
        "4bf58dd8d48988d1e0931735",
    ] {
        let kind = kind("Lantern", &[category], Schema::Foursquare);
        assert_eq!(kind, Kind::Coffee, "{category}");
    }
    for category in [
        "Dining and Drinking > Cafe, Coffee, and Tea House > Bubble Tea Shop",
        "cafeteria",
        "internet_cafe",
        "hookah_cafe",
        "bubble_tea_cafe",
        "coffee_and_tea_supplies",
        "bakery",
    ] {
        let kind = kind("Lantern", &[category], Schema::Foursquare);
        assert_eq!(kind, Kind::Other, "{category}");
    }
    let guesses = ["bakery", "coffee_shop"];
    assert_eq!(kind("Lantern", &guesses, Schema::Foursquare), Kind::Coffee);
    assert_eq!(kind("Lantern", &guesses, Schema::Overture), Kind::Other);
    assert_eq!(kind("Lantern", &[], Schema::Overture), Kind::Coffee);
}

#[test]
fn who_runs_a_place_and_its_floor_count_where_the_name_says_nothing() {
    let place = |name: &str, operator: &str, address: &str| {
        let place = PlaceRecord {
            name: Some(name.to_owned()),
            operator: Some(operator.to_owned()),
            address: Some(address.to_owned()),
            ..PlaceRecord::default()
        };
        of(&place, Schema::Free)
    };
    let street = "450 Oak Street";
    assert_eq!(place("Finch Cafe", "Finch LLC", street), Kind::Coffee);
    let caterer = "BON APPETIT MANAGEMENT COMPANY";
    assert_eq!(
        place("Finch Cafe", caterer, street),
        Kind::OtherByName("bon appetit management")
    );
    assert_eq!(place("Finch Coffee", caterer, street), Kind::Coffee);
    for (address, kind) in [
        ("450 Oak Street, 10th Floor", Kind::OtherByName("floor")),
        ("450 Oak Street 3rd Floor", Kind::Coffee),
        ("450 10th Street, Floor 1", Kind::Coffee),
    ] {
        assert_eq!(place("Finch Cafe", "Finch LLC", address), kind, "{address}");
    }
}

#[test]
fn free_lists_have_three_answers() {
    let free = |name: &str, categories: &[&str]| kind(name, categories, Schema::Free);
    for (name, categories) in [
        ("Lantern", &["Coffee Shop"][..]),
        ("Lantern", &["Bar", "Coffee & Tea"]),
        ("Lantern", &["Coffee Bar"]),
        ("Lantern", &["Restaurant"]),
        ("Lantern", &["FS"]),
        ("Lantern", &[]),
        ("Pub Street Coffee", &[]),
        ("The Grill Coffee House", &[]),
        ("Barista Parlor", &[]),
        ("Public Espresso", &[]),
        ("City Roast", &[]),
        ("College Street Cafe", &[]),
        ("The College Cafe", &[]),
        ("University Heights Cafe", &[]),
        ("Spicer's Cafe", &[]),
        ("Lantern Cafe (2nd Fl)", &[]),
        ("Asiago Bagels", &[]),
        ("Thai Coffee House", &[]),
        ("City Hospital/Coffee Central", &[]),
        ("Hospital Street Cafe", &[]),
        ("Left Coast Catering and Cafe", &[]),
        ("Cafe @ the Bank", &[]),
        ("Hong Kong Bakery", &[]),
        ("Finch Mexican Bakery", &[]),
        ("Museum Coffee", &[]),
        ("Sheraton Coffee Bar", &[]),
        ("U Cafe", &[]),
        ("A. Finch Cafe", &[]),
        ("Cafe Rest", &[]),
    ] {
        assert_eq!(
            free(name, categories),
            Kind::Coffee,
            "{name} {categories:?}"
        );
    }
    for (name, categories) in [
        ("Lacquer", &["Nail Salon"][..]),
        ("Joe's", &["Auto Repair"]),
        ("Joe's", &["garage"]),
        ("The Cellar", &["Bar"]),
        ("The Cellar", &["pub", "nightclub"]),
    ] {
        assert_eq!(free(name, categories), Kind::Other, "{name} {categories:?}");
    }
    for (name, categories) in [
        ("Lantern Coffee", &["Car Wash"][..]),
        ("The Cellar", &["Bar", "Restaurant"]),
        ("Lantern", &["Caterer"]),
        ("Sapient Aramark Coffee Bar", &[]),
        ("West High School Coffee", &[]),
        ("Cafeteria La Palma", &[]),
        ("Finch Cafe (4th fl.)", &[]),
        ("Globe Bar & Cafe", &[]),
        ("Blue Korean Cafe", &[]),
        ("Finch Museum Cafe", &[]),
    ] {
        let found = free(name, categories);
        assert!(
            matches!(found, Kind::Doubtful(_)),
            "{name} {categories:?} {found:?}"
        );
    }
    for name in [
        "City Hall Cafeteria",
        "Finch Catering",
        "Cafe at Sodexo",
        "Finch's Pub",
        "Blue Bar & Grill",
        "City Hospital - Tower Cafe",
        "OAK GEN.HOSP./THE PLAZA CAFE",
        "Hill University/Parcel 18 Cafe",
        "Emma College (Muddy River Café)",
        "Park Hotel (Employee Cafe)",
        "Finch Harbor Cafe (13th fl.)",
        "Park Cafe @ Sovereign Bank",
        "Finch Cafe @ Oak Hill Co.",
        "Royal Roast Beef & Seafood",
        "Pad Thai Café",
        "Code 10 Restaurant Cafe",
        "Dumplings Cafe",
        "Cafe & Catering @ Sodexo",
        "Corporate Chefs @ Plaza Cafe",
        "Cafeteria y Pizzeria La Palma",
        "Ballpark - (Cart 14) Bayside Brews",
        "Hill Yacht Club Cafe",
        "Ballpark - Espresso (Suite Level)",
        "Blue Asia Cafe",
        "Casa Finch Rest. & Bakery",
        "B.U. Oak Tower Cafe",
        "SFSU Oak Cafe",
        "Market by Finch & Emp.Caf.",
        "Finch Cafe & Conference",
        "Institute of Modern Art/Water Cafe",
        "Sheraton Hill (Pastry/Cafe)",
        "Finch Cafe - Commissary",
    ] {
        let found = free(name, &[]);
        assert!(matches!(found, Kind::OtherByName(_)), "{name} {found:?}");
    }
}
