//! Fields that several forms share, with the same checks and messages (`owner-admin.md`, section 5).

use chrono_tz::Tz;
use hours_text::Hours;

use super::{contact, week::Week};
use crate::{
    catalog::profiles,
    platform::{
        error::FieldErrors,
        mail::EmailAddress,
        numbers::degrees,
        typed_text::{self, Field, line},
    },
};

/// The facts of a shop as most forms name and limit them.
pub const NAME: Field = field("name", "Name", 200);
pub const STREET: Field = field("street", "Street", 200);
pub const PHONE: Field = field("phone", "Phone", 40);
pub const WEBSITE: Field = field("website", "Website", 500);
pub const HOURS: Field = field("hours", "Hours", 500);
pub const DESCRIPTION: Field = field("description", "Description", 500);
pub const MENU: Field = field("menuUrl", "Menu link", 500);
pub const INSTAGRAM: Field = field("instagram", "Instagram", 300);
pub const FACEBOOK: Field = field("facebook", "Facebook", 300);
const TIME_ZONE: Field = field("timeZone", "Time zone", 64);
const PUBLIC_EMAIL: Field = field("publicEmail", "Public email", 254);
const MAX_CATEGORIES: usize = 6;
const LONGEST_CATEGORY: usize = 40;

const fn field(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// The message for an invalid ZIP code.
pub const BAD_ZIP: &str = "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)";
const BAD_PHONE: &str = "Please enter a valid US phone number (e.g., (318) 555-0142)";
const BAD_EMAIL: &str = "Please enter a valid email address (e.g., hello@example.com)";
const BAD_INSTAGRAM: &str =
    "That's no Instagram profile. Please enter a name such as @bluedoor, or the profile's link.";
const BAD_FACEBOOK: &str = "That's no Facebook page. Please enter its name, or the page's link.";
const BAD_TIME_ZONE: &str = "Please enter the name of a time zone (e.g., America/Denver)";
const BAD_WEB_ADDRESS: &str = "Please enter a valid web address (e.g., https://example.com)";

/// Five digits, optionally followed by a dash and four more.
#[must_use]
pub fn is_zip(text: &str) -> bool {
    let digits =
        |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(text, 5),
    }
}

/// The cleaned ZIP code. An invalid one is recorded under `field`.
pub fn zip(field: &'static str, typed: Option<&str>, wrong: &mut FieldErrors) -> String {
    let zip = line(typed.unwrap_or_default());
    if !is_zip(&zip) {
        wrong.add(field, BAD_ZIP);
    }
    zip
}

/// The phone number in E.164; `None` if it is empty, or invalid, which is recorded.
pub fn telephone(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = field.line(typed, wrong)?;
    let telephone = contact::telephone(&typed);
    if telephone.is_none() {
        wrong.add(field.name, BAD_PHONE);
    }
    telephone
}

/// The web address; `None` if it is empty, or invalid, which is recorded.
pub fn web_address(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = typed.map(str::trim).filter(|text| !text.is_empty())?;
    // Excessive length has its own message; an invalid address is quoted as typed, not as cleaned.
    field.line(Some(typed), wrong)?;
    let address = contact::typed_website(typed);
    if address.is_none() {
        wrong.add(field.name, BAD_WEB_ADDRESS);
    }
    address
}

/// The canonical link of an Instagram profile; `None` if it is empty, or no profile, which is recorded.
pub fn instagram(typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    profile(
        INSTAGRAM,
        typed,
        (profiles::instagram, BAD_INSTAGRAM),
        wrong,
    )
}

/// The same of a Facebook page.
pub fn facebook(typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    profile(FACEBOOK, typed, (profiles::facebook, BAD_FACEBOOK), wrong)
}

fn profile(
    field: Field,
    typed: Option<&str>,
    (read, message): (fn(&str) -> Option<String>, &'static str),
    wrong: &mut FieldErrors,
) -> Option<String> {
    let typed = field.line(typed, wrong)?;
    let link = read(&typed);
    if link.is_none() {
        wrong.add(field.name, message);
    }
    link
}

/// An address for everybody to see; `None` if it is empty, or invalid, which is recorded.
pub fn public_email(typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = PUBLIC_EMAIL.line(typed, wrong)?;
    let address = EmailAddress::parse(&typed, PUBLIC_EMAIL.name).ok();
    if address.is_none() {
        wrong.add(PUBLIC_EMAIL.name, BAD_EMAIL);
    }
    address.map(|address| address.key())
}

/// The IANA name of a time zone; `None` if it is empty, or unknown, which is recorded.
pub fn time_zone(typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = TIME_ZONE.line(typed, wrong)?;
    let zone = typed.parse::<Tz>().ok();
    if zone.is_none() {
        wrong.add(TIME_ZONE.name, BAD_TIME_ZONE);
    }
    zone.map(|zone| zone.name().to_owned())
}

/// A price level from 1 to 4; another number is recorded.
pub fn price_level(typed: Option<i32>, wrong: &mut FieldErrors) -> Option<i32> {
    if typed.is_some_and(|level| !(1..=4).contains(&level)) {
        wrong.add("priceLevel", "Please choose a price level from $ to $$$$.");
    }
    typed
}

/// Hours typed in OpenStreetMap syntax; none if it is empty. Unreadable ones are recorded.
pub fn weekly_hours(typed: &str, wrong: &mut FieldErrors) -> Week {
    let osm = line(typed);
    if !osm.is_empty() && Hours::parse(&osm).is_err() {
        wrong.add(
            "weeklyHours",
            "These hours can't be read. Please check them.",
        );
    }
    Week::of_osm(osm)
}

/// Cleaned categories, each once; of too many, the first.
pub fn categories(typed: &[String], wrong: &mut FieldErrors) -> Vec<String> {
    let mut cleaned: Vec<String> = Vec::new();
    for category in typed.iter().map(|text| line(text)) {
        // Each is compared with the others, so tens of thousands would take long.
        if cleaned.len() > MAX_CATEGORIES {
            break;
        }
        if !category.is_empty() && !cleaned.contains(&category) {
            cleaned.push(category);
        }
    }
    if cleaned.len() > MAX_CATEGORIES {
        wrong.add("categories", "Choose up to 6 categories.");
    }
    let is_long = |text: &String| typed_text::length(text) > LONGEST_CATEGORY;
    if cleaned.iter().any(is_long) {
        wrong.add("categories", "A category can be up to 40 characters.");
    }
    cleaned
}

/// A pin. Half of one, or one that isn't on the globe, is recorded with `message`.
pub fn pin(
    (latitude, longitude): (Option<f64>, Option<f64>),
    message: &'static str,
    wrong: &mut FieldErrors,
) -> Option<(f64, f64)> {
    let pin = latitude.zip(longitude);
    let is_half = pin.is_none() && (latitude.is_some() || longitude.is_some());
    let is_on_globe =
        |(latitude, longitude): (f64, f64)| latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
    if is_half || !pin.is_none_or(is_on_globe) {
        wrong.add("latitude", message);
    }
    pin.map(|(latitude, longitude)| (degrees(latitude), degrees(longitude)))
}
