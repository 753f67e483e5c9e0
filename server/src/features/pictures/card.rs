//! The composition of a picture: for a town or an article, an enamel sign in its colors; for a shop, a page with its
//! storefront.

use tiny_skia::Pixmap;

use super::{
    canvas::{Canvas, SOCIAL, Size},
    color::{INK, PAPER, RULE, Rgb, SOFT, WHITE, tint, town_colors},
    drawing::{percolator, storefront},
    typeface::Typeface,
};
use crate::platform::{error::Result, raster};

/// Headline sizes in pixels, tried in this order.
const HEADLINES: &[f32] = &[96.0, 84.0, 72.0, 62.0, 54.0];
const TEXT: f32 = 36.0;
const MARGIN: f32 = 84.0;

/// Whose picture it is: the name, and the logo before it instead of the percolator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brand<'a> {
    pub(super) name: &'a str,
    pub(super) logo: Option<&'a Pixmap>,
}

/// The most that a logo fills, in pixels.
const LOGO: (u32, u32) = (240, 54);

/// An enamel sign: its subject, the name, and a count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign<'a> {
    pub(super) brand: Brand<'a>,
    pub(super) above: &'a str,
    pub(super) headline: &'a str,
    pub(super) below: &'a str,
    /// `hsl(h, s%, l%)`; the site's blue if there is none.
    pub(super) color: Option<&'a str>,
    /// Maximum lines of the headline.
    pub(super) lines: usize,
}

/// Draws `sign` at a size that is 1200 pixels wide and at least as high as [`SOCIAL`].
pub(super) fn sign(sign: Sign<'_>, size: Size) -> Result<Vec<u8>> {
    let (serif, sans) = (Typeface::serif()?, Typeface::sans()?);
    let mut canvas = Canvas::new(size, PAPER)?;
    let (right, bottom) = canvas.sides();
    let [from, to] = town_colors(sign.color);
    canvas.gradient([from, to]);
    let scale = 5.6 * bottom / f32::from(SOCIAL.height);
    let corner = (right - 92.0 - 40.0 * scale, bottom - 54.0 - 40.0 * scale);
    percolator(&mut canvas, corner, scale, tint(to));
    canvas.frame(28.0, 26.0, 6.0, PAPER);
    let width = right - 2.0 * MARGIN;
    let (size, lines) = serif.fit(sign.headline, HEADLINES, width, sign.lines);
    let height = size * 1.12 * line_count(&lines);
    // On a tall canvas, the text is above the middle and the pot below it.
    let middle = if bottom > right * 0.7 { 0.36 } else { 0.5 };
    let mut y = bottom * middle - height / 2.0 - 56.0;
    canvas.write(&sans, sign.above, TEXT, (MARGIN, y), WHITE);
    y += 20.0;
    for line in &lines {
        y += size * 1.12;
        canvas.write(&serif, line, size, (MARGIN, y), WHITE);
    }
    y += 76.0;
    let (small, lines) = sans.fit(sign.below, &[TEXT, 30.0], width, 1);
    for line in &lines {
        canvas.write(&sans, line, small, (MARGIN, y), WHITE);
    }
    signature(&mut canvas, &serif, sign.brand, (bottom - 94.0, WHITE));
    canvas.png()
}

/// A page with a storefront next to the text, and the awning in the site's main color.
pub(super) fn page(
    main: Rgb,
    (brand, slug): (Brand<'_>, &str),
    headline: &str,
    below: [&str; 2],
) -> Result<Vec<u8>> {
    let (serif, sans) = (Typeface::serif()?, Typeface::sans()?);
    let mut canvas = Canvas::new(SOCIAL, PAPER)?;
    let (right, _) = canvas.sides();
    canvas.awning((0.0, 0.0), (right, 34.0), 30, [main, WHITE]);
    canvas.rectangle((0.0, 560.0), (right, 70.0), RULE);
    storefront(&mut canvas, 760.0, 560.0, slug);
    let width = 760.0 - MARGIN - 72.0;
    let (size, lines) = serif.fit(headline, HEADLINES, width, 3);
    let height = size * 1.12 * line_count(&lines);
    // Between the awning and the pavement, with the two lines below.
    let mut y = 60.0 + (500.0 - height - 116.0) / 2.0;
    for line in &lines {
        y += size * 1.12;
        canvas.write(&serif, line, size, (MARGIN, y), INK);
    }
    y += 24.0;
    for text in below {
        let (size, lines) = sans.fit(text, &[TEXT, 30.0], width, 1);
        y += TEXT * 1.25;
        for line in &lines {
            canvas.write(&sans, line, size, (MARGIN, y), SOFT);
        }
    }
    signature(&mut canvas, &serif, brand, (608.0, main));
    canvas.png()
}

/// The brand, with its baseline at `y`. A logo stands on paper, as in the bar.
fn signature(canvas: &mut Canvas, serif: &Typeface, brand: Brand<'_>, (y, color): (f32, Rgb)) {
    let logo = brand
        .logo
        .and_then(|logo| raster::scaled(logo, raster::fitted(logo, LOGO.0, LOGO.1)));
    let x = match &logo {
        Some(logo) => {
            let place = (whole(MARGIN), whole(y - 42.0));
            canvas.picture(logo, place, (PAPER, if color == WHITE { 8 } else { 0 }));
            MARGIN + width_of(logo) + 20.0
        }
        None => {
            percolator(canvas, (MARGIN - 4.0, y - 46.0), 1.35, color);
            MARGIN + 62.0
        }
    };
    let (size, lines) = serif.fit(brand.name, &[40.0], 582.0 + MARGIN - x, 1);
    for line in &lines {
        canvas.write(serif, line, size, (x, y), color);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
fn width_of(picture: &Pixmap) -> f32 {
    picture.width() as f32
}

#[expect(clippy::cast_possible_truncation, reason = "a place in a picture")]
fn whole(pixels: f32) -> i32 {
    pixels.round() as i32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a headline has a handful of lines"
)]
fn line_count(lines: &[String]) -> f32 {
    lines.len() as f32
}
