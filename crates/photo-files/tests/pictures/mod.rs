//! Pictures drawn for tests: rooms and houses as a camera sees them, and what websites show beside them.

/// Random numbers that are the same each time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 to below `most`.
    pub fn up_to(&mut self, most: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % most.max(1)
    }

    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.up_to(most - least)
    }
}

#[derive(Clone)]
pub struct Drawing {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

type Color = [f64; 3];

impl Drawing {
    fn new(width: u32, height: u32, color: Color) -> Self {
        let pixel = color.map(|it| it.clamp(0.0, 255.0) as u8);
        Self {
            width,
            height,
            rgb: pixel.repeat((width * height) as usize),
        }
    }

    fn each(&mut self, mut change: impl FnMut(u32, u32, Color) -> Color) {
        let width = self.width;
        for (at, pixel) in self.rgb.chunks_exact_mut(3).enumerate() {
            let (x, y) = (at as u32 % width, at as u32 / width);
            let before = [
                f64::from(pixel[0]),
                f64::from(pixel[1]),
                f64::from(pixel[2]),
            ];
            let after = change(x, y, before);
            pixel.copy_from_slice(&after.map(|it| it.clamp(0.0, 255.0) as u8));
        }
    }

    fn rectangle(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), color: Color) {
        let (right, bottom) = (
            (left + width).min(self.width),
            (top + height).min(self.height),
        );
        let full = self.width;
        for y in top.min(bottom)..bottom {
            for x in left.min(right)..right {
                let at = ((y * full + x) * 3) as usize;
                self.rgb[at..at + 3].copy_from_slice(&color.map(|it| it.clamp(0.0, 255.0) as u8));
            }
        }
    }

    fn disc(&mut self, (x, y): (u32, u32), radius: u32, color: Color) {
        let (x, y, radius) = (f64::from(x), f64::from(y), f64::from(radius));
        self.each(|px, py, before| {
            let far = ((f64::from(px) - x).powi(2) + (f64::from(py) - y).powi(2)).sqrt();
            if far > radius {
                return before;
            }
            let light = 1.25 - 0.6 * far / radius;
            color.map(|it| it * light)
        });
    }

    /// Light from one corner, and the noise of a camera.
    fn lit(&mut self, dice: &mut Dice, noise: u32) {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let from_left = dice.up_to(2) == 0;
        self.each(|x, y, before| {
            let across = f64::from(x) / width;
            let side = if from_left { 1.0 - across } else { across };
            let light = 0.55 + 0.5 * side + 0.15 * (1.0 - f64::from(y) / height);
            let grain = f64::from(dice.up_to(noise * 2 + 1)) - f64::from(noise);
            before.map(|it| it * light + grain)
        });
    }

    fn darker(&mut self, light: f64) {
        self.each(|_, _, before| before.map(|it| it * light));
    }

    fn blurred(&mut self, radius: usize) {
        for _ in 0..2 {
            for is_row in [true, false] {
                self.blur_once(radius, is_row);
            }
        }
    }

    fn blur_once(&mut self, radius: usize, is_row: bool) {
        let (width, height) = (self.width as usize, self.height as usize);
        let before = self.rgb.clone();
        let (lines, length) = if is_row {
            (height, width)
        } else {
            (width, height)
        };
        let at = |line: usize, place: usize| {
            if is_row {
                line * width + place
            } else {
                place * width + line
            }
        };
        for line in 0..lines {
            for channel in 0..3 {
                let value = |place: usize| u32::from(before[at(line, place) * 3 + channel]);
                let mut sum: u32 = (0..=radius.min(length - 1)).map(value).sum();
                let mut count = radius.min(length - 1) as u32 + 1;
                for place in 0..length {
                    self.rgb[at(line, place) * 3 + channel] = (sum / count) as u8;
                    if place + radius + 1 < length {
                        sum += value(place + radius + 1);
                        count += 1;
                    }
                    if place >= radius {
                        sum -= value(place - radius);
                        count -= 1;
                    }
                }
            }
        }
    }
}

fn color(dice: &mut Dice, least: u32, most: u32) -> Color {
    [0; 3].map(|_| f64::from(dice.between(least, most)))
}

fn size(dice: &mut Dice) -> (u32, u32) {
    [(800, 600), (900, 600), (1024, 640), (640, 480), (720, 720)][dice.up_to(5) as usize]
}

/// A room: wall, floor, a counter with things on it, lamps, chairs.
pub fn room(seed: u64) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let mut room = Drawing::new(width, height, color(&mut dice, 120, 230));
    let floor = height * dice.between(55, 75) / 100;
    let wood = [
        f64::from(dice.between(90, 160)),
        f64::from(dice.between(60, 110)),
        f64::from(dice.between(30, 80)),
    ];
    room.rectangle((0, floor), (width, height), wood);
    let counter = (width * dice.between(5, 40) / 100, floor - height / 6);
    room.rectangle(counter, (width / 2, height / 3), color(&mut dice, 30, 200));
    for _ in 0..dice.between(6, 14) {
        let place = (dice.up_to(width), dice.between(height / 8, height * 9 / 10));
        let shape = (
            dice.between(width / 30, width / 7),
            dice.between(height / 20, height / 5),
        );
        room.rectangle(place, shape, color(&mut dice, 10, 250));
    }
    for _ in 0..dice.between(2, 6) {
        let place = (
            dice.up_to(width),
            dice.between(height / 10, height * 8 / 10),
        );
        let radius = dice.between(width / 30, width / 10);
        room.disc(place, radius, color(&mut dice, 60, 240));
    }
    room.lit(&mut dice, 8);
    room
}

