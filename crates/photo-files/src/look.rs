//! How good a picture is as the cover of a place, by its pixels alone: from 0 to 100, and 0 if it shows no place at all.

/// A picture with a lower score is no cover (`owner-admin.md`, 5).
pub const GOOD_SCORE: u32 = 40;

/// Why a picture shows no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One tone, such as a gray placeholder.
    Flat,
    Dark,
    Blurred,
    /// A few even colors: a logo, a map, a screenshot, a printed menu.
    Graphic,
    /// Lines of writing, such as a photographed menu.
    Writing,
    /// Much taller or wider than a cover.
    Strip,
}

impl Fault {
    /// Such as "it is blurred".
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Flat => "it shows nothing but one tone",
            Self::Dark => "it is too dark",
            Self::Blurred => "it is blurred",
            Self::Graphic => "it looks like a logo, a map or a menu",
            Self::Writing => "it looks like a page of writing",
            Self::Strip => "it is a strip",
        }
    }
}

/// What the pixels say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Of 100; 0 with a fault.
    pub score: u32,
    pub fault: Option<Fault>,
    /// Much the same for much the same picture.
    hash: u64,
}

/// Pictures whose hashes differ in at most so many bits are one picture, in another size or quality.
const SAME_BITS: u32 = 5;

impl Look {
    /// Why the picture is no cover; `None` if it may be one.
    #[must_use]
    pub fn complaint(&self) -> Option<&'static str> {
        let low = (self.score < GOOD_SCORE).then_some("its quality is too low");
        self.fault.map(Fault::reason).or(low)
    }

    /// Whether both are the same picture.
    #[must_use]
    pub const fn is_same(&self, other: &Self) -> bool {
        (self.hash ^ other.hash).count_ones() <= SAME_BITS
    }
}

/// The width that pictures are looked at in.
pub(crate) const LOOK_WIDTH: u32 = 256;
/// Colors are counted in steps of 16, and so many of them may not be nearly the whole picture.
const MAIN_COLORS: usize = 8;
const GRAPHIC_SHARE: f64 = 0.72;
/// A step in brightness between neighbors that is an edge, of 255.
const EDGE: i32 = 40;
const LEAST_CONTRAST: f64 = 10.0;
const DARK: f64 = 38.0;
const LEAST_SHARPNESS: f64 = 9.0;
/// Lines of writing on a page.
const LEAST_LINES: usize = 6;

/// What a picture is measured by.
struct Measures {
    /// Mean brightness of 255, and its deviation.
    brightness: f64,
    contrast: f64,
    /// The brightest twentieth begins here.
    bright: i32,
    /// The steepest hundredth of steps between neighbors begins here.
    sharpness: f64,
    /// The part that the main colors cover.
    main_share: f64,
    /// How strong its colors are, of 255.
    color: f64,
    lines: usize,
}

/// Looks at `rgb`, which is `width` pixels wide and made of a picture of the size `original`.
pub(crate) fn look_at(rgb: &[u8], width: usize, original: (u32, u32)) -> Look {
    let pixels: Vec<[i32; 3]> = rgb
        .chunks_exact(3)
        .filter_map(|pixel| <[u8; 3]>::try_from(pixel).ok())
        .map(|pixel| pixel.map(i32::from))
        .collect();
    let gray: Vec<i32> = pixels
        .iter()
        .map(|[red, green, blue]| (red * 299 + green * 587 + blue * 114) / 1000)
        .collect();
    let measures = measure(&pixels, &gray, width);
    let fault = fault(&measures, original);
    Look {
        score: if fault.is_some() {
            0
        } else {
            score(&measures, original)
        },
        fault,
        hash: hash(&gray, width),
    }
}

fn measure(pixels: &[[i32; 3]], gray: &[i32], width: usize) -> Measures {
    let count = gray.len().max(1) as f64;
    let brightness = gray.iter().map(|it| f64::from(*it)).sum::<f64>() / count;
    let spread = gray
        .iter()
        .map(|it| (f64::from(*it) - brightness).powi(2))
        .sum::<f64>()
        / count;
    let steps: Vec<i32> = gray
        .chunks(width.max(1))
        .flat_map(|row| {
            row.iter()
                .zip(row.iter().skip(1))
                .map(|(left, right)| (left - right).abs())
        })
        .collect();
    let colors = pixels.iter().map(|pixel| {
        let most = pixel.iter().max().copied().unwrap_or_default();
        f64::from(most - pixel.iter().min().copied().unwrap_or_default())
    });
    Measures {
        brightness,
        contrast: spread.sqrt(),
        bright: at_share(gray, 0.95),
        sharpness: f64::from(at_share(&steps, 0.99)),
        main_share: main_share(pixels),
        color: colors.sum::<f64>() / count,
        lines: lines(gray, width),
    }
}

