//! 200 labeled pictures: which of them may be a cover.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

mod pictures;

use image::{DynamicImage, ExtendedColorType, RgbImage, codecs::jpeg::JpegEncoder};
use photo_files::{Fault, GOOD_SCORE, Look, look};
use pictures::{Drawing, blurred, dark, flat, house, logo, map, menu, room, strip};

const OF_EACH: u64 = 20;

fn seen(drawing: &Drawing) -> Look {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 85)
        .encode(
            &drawing.rgb,
            drawing.width,
            drawing.height,
            ExtendedColorType::Rgb8,
        )
        .unwrap();
    look(&file).unwrap()
}

/// A kind of pictures, and whether they may be covers.
type Kind = (&'static str, fn(u64) -> Drawing, bool);

const KINDS: [Kind; 10] = [
    ("room", room, true),
    ("house", house, true),
    ("menu", |seed| menu(seed, false), false),
    ("photographed menu", |seed| menu(seed, true), false),
    ("map", map, false),
    ("logo", logo, false),
    ("flat", flat, false),
    ("dark", dark, false),
    ("blurred", blurred, false),
    ("strip", strip, false),
];

#[test]
fn nineteen_pictures_in_twenty_are_judged_right_and_no_menu_is_a_cover() {
    let (mut right, mut all) = (0, 0);
    for (kind, draw, is_good) in KINDS {
        for seed in 1..=OF_EACH {
            let look = seen(&draw(seed * 7 + 3));
            let is_right = (look.score >= GOOD_SCORE) == is_good;
            all += 1;
            right += u32::from(is_right);
            if !is_right {
                println!("{kind} {seed}: {look:?}");
            }
            let never = matches!(kind, "menu" | "photographed menu" | "map" | "flat");
            assert!(!never || look.score < GOOD_SCORE, "{kind} {seed}: {look:?}");
        }
    }
    assert_eq!(all, 200);
    assert!(right * 100 >= all * 95, "{right} of {all}");
}

#[test]
fn a_fault_is_named() {
    for (draw, fault) in [
        (flat as fn(u64) -> Drawing, Fault::Flat),
        (dark, Fault::Dark),
        (blurred, Fault::Blurred),
        (map, Fault::Graphic),
        (|seed| menu(seed, true), Fault::Writing),
        (strip, Fault::Strip),
    ] {
        assert_eq!(seen(&draw(10)).fault, Some(fault), "{}", fault.reason());
    }
}

#[test]
fn the_same_picture_is_known_in_another_size() {
    for seed in 1..=OF_EACH {
        let (one, other) = (room(seed), room(seed + 100));
        let large = RgbImage::from_raw(one.width, one.height, one.rgb.clone()).unwrap();
        let small = DynamicImage::ImageRgb8(large)
            .thumbnail(400, 400)
            .into_rgb8();
        let small = Drawing {
            width: small.width(),
            height: small.height(),
            rgb: small.into_raw(),
        };
        assert!(seen(&one).is_same(&seen(&small)), "{seed}");
        assert!(!seen(&one).is_same(&seen(&other)), "{seed}");
    }
}
