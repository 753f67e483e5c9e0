//! Converting files of every kind, and rejecting bad ones.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "helpers of tests may fail a test"
)]

use std::time::Duration;

use image::{
    DynamicImage, ImageEncoder, RgbImage, RgbaImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
};
use moxcms::ColorProfile;
use photo_files::{
    Crop, Photo, PhotoError, WHOLE, convert_with_original, convert_within, cut, height_at, preview,
    size,
};
use proptest::prelude::*;

const RED: [u8; 3] = [200, 30, 30];
const GREEN: [u8; 3] = [30, 160, 60];
const BLUE: [u8; 3] = [30, 60, 200];
const WHITE: [u8; 3] = [240, 240, 240];

/// With time for a machine that is busy.
fn convert(bytes: &[u8]) -> Result<Photo, PhotoError> {
    convert_within(bytes, Duration::from_mins(10))
}

fn file(name: &str) -> Vec<u8> {
    // From the crate's folder, where Cargo runs its tests: what was compiled in another copy of the project may run in this one.
    std::fs::read(format!("tests/files/{name}")).unwrap()
}

/// The largest variant, as browsers show it.
fn shown(photo: &Photo) -> RgbImage {
    let largest = photo.variants.last().unwrap();
    image::load_from_memory(&largest.webp).unwrap().into_rgb8()
}

/// The colors at the center of each quarter: top left, top right, bottom left, bottom right.
fn quarters(picture: &RgbImage) -> [[u8; 3]; 4] {
    let (width, height) = picture.dimensions();
    let at = |x: u32, y: u32| picture.get_pixel(width * x / 4, height * y / 4).0;
    [at(1, 1), at(3, 1), at(1, 3), at(3, 3)]
}

fn assert_near(found: [[u8; 3]; 4], expected: [[u8; 3]; 4], tolerance: u8) {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!(
            found.abs_diff(*expected) <= tolerance,
            "{found} is not {expected}"
        );
    }
}

/// Incompressible pixels: each is different.
fn noise(width: u32, height: u32) -> RgbImage {
    let mut state = 7_u32;
    RgbImage::from_fn(width, height, |_, _| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let [red, green, blue, _] = state.to_le_bytes();
        image::Rgb([red, green, blue])
    })
}

/// Soft color gradients with some grain, like a camera's.
fn scene(width: u32, height: u32) -> RgbImage {
    let grain = noise(width, height);
    RgbImage::from_fn(width, height, |x, y| {
        let [red, green, blue] = grain.get_pixel(x, y).0;
        let wave = |period: u32| {
            let phase = f64::from(x + 2 * y) / f64::from(period);
            (phase.sin() * 90.0 + 120.0) as u8
        };
        image::Rgb([
            wave(90).saturating_add(red / 16),
            wave(140).saturating_add(green / 16),
            wave(260).saturating_add(blue / 16),
        ])
    })
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut file, 92);
    picture.write_with_encoder(encoder).unwrap();
    file
}

fn png(picture: &DynamicImage) -> Vec<u8> {
    let mut file = Vec::new();
    picture
        .write_with_encoder(PngEncoder::new(&mut file))
        .unwrap();
    file
}

#[test]
fn a_preview_is_a_small_jpeg_file() {
    let file = preview(&jpeg(&scene(2400, 1800))).unwrap();
    assert!(file.starts_with(b"\xff\xd8\xff"));
    assert_eq!(size(&file).unwrap(), (512, 384));
    assert!(file.len() < 120_000, "{}", file.len());
    assert!(preview(b"<html>").is_err());
}

#[test]
fn a_photo_gets_three_widths_within_their_budgets() {
    let photo = convert(&jpeg(&scene(2400, 1800))).unwrap();
    let sizes: Vec<_> = photo
        .variants
        .iter()
        .map(|it| (it.width, it.height))
        .collect();
    assert_eq!(sizes, [(400, 300), (800, 600), (1600, 1200)]);
    assert_eq!((photo.width, photo.height), (1600, 1200));
    for (variant, budget) in photo.variants.iter().zip([30_000, 90_000, 250_000]) {
        assert!(variant.webp.len() <= budget, "{}", variant.webp.len());
        assert!(variant.webp.starts_with(b"RIFF"));
        let picture = image::load_from_memory(&variant.webp).unwrap();
        assert_eq!(
            (picture.width(), picture.height()),
            (variant.width, variant.height)
        );
    }
}

