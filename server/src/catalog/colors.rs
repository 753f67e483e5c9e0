//! The color of a town that has no picture.

use sha2::{Digest, Sha256};

/// The color for a town's slug, as `hsl(h, s%, l%)`: always the same, muted, and dark enough that white text has a
/// contrast of at least 4.5 to 1 in every hue.
#[must_use]
pub fn fallback_color(slug: &str) -> String {
    let [first, second, third, fourth, ..] = <[u8; 32]>::from(Sha256::digest(slug));
    let hue = u16::from_be_bytes([first, second]) % 360;
    let saturation = 34 + third % 17;
    let lightness = 26 + fourth % 7;
    format!("hsl({hue}, {saturation}%, {lightness}%)")
}

#[cfg(test)]
mod tests {
    use super::fallback_color;

    #[test]
    fn a_slug_keeps_its_color_and_two_slugs_rarely_share_one() {
        assert_eq!(
            fallback_color("alexandria-la"),
            fallback_color("alexandria-la")
        );
        let colors: std::collections::HashSet<String> = (0..200)
            .map(|number| fallback_color(&format!("town-{number}-la")))
            .collect();
        assert!(colors.len() > 190, "only {} colors", colors.len());
    }

    #[test]
    fn white_text_is_readable_on_every_color() {
        for number in 0..5_000 {
            let color = fallback_color(&format!("town-{number}-la"));
            let parts: Vec<f64> = color
                .trim_start_matches("hsl(")
                .trim_end_matches(')')
                .split(',')
                .map(|part| part.trim().trim_end_matches('%').parse().expect("a number"))
                .collect();
            let contrast = 1.05 / (luminance(parts[0], parts[1] / 100.0, parts[2] / 100.0) + 0.05);
            assert!(contrast >= 4.5, "{color}: {contrast:.2}");
        }
    }

    /// Relative luminance as WCAG 2.2 defines it.
    fn luminance(hue: f64, saturation: f64, lightness: f64) -> f64 {
        let reach = saturation * lightness.min(1.0 - lightness);
        let channel = |offset: f64| {
            let place = (offset + hue / 30.0) % 12.0;
            let value = lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(0.0) + 0.7152 * channel(8.0) + 0.0722 * channel(4.0)
    }
}
