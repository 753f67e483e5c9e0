//! A canvas with the few drawing operations that our pictures need.

use tiny_skia::{
    FillRule, GradientStop, IntRect, LineCap, LinearGradient, Paint, Path, PathBuilder, Pixmap,
    Point, Rect, Shader, SpreadMode, Stroke, Transform,
};

use super::{
    color::{Rgb, solid},
    typeface::Typeface,
};
use crate::platform::{
    error::{Error, Result},
    raster,
};

/// The size of a canvas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The size that social networks expect.
pub(super) const SOCIAL: Size = Size {
    width: 1200,
    height: 630,
};

/// The canvas.
pub(super) struct Canvas {
    pixels: Pixmap,
    /// Width and height.
    sides: (f32, f32),
}

impl Canvas {
    /// A canvas of one color.
    pub(super) fn new(size: Size, paper: Rgb) -> Result<Self> {
        let mut pixels = Pixmap::new(size.width.into(), size.height.into())
            .ok_or_else(|| Error::Internal("there is no room for a picture".to_owned()))?;
        pixels.fill(solid(paper));
        let sides = (size.width.into(), size.height.into());
        Ok(Self { pixels, sides })
    }

    /// Width and height in pixels.
    pub(super) fn sides(&self) -> (f32, f32) {
        self.sides
    }

    /// The picture as a PNG.
    pub(super) fn png(&self) -> Result<Vec<u8>> {
        self.pixels
            .encode_png()
            .map_err(|error| Error::Internal(format!("a picture can't be written: {error}")))
    }

    fn fill_with(&mut self, path: Option<Path>, shader: Shader<'_>) {
        let Some(path) = path else { return };
        let paint = Paint {
            shader,
            anti_alias: true,
            ..Paint::default()
        };
        self.pixels.fill_path(
            &path,
            &paint,
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }

    /// Fills `path`.
    pub(super) fn fill(&mut self, path: Option<Path>, color: Rgb) {
        self.fill_with(path, Shader::SolidColor(solid(color)));
    }

    /// Fills a rectangle given by its corner, width and height.
    pub(super) fn rectangle(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        color: Rgb,
    ) {
        let path = Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
        self.fill(path, color);
    }

    /// Fills a disc.
    pub(super) fn disc(&mut self, (x, y): (f32, f32), radius: f32, color: Rgb) {
        self.fill(PathBuilder::from_circle(x, y, radius), color);
    }

    /// Fills the canvas with a gradient from corner to corner.
    pub(super) fn gradient(&mut self, [from, to]: [Rgb; 2]) {
        let (width, height) = self.sides;
        let shader = LinearGradient::new(
            Point::from_xy(0.0, 0.0),
            Point::from_xy(width, height),
            vec![
                GradientStop::new(0.0, solid(from)),
                GradientStop::new(1.0, solid(to)),
            ],
            SpreadMode::Pad,
            Transform::identity(),
        );
        let sheet = Rect::from_xywh(0.0, 0.0, width, height).map(PathBuilder::from_rect);
        if let Some(shader) = shader {
            self.fill_with(sheet, shader);
        }
    }

    /// Puts a picture at this place, on a chip of `paper` that is `margin` larger on each side.
    pub(super) fn picture(
        &mut self,
        picture: &Pixmap,
        (left, top): (i32, i32),
        (paper, margin): (Rgb, i32),
    ) {
        let longer = |side: u32| i32::try_from(side).unwrap_or_default() + 2 * margin;
        let chip = IntRect::from_ltrb(
            left - margin,
            top - margin,
            left - margin + longer(picture.width()),
            top - margin + longer(picture.height()),
        );
        let chip = chip.map(|chip| chip.to_rect());
        if margin > 0 {
            self.fill(chip.map(PathBuilder::from_rect), paper);
        }
        raster::put(&mut self.pixels, picture, (left, top));
    }

    /// Draws along `path`.
    pub(super) fn stroke(&mut self, path: Option<Path>, width: f32, color: Rgb) {
        let Some(path) = path else { return };
        let paint = Paint {
            shader: Shader::SolidColor(solid(color)),
            anti_alias: true,
            ..Paint::default()
        };
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            ..Stroke::default()
        };
        self.pixels
            .stroke_path(&path, &paint, &stroke, Transform::identity(), None);
    }

    /// Draws a frame with round corners, `inset` pixels from the edge.
    pub(super) fn frame(&mut self, inset: f32, radius: f32, width: f32, color: Rgb) {
        let (right, bottom) = (self.sides.0 - inset, self.sides.1 - inset);
        let mut path = PathBuilder::new();
        path.move_to(inset + radius, inset);
        path.line_to(right - radius, inset);
        path.quad_to(right, inset, right, inset + radius);
        path.line_to(right, bottom - radius);
        path.quad_to(right, bottom, right - radius, bottom);
        path.line_to(inset + radius, bottom);
        path.quad_to(inset, bottom, inset, bottom - radius);
        path.line_to(inset, inset + radius);
        path.quad_to(inset, inset, inset + radius, inset);
        path.close();
        self.stroke(path.finish(), width, color);
    }

    /// Draws `text` with its baseline starting at `place`.
    pub(super) fn write(
        &mut self,
        face: &Typeface,
        text: &str,
        size: f32,
        place: (f32, f32),
        color: Rgb,
    ) {
        self.fill(face.outline(text, size, place), color);
    }

    /// A striped awning with a scalloped edge, `stripes` wide.
    pub(super) fn awning(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        stripes: u8,
        [dark, light]: [Rgb; 2],
    ) {
        let stripe = width / f32::from(stripes.max(1));
        for number in 0..stripes {
            let color = if number % 2 == 0 { dark } else { light };
            let left = x + stripe * f32::from(number);
            self.rectangle((left, y), (stripe, height), color);
            self.disc((left + stripe / 2.0, y + height), stripe / 2.0, color);
        }
    }
}
