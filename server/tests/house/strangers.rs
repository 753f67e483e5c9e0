//! Nothing that strangers send takes longer than its length explains (`docs/security.md`, "Parsers").

use std::time::Duration;

use cpu_time::ThreadTime;
use townperk::{
    catalog::admission::typed_fields,
    platform::{error::FieldErrors, mail::EmailAddress, markdown},
};

/// How often a part fits into so many bytes.
fn fill(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

/// Fails if the slowest of `texts` takes longer than `most`, of a processor's time.
fn bounded(what: &str, most: Duration, texts: &[String], read: impl Fn(&str)) {
    for text in texts {
        let began = ThreadTime::now();
        read(text);
        let took = began.elapsed();
        let start: String = text.chars().take(16).collect();
        println!("{what}: {took:?} for {} bytes of {start:?}", text.len());
        assert!(
            took < most,
            "{what}: {took:?} for {} bytes of {start:?}",
            text.len()
        );
    }
}

#[test]
fn opening_hours_of_any_length_are_read_in_a_moment() {
    let texts = [
        "Mo", "Mo-", "8-9,", "Mo 8:00-", ";", "\"", "(", "||", "1", "8am - ", "é",
    ]
    .map(|part| fill(part, 64 * 1024));
    bounded("hours", Duration::from_millis(200), &texts, |text| {
        let _ = hours_text::normalize(text);
    });
    // The longest that isn't refused by its length.
    let texts = [
        "Mo ",
        "8-9,",
        "Mo 8-9;",
        "mon-tue ",
        "12:00 AM ",
        "PH off;",
        "Jan 1-",
    ]
    .map(|part| fill(part, 990));
    bounded("hours", Duration::from_millis(200), &texts, |text| {
        let _ = hours_text::normalize(text);
    });
}

#[test]
fn hours_in_openstreetmap_syntax_are_read_and_asked_in_a_moment() {
    // The longest that isn't refused by its length.
    let texts = [
        "Mo 8-9;",
        "PH off;",
        "Mo 08:00-09:00,",
        "Jan 1-2 off;",
        "week 1-53/2;",
        "Mo[1] off;",
        "easter off;",
        "2030-2090/3;",
        "sunrise-sunset;",
        "24/7||",
        "Mo-Su,PH 00:00-24:00/1,",
        "(",
        "\"",
    ]
    .map(|part| fill(part, 255));
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"];
    let seasons = months.map(|month| format!("{month} 1-9 off;{month} 15-20 off;"));
    let texts = [&texts[..], &[seasons.concat()]].concat();
    let now = "2026-03-04T15:00:00Z".parse().unwrap();
    bounded("schedules", Duration::from_secs(1), &texts, |text| {
        for text in [text, text.trim_end_matches([';', ',', '|'])] {
            let zone = chrono_tz::America::Chicago;
            if let Ok(hours) = hours_text::Schedule::parse(text, zone) {
                let _ = (hours.at(now), hours.week(now), hours.seasons(now));
                let _ = hours.opening_hours_specification(now);
            }
        }
    });
    let long = fill("Mo 8-9;", 64 * 1024);
    bounded("long hours", Duration::from_millis(200), &[long], |text| {
        assert!(hours_text::Hours::parse(text).is_err());
    });
}

#[test]
fn tens_of_thousands_of_categories_are_refused_in_a_moment() {
    let many: Vec<String> = (0..16_000).map(|number| format!("{number:x}")).collect();
    let began = ThreadTime::now();
    let mut wrong = FieldErrors::default();
    let kept = typed_fields::categories(&many, &mut wrong);
    let took = began.elapsed();
    assert!(took < Duration::from_millis(50), "{took:?}");
    assert_eq!(kept.len(), 7);
    assert!(wrong.refuse_any().is_err());
}

#[test]
fn articles_of_any_shape_are_rendered_in_seconds() {
    let texts = [
        "[",
        "![",
        "](",
        "*a _b ",
        "`",
        "```\n",
        "> ",
        "- ",
        "1) ",
        "|a",
        "<a ",
        "&#",
        "\\",
        "~~a",
        "http://a.b/",
        "# a\n",
        "[a]: b\n",
        "[a][",
        "<!--",
        "| a | b |\n|--|--|\n",
    ]
    .map(|part| fill(part, 200 * 1024));
    bounded("articles", Duration::from_secs(5), &texts, |text| {
        let _ = markdown::refusal(text);
        let _ = markdown::to_safe_html(text, "https://townperk.example", &|_| None);
    });
}

#[test]
fn addresses_of_any_length_are_read_in_a_moment() {
    let texts = ["a", "a.", "@", "a@", "xn--a.", "é", "a@b."].map(|part| fill(part, 64 * 1024));
    bounded("addresses", Duration::from_millis(500), &texts, |text| {
        let _ = EmailAddress::parse(text, "email");
        let _ = EmailAddress::parse(&format!("a@{text}.com"), "email");
    });
}

#[test]
fn image_headers_of_any_shape_are_read_in_a_moment() {
    let start: &[&[u8]] = &[
        b"\xff\xd8\xff\xe1\x00\x04",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\xff\xff\xff\x7fWEBPVP8X",
        b"\x00",
    ];
    for head in start {
        for body in [
            &b"\xff\xe1\x00\x02"[..],
            b"\xff",
            b"\x00\x00\x00\x00tEXt\x00\x00\x00\x00",
        ] {
            let mut file = head.to_vec();
            while file.len() < 5_000_000 {
                file.extend_from_slice(body);
            }
            let began = ThreadTime::now();
            let _ = photo_files::size(&file);
            let took = began.elapsed();
            println!("image headers: {took:?}");
            assert!(took < Duration::from_secs(1), "{took:?} for {head:?}");
        }
    }
}
