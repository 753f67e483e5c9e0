//! Text as outlines, in the site's typefaces.

use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{
    Face, GlyphId, OutlineBuilder,
    gpos::{PairAdjustment, PositioningSubtable},
};

use crate::platform::error::{Error, Result};

/// Ends a line that is too long.
const ELLIPSIS: char = '…';

/// A typeface, at any size.
pub(super) struct Typeface(Face<'static>);

impl Typeface {
    /// For names and headings: Besley, weight 800.
    pub(super) fn serif() -> Result<Self> {
        Self::parse(include_bytes!("fonts/besley-800.ttf"))
    }

    /// For everything else: Libre Franklin, weight 550.
    pub(super) fn sans() -> Result<Self> {
        Self::parse(include_bytes!("fonts/libre-franklin-550.ttf"))
    }

    fn parse(bytes: &'static [u8]) -> Result<Self> {
        Face::parse(bytes, 0)
            .map(Self)
            .map_err(|error| Error::Internal(format!("a typeface can't be read: {error}")))
    }

    /// The glyphs of `text` with the pen position of each, and the total width, in font units. Missing glyphs are left
    /// out.
    fn set(&self, text: &str) -> (Vec<(GlyphId, f32)>, f32) {
        let glyphs = text.chars().filter_map(|letter| self.0.glyph_index(letter));
        let mut placed: Vec<(GlyphId, f32)> = Vec::with_capacity(text.len());
        let mut pen = 0.0;
        for glyph in glyphs {
            if let Some((previous, _)) = placed.last() {
                pen += f32::from(self.kerning(*previous, glyph));
            }
            placed.push((glyph, pen));
            pen += f32::from(self.0.glyph_hor_advance(glyph).unwrap_or_default());
        }
        (placed, pen)
    }

    /// How much closer `right` is to `left` than their widths suggest.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        let Some(table) = self.0.tables().gpos else {
            return 0;
        };
        for lookup in table.lookups {
            for subtable in lookup.subtables.into_iter::<PositioningSubtable>() {
                let PositioningSubtable::Pair(pairs) = subtable else {
                    continue;
                };
                let Some(index) = pairs.coverage().get(left) else {
                    continue;
                };
                let found = match pairs {
                    PairAdjustment::Format1 { sets, .. } => {
                        sets.get(index).and_then(|set| set.get(right))
                    }
                    PairAdjustment::Format2 {
                        classes, matrix, ..
                    } => matrix.get((classes.0.get(left), classes.1.get(right))),
                };
                if let Some((first, _)) = found {
                    return first.x_advance;
                }
            }
        }
        0
    }

    fn scale(&self, size: f32) -> f32 {
        size / f32::from(self.0.units_per_em().max(1))
    }

    /// The width of `text` at `size` pixels.
    pub(super) fn width(&self, text: &str, size: f32) -> f32 {
        self.set(text).1 * self.scale(size)
    }

    /// The outlines of `text` at `size` pixels, from (x, y) on the baseline.
    pub(super) fn outline(&self, text: &str, size: f32, (x, y): (f32, f32)) -> Option<Path> {
        let mut pen = Pen::default();
        for (glyph, place) in self.set(text).0 {
            pen.place = place;
            self.0.outline_glyph(glyph, &mut pen);
        }
        let scale = self.scale(size);
        let onto_canvas = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
        pen.path.finish()?.transform(onto_canvas)
    }

    /// `text` in up to `most` lines of `width` pixels, at the largest of `sizes` that fits; if none does, at the
    /// smallest, with an ellipsis.
    pub(super) fn fit(
        &self,
        text: &str,
        sizes: &[f32],
        width: f32,
        most: usize,
    ) -> (f32, Vec<String>) {
        let mut last = (0.0, Vec::new());
        for &size in sizes {
            let lines = self.wrap(text, size, width);
            let fits =
                lines.len() <= most && lines.iter().all(|line| self.width(line, size) <= width);
            if fits {
                return (size, lines);
            }
            last = (size, lines);
        }
        let (size, mut lines) = last;
        let is_cut = lines.len() > most;
        lines.truncate(most);
        if let Some(line) = lines.last_mut()
            && (is_cut || self.width(line, size) > width)
        {
            line.push(ELLIPSIS);
            while self.width(line, size) > width && line.chars().count() > 1 {
                line.pop();
                line.pop();
                line.truncate(line.trim_end().len());
                line.push(ELLIPSIS);
            }
        }
        (size, lines)
    }

    fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// Collects the outlines of consecutive glyphs.
#[derive(Default)]
struct Pen {
    path: PathBuilder,
    place: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x + self.place, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x + self.place, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(x1 + self.place, y1, x + self.place, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path
            .cubic_to(x1 + self.place, y1, x2 + self.place, y2, x + self.place, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kerning_brings_letters_together() {
        let serif = Typeface::serif().unwrap();
        let apart = serif.width("A", 100.0) + serif.width("V", 100.0);
        assert!(serif.width("AV", 100.0) < apart);
    }

    #[test]
    fn what_does_not_fit_is_cut_and_says_so() {
        let serif = Typeface::serif().unwrap();
        for text in [
            "The Extraordinarily Long Name of a Small Coffee Shop on the Corner of Second and Main",
            "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrik",
        ] {
            let (size, lines) = serif.fit(text, &[80.0, 60.0], 500.0, 2);
            assert_eq!(size, 60.0);
            assert!(lines.len() <= 2, "{lines:?}");
            assert!(lines.last().unwrap().ends_with('…'), "{lines:?}");
            for line in &lines {
                assert!(serif.width(line, size) <= 500.0, "{line}");
            }
        }
        assert_eq!(
            serif.fit("Tamp", &[80.0, 60.0], 500.0, 2),
            (80.0, vec!["Tamp".to_owned()])
        );
    }

    #[test]
    fn unknown_letters_are_left_out() {
        let sans = Typeface::sans().unwrap();
        assert!(sans.outline("☕", 20.0, (0.0, 0.0)).is_none());
        assert!(sans.outline("Café ☕", 20.0, (0.0, 0.0)).is_some());
    }
}