#[test]
fn an_original_is_kept_where_it_is_larger() {
    let photo = convert_with_original(&jpeg(&scene(4000, 3000))).unwrap();
    let original = photo.original.as_ref().unwrap();
    assert_eq!((original.width, original.height), (3200, 2400));
    assert!(original.webp.len() <= 1_200_000);
    let widths: Vec<u32> = photo.variants.iter().map(|it| it.width).collect();
    assert_eq!(widths, [400, 800, 1600]);
    let small = convert_with_original(&jpeg(&scene(1600, 1200))).unwrap();
    assert_eq!(small.original, None);
    assert_eq!(small, convert(&jpeg(&scene(1600, 1200))).unwrap());
}

#[test]
fn a_part_is_cut_where_it_was_chosen() {
    let mut picture = RgbImage::from_pixel(1000, 800, image::Rgb(RED));
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        *pixel = image::Rgb(match (x < 500, y < 400) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => WHITE,
        });
    }
    let whole = png(&DynamicImage::ImageRgb8(picture));
    let crop = |left, top, width, height| Crop {
        left,
        top,
        width,
        height,
    };
    let right = cut(&whole, crop(5000, 0, 5000, WHOLE)).unwrap();
    assert_eq!((right.width, right.height), (500, 800));
    assert_near(quarters(&shown(&right)), [GREEN, GREEN, WHITE, WHITE], 12);
    let middle = cut(&whole, crop(2500, 2500, 5000, 5000)).unwrap();
    assert_eq!((middle.width, middle.height), (500, 400));
    assert_near(quarters(&shown(&middle)), [RED, GREEN, BLUE, WHITE], 12);
    let corner = cut(&whole, crop(9999, 9999, 1, 1)).unwrap();
    assert_eq!((corner.width, corner.height), (1, 1));
    for outside in [
        crop(5000, 0, 5001, WHOLE),
        crop(0, 0, 0, 1),
        crop(u32::MAX, 0, 2, 1),
    ] {
        assert!(!outside.is_inside(), "{outside:?}");
    }
    assert!(crop(0, 0, WHOLE, WHOLE).is_inside());
}

#[test]
fn noise_becomes_smaller_until_it_fits() {
    let photo = convert(&png(&noise(1700, 1700).into())).unwrap();
    let sizes: Vec<_> = photo.variants.iter().map(|it| it.webp.len()).collect();
    assert!(
        sizes
            .iter()
            .zip([30_000, 90_000, 250_000])
            .all(|(size, budget)| *size <= budget)
    );
    let largest = photo.variants.last().unwrap();
    assert!(largest.width < 1600);
    assert_eq!((largest.width, largest.height), (photo.width, photo.height));
    for variant in &photo.variants {
        assert_eq!(
            variant.height,
            height_at(variant.width, (photo.width, photo.height))
        );
    }
}

#[test]
fn nothing_is_enlarged() {
    for (width, widths) in [
        (64, vec![64]),
        (500, vec![400, 500]),
        (900, vec![400, 800, 900]),
    ] {
        let photo = convert(&png(&scene(width, 40).into())).unwrap();
        let found: Vec<_> = photo.variants.iter().map(|it| it.width).collect();
        assert_eq!(found, widths);
    }
    let dot = convert(&png(&RgbImage::new(1, 1).into())).unwrap();
    assert_eq!((dot.width, dot.height, dot.variants.len()), (1, 1, 1));
}

#[test]
fn tall_and_wide_pictures_keep_their_proportions() {
    let tall = convert(&png(&scene(200, 2000).into())).unwrap();
    assert_eq!((tall.width, tall.height), (200, 2000));
    let taller = convert(&png(&scene(500, 5000).into())).unwrap();
    assert_eq!((taller.width, taller.height), (320, 3200));
    let wide = convert(&png(&scene(5000, 2).into())).unwrap();
    assert_eq!((wide.width, wide.height), (1600, 1));
}

