//! The site's colors: from two that the operator chooses follow all the others, in light and dark, readable everywhere
//! (WCAG 1.4.3 and 1.4.11). The names are those of the style sheet's tokens (`web/src/ui/tokens.css`).

/// A color in sRGB, as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

/// A token's name, with its color in light and in dark.
pub type Token = (&'static str, Rgb, Rgb);

/// Grounds of text in light: the page, what is raised above it, and what is sunk below.
const LIGHT: [Rgb; 3] = [
    Rgb([0xf8, 0xf2, 0xe4]),
    Rgb([0xff, 0xfc, 0xf5]),
    Rgb([0xee, 0xe4, 0xcf]),
];
/// The same in dark.
const DARK: [Rgb; 3] = [
    Rgb([0x15, 0x18, 0x1d]),
    Rgb([0x1e, 0x23, 0x2b]),
    Rgb([0x10, 0x13, 0x17]),
];
/// Text on the main color in light, and on the footer.
const ON_MAIN: Rgb = Rgb([0xff, 0xfc, 0xf5]);
const ON_FOOTER: Rgb = Rgb([0xf3, 0xec, 0xdd]);
/// Land and water of the map, on which the main color draws.
const MAP: [Rgb; 2] = [Rgb([0xfc, 0xf8, 0xee]), Rgb([0xdd, 0xe3, 0xde])];

/// Contrast of text, and of shapes.
const TEXT: f64 = 4.5;
const SHAPE: f64 = 3.0;

/// The colors that we ship.
pub const MAIN: Rgb = Rgb([0x1d, 0x4c, 0x78]);
pub const ACCENT: Rgb = Rgb([0xc1, 0x78, 0x10]);

impl Rgb {
    /// Reads `#1d4c78`; the sign may be missing, and letters may be capitals.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().trim_start_matches('#');
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    /// Such as `#1d4c78`.
    #[must_use]
    pub fn hex(self) -> String {
        let Self([red, green, blue]) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Relative luminance (WCAG 2.2).
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast with another color, from 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Hue in sixths of the circle, saturation and lightness from 0 to 1.
    fn to_hsl(self) -> (f64, f64, f64) {
        let [red, green, blue] = self.0.map(|channel| f64::from(channel) / 255.0);
        let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let (lightness, spread) = (f64::midpoint(most, least), most - least);
        if spread <= 0.0 {
            return (0.0, 0.0, lightness);
        }
        let saturation = spread / (1.0 - (2.0 * lightness - 1.0).abs());
        let hue = if most <= red {
            ((green - blue) / spread).rem_euclid(6.0)
        } else if most <= green {
            (blue - red) / spread + 2.0
        } else {
            (red - green) / spread + 4.0
        };
        (hue, saturation, lightness)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 255"
    )]
    fn of_hsl((hue, saturation, lightness): (f64, f64, f64)) -> Self {
        let reach = saturation * lightness.min(1.0 - lightness);
        let channel = |offset: f64| {
            let place = (offset + hue * 2.0) % 12.0;
            let value = lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
            (value * 255.0).round().clamp(0.0, 255.0) as u8
        };
        Self([channel(0.0), channel(8.0), channel(4.0)])
    }

    /// This hue with a saturation of at most `most`, at a lightness.
    fn at(self, lightness: f64, most: f64) -> Self {
        let (hue, saturation, _) = self.to_hsl();
        Self::of_hsl((hue, saturation.min(most), lightness))
    }

    /// The color of this hue that is nearest in lightness and does what is asked.
    fn nearest(self, is_fine: impl Fn(Self) -> bool) -> Option<Self> {
        if is_fine(self) {
            return Some(self);
        }
        let (hue, saturation, lightness) = self.to_hsl();
        (1..=200).find_map(|step| {
            let far = f64::from(step) / 200.0;
            [lightness - far, lightness + far]
                .into_iter()
                .filter(|lightness| (0.0..=1.0).contains(lightness))
                .map(|lightness| Self::of_hsl((hue, saturation, lightness)))
                .find(|color| is_fine(*color))
        })
    }
}

fn reads_on(color: Rgb, grounds: &[Rgb], contrast: f64) -> bool {
    grounds
        .iter()
        .all(|ground| color.contrast(*ground) >= contrast)
}

/// Whether text in this color, and on it, is readable in light.
fn is_main(color: Rgb) -> bool {
    reads_on(color, &LIGHT, TEXT)
        && reads_on(color, &MAP, SHAPE)
        && reads_on(color, &[ON_MAIN], TEXT)
}

/// Whether a border in this color stands out in light.
fn is_accent(color: Rgb) -> bool {
    reads_on(color, &LIGHT[..2], SHAPE)
}

/// The nearest color that can be the main one; the color itself if it can.
#[must_use]
pub fn nearest_main(color: Rgb) -> Rgb {
    color.nearest(is_main).unwrap_or(MAIN)
}

/// The nearest color that can be the accent; the color itself if it can.
#[must_use]
pub fn nearest_accent(color: Rgb) -> Rgb {
    color.nearest(is_accent).unwrap_or(ACCENT)
}

/// All tokens that follow from the two colors. Both must have been accepted.
#[must_use]
pub fn tokens(main: Rgb, accent: Rgb) -> Vec<Token> {
    let lighter = |color: Rgb, grounds: &[Rgb], contrast: f64| {
        let start = color.at(0.5, 0.75);
        let fits = |color: Rgb| reads_on(color, grounds, contrast);
        // Upward only: in dark, text is light.
        let (_, _, from) = start.to_hsl();
        let steps = (0..=100).map(|step| from + (1.0 - from) * f64::from(step) / 100.0);
        let mut shades = steps.map(|lightness| color.at(lightness, 0.75));
        shades.find(|shade| fits(*shade)).unwrap_or(ON_MAIN)
    };
    let darker = |color: Rgb, most: f64, on: Rgb, contrast: f64| {
        let steps = (0..=60).map(|step| 0.3 - f64::from(step) / 200.0);
        let mut shades = steps.map(|lightness| color.at(lightness, most));
        let found = shades.find(|shade| shade.contrast(on) >= contrast);
        found.unwrap_or(Rgb([0x10, 0x13, 0x17]))
    };
    let (_, _, lightness) = main.to_hsl();
    let wash = accent.at(0.85, 0.85);
    let wash_dark = accent.at(0.15, 0.5);
    let ink = (0..=60)
        .map(|step| accent.at(0.4 - f64::from(step) / 150.0, 0.95))
        .find(|shade| shade.contrast(wash) >= 7.0)
        .unwrap_or(Rgb([0x26, 0x1d, 0x14]));
    let awning_dark = main.at(0.37, 0.55);
    vec![
        ("blue", main, lighter(main, &DARK, 7.5)),
        (
            "blue-deep",
            main.at(lightness * 0.7, 1.0),
            lighter(main, &DARK, 11.0),
        ),
        ("on-blue", ON_MAIN, main.at(0.09, 0.5)),
        (
            "footer",
            darker(main, 0.55, ON_FOOTER, 12.0),
            darker(main, 0.5, ON_FOOTER, 14.5),
        ),
        ("awning", main, awning_dark),
        ("amber", accent, lighter(accent, &DARK, 7.0)),
        ("amber-wash", wash, wash_dark),
        ("amber-ink", ink, lighter(accent, &[wash_dark], 8.0)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(hex: &str) -> Rgb {
        Rgb::parse(hex).unwrap()
    }

    #[test]
    fn a_color_has_one_spelling() {
        assert_eq!(of(" 1D4C78").hex(), "#1d4c78");
        for bad in ["", "#fff", "red", "#12345g", "#1234567"] {
            assert_eq!(Rgb::parse(bad), None, "{bad}");
        }
        for hex in [
            "#1d4c78", "#c17810", "#000000", "#ffffff", "#7f7f7f", "#00ff80",
        ] {
            let round = Rgb::of_hsl(of(hex).to_hsl());
            let off = round
                .0
                .iter()
                .zip(of(hex).0)
                .map(|(one, other)| one.abs_diff(other));
            assert!(off.max().unwrap() <= 1, "{hex} became {}", round.hex());
        }
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_the_nearest_that_can() {
        assert_eq!(nearest_main(MAIN), MAIN);
        assert_eq!(nearest_accent(ACCENT), ACCENT);
        let white = nearest_main(of("#ffffff"));
        assert_ne!(white, of("#ffffff"));
        assert!(is_main(white), "{}", white.hex());
        let yellow = nearest_main(of("#ffdd00"));
        assert!(
            is_main(yellow) && yellow.0[2] < 40,
            "still yellow: {}",
            yellow.hex()
        );
        assert!(is_accent(nearest_accent(of("#fff8e0"))));
    }

    #[test]
    fn every_pair_of_every_palette_is_readable_in_light_and_dark() {
        for hue in 0..36 {
            for saturation in [0.0, 0.3, 0.7, 1.0] {
                for lightness in [0.0, 0.15, 0.3, 0.45, 0.6, 0.95] {
                    let any = Rgb::of_hsl((f64::from(hue) / 6.0, saturation, lightness));
                    let (main, accent) = (nearest_main(any), nearest_accent(any));
                    let tokens = tokens(main, accent);
                    let get = |name: &str| {
                        let found = tokens.iter().find(|(token, ..)| *token == name);
                        let (_, light, dark) = found.unwrap();
                        [*light, *dark]
                    };
                    for (scheme, grounds) in [LIGHT, DARK].into_iter().enumerate() {
                        let at = |name: &str| get(name)[scheme];
                        let about = format!("{} in scheme {scheme}", any.hex());
                        assert!(reads_on(at("blue"), &grounds, TEXT), "blue of {about}");
                        assert!(reads_on(at("blue-deep"), &grounds, TEXT), "deep of {about}");
                        assert!(
                            reads_on(at("amber"), &grounds[..1], SHAPE),
                            "amber of {about}"
                        );
                        for (words, ground) in [
                            ("on-blue", "blue"),
                            ("on-blue", "blue-deep"),
                            ("amber-ink", "amber-wash"),
                        ] {
                            let contrast = at(words).contrast(at(ground));
                            assert!(
                                contrast >= TEXT,
                                "{words} on {ground} of {about}: {contrast}"
                            );
                        }
                        let footer = at("footer").contrast([ON_FOOTER, of("#e4dccd")][scheme]);
                        assert!(footer >= TEXT, "footer of {about}");
                    }
                }
            }
        }
    }
}