/// The value below which this share of the values is.
fn at_share(values: &[i32], share: f64) -> i32 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let at = (sorted.len() as f64 * share) as usize;
    sorted
        .get(at.min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

fn main_share(pixels: &[[i32; 3]]) -> f64 {
    let mut counts = vec![0_u32; 4096];
    for [red, green, blue] in pixels {
        let bin = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
        if let Some(count) = usize::try_from(bin)
            .ok()
            .and_then(|bin| counts.get_mut(bin))
        {
            *count += 1;
        }
    }
    counts.sort_unstable_by(|left, right| right.cmp(left));
    let main: u32 = counts.iter().take(MAIN_COLORS).sum();
    f64::from(main) / pixels.len().max(1) as f64
}

/// Lines of writing: bands of rows with many edges, parted by bands with hardly any.
fn lines(gray: &[i32], width: usize) -> usize {
    let (mut lines, mut is_in_line) = (0, false);
    for row in gray.chunks_exact(width.max(1)) {
        let edges = row
            .iter()
            .zip(row.iter().skip(1))
            .filter(|(left, right)| (*left - *right).abs() > EDGE);
        let share = edges.count() as f64 / width.max(1) as f64;
        if share > 0.07 && !is_in_line {
            (lines, is_in_line) = (lines + 1, true);
        } else if share < 0.015 {
            is_in_line = false;
        }
    }
    lines
}

fn fault(measures: &Measures, (width, height): (u32, u32)) -> Option<Fault> {
    let shape = f64::from(width) / f64::from(height.max(1));
    if !(0.5..=3.0).contains(&shape) {
        return Some(Fault::Strip);
    }
    if measures.brightness < DARK && measures.bright < 110 {
        return Some(Fault::Dark);
    }
    if measures.contrast < LEAST_CONTRAST {
        return Some(Fault::Flat);
    }
    if measures.lines >= LEAST_LINES {
        return Some(Fault::Writing);
    }
    if measures.main_share > GRAPHIC_SHARE {
        return Some(Fault::Graphic);
    }
    (measures.sharpness < LEAST_SHARPNESS).then_some(Fault::Blurred)
}

/// Resolution 30, shape 20, sharpness 20, contrast 15, color 15.
fn score(measures: &Measures, (width, height): (u32, u32)) -> u32 {
    let resolution = match width.min(height) {
        1080.. => 30,
        720.. => 26,
        480.. => 20,
        320.. => 12,
        _ => 4,
    };
    // Cards and covers are wider than high.
    let shape = match f64::from(width) / f64::from(height.max(1)) {
        1.2..=1.9 => 20,
        1.0..=2.4 => 14,
        0.7..1.0 => 7,
        _ => 0,
    };
    let part = |value: f64, full: f64, points: f64| ((value / full).min(1.0) * points) as u32;
    resolution
        + shape
        + part(measures.sharpness, 40.0, 20.0)
        + part(measures.contrast, 50.0, 15.0)
        + part(measures.color, 50.0, 15.0)
}

/// Whether each of 8 by 8 parts is darker than the one at its right.
fn hash(gray: &[i32], width: usize) -> u64 {
    let height = gray.len() / width.max(1);
    let mean = |column: usize, row: usize| {
        let columns = column * width / 9..((column + 1) * width / 9).max(column * width / 9 + 1);
        let rows = row * height / 8..((row + 1) * height / 8).max(row * height / 8 + 1);
        let (mut sum, mut count) = (0_i64, 0_i64);
        for y in rows {
            for value in gray
                .get(y * width + columns.start..y * width + columns.end)
                .unwrap_or_default()
            {
                sum += i64::from(*value);
                count += 1;
            }
        }
        sum / count.max(1)
    };
    let mut hash = 0;
    for row in 0..8 {
        for column in 0..8 {
            hash = hash << 1 | u64::from(mean(column, row) < mean(column + 1, row));
        }
    }
    hash
}