#[test]
fn the_picture_is_upright_and_says_nothing_of_where_it_was_taken() {
    let original = file("upright-by-exif.jpg");
    assert!(original.windows(4).any(|bytes| bytes == b"Acme"));
    let photo = convert(&original).unwrap();
    assert_eq!((photo.width, photo.height), (48, 64));
    assert_near(quarters(&shown(&photo)), [BLUE, RED, WHITE, GREEN], 24);
    for chunk in [&b"EXIF"[..], b"Exif", b"XMP ", b"ICCP", b"Acme"] {
        let webp = &photo.variants[0].webp;
        assert!(!webp.windows(4).any(|bytes| bytes == chunk), "{chunk:?}");
    }
}

#[test]
fn every_kind_of_file_shows_its_colors() {
    for name in [
        "cmyk.jpg",
        "progressive.jpg",
        "animated.webp",
        "animated.png",
    ] {
        let photo = convert(&file(name)).unwrap();
        assert_eq!((photo.width, photo.height), (64, 48), "{name}");
        assert_near(quarters(&shown(&photo)), [RED, GREEN, BLUE, WHITE], 30);
    }
    let gray = shown(&convert(&file("gray.jpg")).unwrap());
    for [red, green, blue] in quarters(&gray) {
        assert!(red.abs_diff(green) < 4 && green.abs_diff(blue) < 4);
    }
}

#[test]
fn sixteen_bits_and_palettes_become_eight_bits() {
    let deep =
        image::ImageBuffer::from_pixel(64, 48, image::Rgba([51_400_u16, 7_710, 7_710, 65_535]));
    let photo = convert(&png(&DynamicImage::ImageRgba16(deep))).unwrap();
    assert_near(quarters(&shown(&photo)), [RED; 4], 8);
}

#[test]
fn transparent_pictures_stand_on_white() {
    let half = RgbaImage::from_fn(64, 48, |x, _| {
        image::Rgba([200, 30, 30, if x < 32 { 255 } else { 0 }])
    });
    let photo = convert(&png(&half.into())).unwrap();
    let clear = [255; 3];
    assert_near(quarters(&shown(&photo)), [RED, clear, RED, clear], 12);
}

#[test]
fn colors_of_another_color_space_are_converted() {
    let picture = RgbImage::from_pixel(64, 48, image::Rgb([200, 100, 50]));
    let with_profile = |profile: Vec<u8>| {
        let mut file = Vec::new();
        let mut encoder = PngEncoder::new(&mut file);
        encoder.set_icc_profile(profile).unwrap();
        picture.write_with_encoder(encoder).unwrap();
        quarters(&shown(&convert(&file).unwrap()))[0]
    };
    let plain = with_profile(ColorProfile::new_srgb().encode().unwrap());
    let wide = with_profile(ColorProfile::new_display_p3().encode().unwrap());
    assert_near([plain; 4], [[200, 100, 50]; 4], 6);
    // Display P3's red is redder than sRGB's: the same color has more of it in sRGB, and less blue.
    assert!(wide[0] > plain[0] + 6 && wide[2] < plain[2], "{wide:?}");
    assert_near([with_profile(b"no profile".to_vec()); 4], [plain; 4], 2);
}

/// A two-kilobyte PNG file with a header that claims `width` by `height` pixels.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut file = png(&RgbImage::new(40, 40).into());
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32(&file[12..29]);
    file[29..33].copy_from_slice(&checksum.to_be_bytes());
    assert!(file.len() < 2048);
    file
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

#[test]
fn pictures_that_would_fill_the_memory_are_refused_by_their_header() {
    for (width, height) in [
        (50_000, 50_000),
        (8_000, 5_001),
        (40_000, 1),
        (1, 2_000_000_000),
    ] {
        assert_eq!(
            convert(&bomb(width, height)),
            Err(PhotoError::TooManyPixels),
            "{width} by {height}"
        );
    }
    // With a header within the limit, the same file is just incomplete.
    assert!(matches!(
        convert(&bomb(8_000, 5_000)),
        Err(PhotoError::Incomplete | PhotoError::Damaged(_))
    ));
    let mut wide = jpeg(&RgbImage::new(16, 16));
    let frame = wide.windows(2).position(|it| it == b"\xff\xc0").unwrap();
    wide[frame + 5..frame + 9].copy_from_slice(&[0xc3, 0x50, 0xc3, 0x50]);
    assert_eq!(convert(&wide), Err(PhotoError::TooManyPixels));
}

