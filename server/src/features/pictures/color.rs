//! Colors of the pictures. The contrast formula is WCAG 2.2's, as in the web app's `ui/color.ts`.

use tiny_skia::Color;

/// Red, green, blue, from 0 to 255.
pub(super) type Rgb = [u8; 3];

/// The site's paper color.
pub(super) const PAPER: Rgb = [0xf8, 0xf2, 0xe4];
pub(super) const INK: Rgb = [0x26, 0x1d, 0x14];
pub(super) const SOFT: Rgb = [0x5f, 0x51, 0x40];
pub(super) const RULE: Rgb = [0xdc, 0xcf, 0xb5];
pub(super) const AMBER: Rgb = [0xdd, 0xa2, 0x3c];
pub(super) const WHITE: Rgb = [0xff, 0xff, 0xff];

/// White text must be readable on it; slightly above WCAG's 4.5.
const MIN_CONTRAST: f32 = 4.6;
/// The hue of a town's second gradient color (visitor.md 2).
const HUE_SHIFT: f32 = 30.0;
/// The blue for towns without a color.
const DEFAULT: [Rgb; 2] = [[0x1d, 0x4c, 0x78], [0x2b, 0x6a, 0x86]];

/// The color for the canvas.
pub(super) fn solid([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

/// A town's gradient colors, dark enough for white text.
pub(super) fn town_colors(fallback_color: Option<&str>) -> [Rgb; 2] {
    fallback_color
        .and_then(parse)
        .map_or(DEFAULT, |(hue, saturation, lightness)| {
            [hue, (hue + HUE_SHIFT) % 360.0].map(|hue| readable(hue, saturation, lightness))
        })
}

/// Parses `hsl(203, 45%, 40%)` into degrees and two fractions.
fn parse(text: &str) -> Option<(f32, f32, f32)> {
    let inside = text.trim().strip_prefix("hsl(")?.strip_suffix(')')?;
    let mut numbers = inside
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| part.trim_end_matches(['%', 'd', 'e', 'g']).parse::<f32>());
    let (hue, saturation, lightness) = (
        numbers.next()?.ok()?,
        numbers.next()?.ok()?,
        numbers.next()?.ok()?,
    );
    let is_known = [hue, saturation, lightness]
        .iter()
        .all(|number| number.is_finite());
    is_known.then(|| {
        (
            hue.rem_euclid(360.0),
            (saturation / 100.0).clamp(0.0, 1.0),
            (lightness / 100.0).clamp(0.0, 1.0),
        )
    })
}

/// One fifth closer to white.
pub(super) fn tint(color: Rgb) -> Rgb {
    color.map(|channel| channel + (255 - channel) / 5)
}

fn readable(hue: f32, saturation: f32, lightness: f32) -> Rgb {
    let mut step = lightness;
    while step > 0.0 {
        let color = from_hsl(hue, saturation, step);
        if 1.05 / (luminance(color) + 0.05) >= MIN_CONTRAST {
            return color;
        }
        step -= 0.01;
    }
    [0, 0, 0]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a channel lies between 0 and 255"
)]
pub(super) fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> Rgb {
    [0.0_f32, 8.0, 4.0].map(|offset| {
        let place = (offset + hue / 30.0) % 12.0;
        let reach = saturation * lightness.min(1.0 - lightness);
        let value = lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        (value * 255.0).round().clamp(0.0, 255.0) as u8
    })
}

/// Relative luminance, 0 to 1.
fn luminance(color: Rgb) -> f32 {
    let [red, green, blue] = color.map(|channel| {
        let value = f32::from(channel) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_text_is_readable_on_every_town() {
        for hue in 0..360 {
            for color in town_colors(Some(&format!("hsl({hue}, 90%, 80%)"))) {
                assert!(1.05 / (luminance(color) + 0.05) >= 4.5, "{hue}: {color:?}");
            }
        }
    }

    #[test]
    fn what_is_no_color_is_blue() {
        for text in ["", "red", "hsl()", "hsl(a, b, c)", "hsl(NaN, 1%, 1%)"] {
            assert_eq!(town_colors(Some(text)), DEFAULT, "{text}");
        }
        assert_eq!(town_colors(None), DEFAULT);
    }
}