/// A house at a street: sky, wall, windows, a door.
pub fn house(seed: u64) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let mut house = Drawing::new(
        width,
        height,
        [150.0, 190.0, f64::from(dice.between(210, 250))],
    );
    house.each(|_, y, before| before.map(|it| it + 60.0 * f64::from(y) / f64::from(height)));
    let (left, top) = (width / 10, height * dice.between(15, 35) / 100);
    house.rectangle(
        (left, top),
        (width * 8 / 10, height),
        color(&mut dice, 90, 210),
    );
    for column in 0..dice.between(3, 6) {
        let place = (left + width / 20 + column * width / 6, top + height / 8);
        house.rectangle(place, (width / 10, height / 4), color(&mut dice, 20, 120));
    }
    house.rectangle(
        (width / 2, height * 6 / 10),
        (width / 9, height),
        color(&mut dice, 20, 120),
    );
    house.rectangle((0, height * 88 / 100), (width, height), [90.0, 90.0, 95.0]);
    for _ in 0..4 {
        let place = (dice.up_to(width), height * 8 / 10);
        house.disc(
            place,
            width / 14,
            [
                f64::from(dice.between(20, 70)),
                f64::from(dice.between(80, 140)),
                40.0,
            ],
        );
    }
    house.lit(&mut dice, 9);
    house
}

/// Lines of letters.
fn write(page: &mut Drawing, dice: &mut Dice, ink: Color) {
    let (width, height) = (page.width, page.height);
    let line = dice.between(height / 26, height / 16);
    let mut y = height / 12;
    while y + line < height * 11 / 12 {
        let mut x = width / 12;
        let end = dice.between(width * 6 / 10, width * 11 / 12);
        while x < end {
            let letter = dice.between(line / 4, line / 2 + 2);
            let stroke = (line / 9).max(2);
            page.rectangle((x, y), (stroke, line / 2), ink);
            page.rectangle((x + letter / 2, y), (stroke, line / 2), ink);
            if dice.up_to(2) == 0 {
                page.rectangle((x, y + line / 4), (letter / 2, stroke), ink);
            }
            x += letter
                + if dice.up_to(5) == 0 {
                    line / 2
                } else {
                    line / 8
                };
        }
        y += line;
    }
}

/// A menu: printed, on a board, or photographed on a table.
pub fn menu(seed: u64, is_photographed: bool) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let is_board = dice.up_to(2) == 0;
    let (paper, ink) = if is_board {
        ([40.0, 44.0, 42.0], [225.0; 3])
    } else {
        ([240.0, 236.0, 225.0], [35.0; 3])
    };
    let mut page = Drawing::new(width, height, paper);
    write(&mut page, &mut dice, ink);
    if is_photographed {
        page.lit(&mut dice, 5);
    }
    page
}

/// A map: land, water, streets.
pub fn map(seed: u64) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let mut map = Drawing::new(width, height, [242.0, 239.0, 233.0]);
    for _ in 0..3 {
        let place = (dice.up_to(width), dice.up_to(height));
        map.rectangle(place, (width / 4, height / 5), [200.0, 230.0, 190.0]);
    }
    map.rectangle(
        (dice.up_to(width), 0),
        (width / 9, height),
        [170.0, 211.0, 223.0],
    );
    for _ in 0..9 {
        map.rectangle((0, dice.up_to(height)), (width, 5), [255.0; 3]);
        map.rectangle((dice.up_to(width), 0), (5, height), [255.0; 3]);
    }
    map.rectangle((0, dice.up_to(height)), (width, 9), [250.0, 210.0, 130.0]);
    map.rectangle((width / 2, height / 2), (14, 22), [220.0, 40.0, 40.0]);
    map
}

/// A logo: a mark on an even ground.
pub fn logo(seed: u64) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let mut logo = Drawing::new(
        width,
        height,
        if dice.up_to(2) == 0 {
            [255.0; 3]
        } else {
            color(&mut dice, 10, 90)
        },
    );
    let ink = color(&mut dice, 100, 220);
    logo.rectangle((width / 3, height / 3), (width / 3, height / 4), ink);
    logo.rectangle(
        (width * 4 / 10, height * 4 / 10),
        (width / 10, height / 10),
        [255.0; 3],
    );
    for letter in 0..7 {
        logo.rectangle(
            (width / 4 + letter * width / 14, height * 7 / 10),
            (width / 30, height / 12),
            ink,
        );
    }
    logo
}

/// A placeholder in one tone.
pub fn flat(seed: u64) -> Drawing {
    let mut dice = Dice::new(seed);
    let (width, height) = size(&mut dice);
    let tone = f64::from(dice.between(90, 230));
    let mut flat = Drawing::new(width, height, [tone; 3]);
    flat.each(|x, _, before| before.map(|it| it + 12.0 * f64::from(x) / f64::from(width)));
    flat
}

pub fn dark(seed: u64) -> Drawing {
    let mut drawing = room(seed);
    drawing.darker(0.16);
    drawing
}

pub fn blurred(seed: u64) -> Drawing {
    let mut drawing = if seed.is_multiple_of(2) {
        room(seed)
    } else {
        house(seed)
    };
    let radius = drawing.width as usize / 28;
    drawing.blurred(radius);
    drawing
}

/// A part of a room that is much taller than wide, or much wider than tall.
pub fn strip(seed: u64) -> Drawing {
    let whole = room(seed);
    let is_tall = seed.is_multiple_of(2);
    let (width, height) = if is_tall {
        (whole.height * 2 / 5, whole.height)
    } else {
        (whole.width, whole.width / 4)
    };
    let rows = whole
        .rgb
        .chunks_exact(whole.width as usize * 3)
        .take(height as usize);
    let rgb = rows
        .flat_map(|row| row[..width as usize * 3].to_vec())
        .collect();
    Drawing { width, height, rgb }
}
