//! Small pictures of pixels: draws a cleaned drawing (SVG), and scales.

use base64::{Engine, engine::general_purpose::STANDARD};
use resvg::usvg::{Options, Tree};
use tiny_skia::{IntSize, Pixmap, PixmapPaint, Transform};

/// The pixels of a cleaned drawing, its longer side `longest` pixels long; `None` if it can't be drawn: it is damaged, has
/// text, for which this needs its typefaces, or is empty.
#[must_use]
pub fn draw(drawing: &str, longest: u32) -> Option<Pixmap> {
    if drawing.contains("<text") {
        return None;
    }
    let tree = Tree::from_str(drawing, &Options::default()).ok()?;
    let size = tree.size();
    let scale = number(longest) / size.width().max(size.height());
    let width = whole(size.width() * scale);
    let mut pixels = Pixmap::new(width, whole(size.height() * scale))?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let is_drawn = pixels.pixels().iter().any(|pixel| pixel.alpha() > 0);
    is_drawn.then_some(pixels)
}

/// Reads a PNG in base64.
#[must_use]
pub fn read(png: &str) -> Option<Pixmap> {
    Pixmap::decode_png(&STANDARD.decode(png).ok()?).ok()
}

/// Writes a PNG in base64.
#[must_use]
pub fn write(pixels: &Pixmap) -> Option<String> {
    Some(STANDARD.encode(pixels.encode_png().ok()?))
}

/// The size that fits into `width` × `height` without distortion.
#[must_use]
pub fn fitted(pixels: &Pixmap, width: u32, height: u32) -> (u32, u32) {
    let (from_width, from_height) = (number(pixels.width()), number(pixels.height()));
    let scale = (number(width) / from_width).min(number(height) / from_height);
    (whole(from_width * scale), whole(from_height * scale))
}

/// The picture at this size. Each new pixel is the mean of those that it covers.
#[must_use]
pub fn scaled(pixels: &Pixmap, (width, height): (u32, u32)) -> Option<Pixmap> {
    let narrow = averaged(pixels.data(), (pixels.width(), pixels.height()), width);
    let turned = transposed(&narrow, (width, pixels.height()));
    let low = averaged(&turned, (pixels.height(), width), height);
    let data = transposed(&low, (height, width));
    Pixmap::from_vec(data, IntSize::from_wh(width, height)?)
}

/// Puts `pixels` onto `sheet`, with its corner at this place.
pub fn put(sheet: &mut Pixmap, pixels: &Pixmap, (left, top): (i32, i32)) {
    let paint = PixmapPaint::default();
    sheet.draw_pixmap(
        left,
        top,
        pixels.as_ref(),
        &paint,
        Transform::identity(),
        None,
    );
}

/// Rows of pixels at another width.
fn averaged(data: &[u8], (from, rows): (u32, u32), to: u32) -> Vec<u8> {
    let step = f64::from(from) / f64::from(to);
    let mut new = Vec::with_capacity(to as usize * rows as usize * 4);
    for row in data.chunks_exact(from as usize * 4).take(rows as usize) {
        for column in 0..to {
            let start = f64::from(column) * step;
            let end = start + step;
            let mut sums = [0.0; 4];
            let mut at = start;
            while at < end - 1e-9 {
                let next = (at.floor() + 1.0).min(end);
                let pixel = row.get(index(at, from)..).unwrap_or_default();
                for (sum, channel) in sums.iter_mut().zip(pixel) {
                    *sum += f64::from(*channel) * (next - at);
                }
                at = next;
            }
            new.extend(sums.map(|sum| channel(sum / step)));
        }
    }
    new
}

/// Columns as rows.
fn transposed(data: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let mut new = Vec::with_capacity(data.len());
    for column in 0..width as usize {
        for row in 0..height as usize {
            let at = (row * width as usize + column) * 4;
            new.extend_from_slice(data.get(at..at + 4).unwrap_or_default());
        }
    }
    new
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a row, which is at least 0"
)]
fn index(at: f64, width: u32) -> usize {
    (at as usize).min(width as usize - 1) * 4
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mean of bytes"
)]
fn channel(mean: f64) -> u8 {
    mean.round().clamp(0.0, 255.0) as u8
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand pixels at most")]
fn number(pixels: u32) -> f32 {
    pixels as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few thousand pixels at most, and at least one"
)]
fn whole(pixels: f32) -> u32 {
    pixels.round().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 20\"><path fill=\"#f00\" d=\"M0 0h40v20H0z\"/></svg>";

    #[test]
    fn a_drawing_becomes_pixels_of_the_same_shape() {
        let pixels = draw(RED, 400).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (400, 100));
        assert_eq!(pixels.pixel(10, 50).unwrap().red(), 255);
        assert_eq!(pixels.pixel(390, 50).unwrap().alpha(), 0);
        let small = scaled(&pixels, fitted(&pixels, 32, 32)).unwrap();
        assert_eq!((small.width(), small.height()), (32, 8));
        assert_eq!(small.pixel(15, 4).unwrap().red(), 255);
        assert_eq!(small.pixel(16, 4).unwrap().alpha(), 0);
        let again = read(&write(&small).unwrap()).unwrap();
        assert_eq!(again.data(), small.data());
    }

    #[test]
    fn what_cannot_be_drawn_is_none() {
        for drawing in [
            "no drawing".to_owned(),
            RED.replace("<path", "<text>Tar Heel</text><path"),
            RED.replace("M0 0h40v20H0z", "M0 0"),
        ] {
            assert!(draw(&drawing, 400).is_none(), "{drawing}");
        }
        // Ten times ten times ten … parts: the parser gives up early.
        let levels = (1..9).map(|level| {
            let uses = format!("<use href=\"#l{}\"/>", level - 1).repeat(10);
            format!("<g id=\"l{level}\">{uses}</g>")
        });
        let levels: String = levels.collect();
        let bomb = RED.replace(
            "<path",
            &format!("<path id=\"l0\" d=\"M0 0h1\"/>{levels}<path"),
        );
        let begun = cpu_time::ThreadTime::now();
        let _ = draw(&bomb, 400);
        assert!(begun.elapsed().as_secs() < 20);
    }
}