/// A progressive JPEG file with this many scans, most of which look at each coefficient and change none.
fn scanned(width: u16, height: u16, scans: usize) -> Vec<u8> {
    let blocks = usize::from(width.div_ceil(8)) * usize::from(height.div_ceil(8));
    let mut file = b"\xff\xd8\xff\xdb\x00\x43\x00".to_vec();
    file.extend([1; 64]);
    file.extend(b"\xff\xc2\x00\x11\x08");
    file.extend(height.to_be_bytes());
    file.extend(width.to_be_bytes());
    file.extend(b"\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00");
    // 0: as before.
    file.extend(
        b"\xff\xc4\x00\x14\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
    );
    // 0: nothing in the next 16,384 blocks; 10: a coefficient of one bit.
    file.extend(b"\xff\xc4\x00\x15\x10\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x01");
    file.extend(b"\xff\xda\x00\x0c\x03\x01\x00\x02\x00\x03\x00\x00\x00\x00");
    file.extend(vec![0; (3 * blocks).div_ceil(8) + 1]);
    file.extend(b"\xff\xda\x00\x08\x01\x01\x00\x3f\x3f\x00");
    file.extend(b"\xb6\xdb\x6d".repeat(blocks.div_ceil(8)));
    for _ in 2..scans {
        file.extend(b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x10");
        file.extend(vec![0; (blocks + blocks.div_ceil(16_384) * 15).div_ceil(8)]);
    }
    file.extend(b"\xff\xd9");
    file
}

#[test]
fn pictures_that_would_be_gone_over_a_hundred_times_are_refused() {
    // Before its pixels are decoded: that takes far longer.
    assert_eq!(
        convert_within(&scanned(8_000, 5_000, 100), Duration::from_secs(5)),
        Err(PhotoError::TooManyScans)
    );
    // What programs write is converted, and so is the slowest picture that is allowed.
    convert(&scanned(800, 500, 64)).unwrap();
    convert(&scanned(8_000, 5_000, 20)).unwrap();
}

#[test]
fn what_is_no_photo_is_refused_whatever_it_is_called() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let html = b"<!doctype html><title>hello</title>";
    for bytes in [&svg[..], html, b"GIF89a\x01\x00\x01\x00", b"", b"\xff\xd8"] {
        assert_eq!(convert(bytes), Err(PhotoError::WrongFormat));
    }
    // A file that starts as a photo and continues as a page isn't a photo either.
    let mixed = [b"\xff\xd8\xff\xe0", &html[..]].concat();
    assert!(convert(&mixed).is_err());
}

#[test]
fn files_that_were_cut_off_are_refused() {
    for whole in [
        jpeg(&scene(300, 200)),
        png(&scene(300, 200).into()),
        convert(&jpeg(&scene(300, 200))).unwrap().variants[0]
            .webp
            .clone(),
        file("progressive.jpg"),
    ] {
        convert(&whole).unwrap();
        for parts in [4, 50, 90, 98] {
            let cut = &whole[..whole.len() * parts / 100];
            convert(cut).unwrap_err();
        }
    }
    let cut = file("progressive.jpg");
    assert_eq!(convert(&cut[..cut.len() - 2]), Err(PhotoError::Incomplete));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// However a file is damaged, the result is a photo or an error.
    #[test]
    fn damaged_files_do_no_harm(
        which in 0..6_usize,
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        let names = ["cmyk.jpg", "progressive.jpg", "upright-by-exif.jpg", "gray.jpg", "animated.webp", "animated.png"];
        let mut bytes = file(names[which]);
        for (place, value) in places {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(cut) = cut {
            let length = cut.index(bytes.len());
            bytes.truncate(length);
        }
        if let Ok(photo) = convert(&bytes) {
            prop_assert!(!photo.variants.is_empty());
        }
    }
}

#[test]
fn a_file_whose_time_is_over_is_given_up_midway() {
    for bytes in [jpeg(&scene(2400, 1800)), png(&noise(2400, 1800).into())] {
        convert(&bytes).unwrap();
        let stopped = convert_within(&bytes, Duration::from_micros(200));
        assert_eq!(stopped, Err(PhotoError::TooSlow));
    }
}
