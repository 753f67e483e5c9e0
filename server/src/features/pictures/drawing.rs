//! Drawings: the brand's percolator, and a storefront in the shop's own colors.

use sha2::{Digest, Sha256};
use tiny_skia::PathBuilder;

use super::{
    canvas::Canvas,
    color::{AMBER, INK, PAPER, Rgb, from_hsl},
};

/// The enamel percolator of the web app's logo, drawn on a 40 × 40 grid at `place` with `scale` pixels per unit.
pub(super) fn percolator(canvas: &mut Canvas, (left, top): (f32, f32), scale: f32, color: Rgb) {
    let at = |x: f32, y: f32| (left + x * scale, top + y * scale);
    let polygon = |corners: &[(f32, f32)]| {
        let mut path = PathBuilder::new();
        for (number, (x, y)) in corners.iter().enumerate() {
            let (x, y) = at(*x, *y);
            if number == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        path.close();
        path.finish()
    };
    canvas.fill(
        polygon(&[(13.0, 9.0), (27.0, 9.0), (28.0, 13.0), (12.0, 13.0)]),
        color,
    );
    canvas.fill(
        polygon(&[
            (12.0, 14.0),
            (28.0, 14.0),
            (32.0, 34.0),
            (30.0, 36.0),
            (10.0, 36.0),
            (8.0, 34.0),
        ]),
        color,
    );
    canvas.fill(
        polygon(&[
            (11.4, 17.0),
            (5.0, 13.6),
            (3.2, 13.8),
            (2.8, 15.6),
            (8.6, 29.0),
        ]),
        color,
    );
    let mut handle = PathBuilder::new();
    let points = [
        (29.0, 17.0),
        (33.5, 17.0),
        (36.5, 17.0),
        (36.5, 20.0),
        (36.5, 27.0),
        (36.5, 30.0),
        (33.5, 30.0),
        (31.0, 30.0),
    ]
    .map(|(x, y)| at(x, y));
    let [start, bend, corner, down, low, corner2, back, end] = points;
    handle.move_to(start.0, start.1);
    handle.line_to(bend.0, bend.1);
    handle.quad_to(corner.0, corner.1, down.0, down.1);
    handle.line_to(low.0, low.1);
    handle.quad_to(corner2.0, corner2.1, back.0, back.1);
    handle.line_to(end.0, end.1);
    canvas.stroke(handle.finish(), 2.6 * scale, color);
    canvas.disc(at(20.0, 5.5), 3.0 * scale, AMBER);
}

/// A storefront on `ground` with its left side at `left`; colors and door are derived from `slug`.
pub(super) fn storefront(canvas: &mut Canvas, left: f32, ground: f32, slug: &str) {
    let [hue, depth, side, trim, ..] = <[u8; 32]>::from(Sha256::digest(slug));
    let hue = f32::from(hue) / 255.0 * 360.0;
    let wall = from_hsl(hue, 0.38, 0.42 + f32::from(depth % 12) / 100.0);
    let shade = from_hsl(hue, 0.40, 0.26);
    let cloth = from_hsl((hue + 150.0 + f32::from(trim % 60)) % 360.0, 0.55, 0.34);
    let (width, height) = (360.0, 400.0);
    let top = ground - height;
    canvas.rectangle((left, top), (width, height), wall);
    // Cornice and sign board.
    canvas.rectangle((left - 12.0, top - 14.0), (width + 24.0, 22.0), shade);
    canvas.rectangle((left + 24.0, top + 34.0), (width - 48.0, 76.0), shade);
    canvas.rectangle((left + 30.0, top + 40.0), (width - 60.0, 64.0), PAPER);
    percolator(canvas, (left + width / 2.0 - 28.0, top + 44.0), 1.4, shade);
    canvas.awning(
        (left + 6.0, top + 132.0),
        (width - 12.0, 40.0),
        9,
        [cloth, PAPER],
    );
    // Door on one side, window on the other.
    let (door, window) = if side % 2 == 0 {
        (left + 28.0, left + 142.0)
    } else {
        (left + width - 118.0, left + 28.0)
    };
    canvas.rectangle((door, ground - 186.0), (90.0, 186.0), shade);
    canvas.rectangle(
        (door + 14.0, ground - 170.0),
        (62.0, 92.0),
        [0xfb, 0xe3, 0xb0],
    );
    canvas.disc((door + 74.0, ground - 62.0), 5.0, AMBER);
    canvas.rectangle((window, ground - 186.0), (190.0, 140.0), shade);
    for pane in [0.0, 92.0] {
        canvas.rectangle(
            (window + 8.0 + pane, ground - 178.0),
            (82.0, 124.0),
            [0xfb, 0xe3, 0xb0],
        );
    }
    canvas.rectangle((left - 30.0, ground), (width + 60.0, 8.0), INK);
}
