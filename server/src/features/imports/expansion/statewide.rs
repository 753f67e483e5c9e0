//! All coffee places of a state in OpenStreetMap. Overpass is asked piece by piece, because a question about a whole state
//! takes more than a public server gives, and the answers become one file for the import.

use std::{
    collections::{HashSet, VecDeque},
    io::{self, BufWriter, Write},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use gazetteer::{Gazetteer, State};
use serde::Deserialize;
use serde_json::{json, value::RawValue};
use tempfile::NamedTempFile;

use super::places::{none_configured, turn};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        overpass::{Bounds, Overpass},
    },
};

/// The first pieces are squares of this many degrees.
const SIDE: f64 = 1.0;
/// A piece that is too much for the server is cut into four, down to this size.
const SMALLEST: f64 = 0.2;
/// How far from a post office somebody may still have a coffee shop, in degrees.
const MARGIN: f64 = 0.2;
/// How often a piece is asked for while the server is busy.
const ATTEMPTS: u32 = 3;
/// So many pieces in a row without an answer end the run.
const MOST_SILENT: u32 = 5;
/// How often it is looked whether somebody has canceled a pause.
const LOOK: Duration = Duration::from_millis(200);

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchProgress {
    /// Pieces that were asked for.
    pub done: usize,
    /// All of them; more when some have to be cut.
    pub pieces: usize,
    pub places: usize,
}

/// What Overpass knows of a state.
#[derive(Debug)]
pub struct StatePlaces {
    /// Overpass JSON.
    pub file: NamedTempFile,
    pub fetched: FetchProgress,
    /// The pieces that weren't answered, each with the reason.
    pub unanswered: Vec<String>,
}

/// An answer, as far as it is needed here.
#[derive(Deserialize)]
struct Body<'a> {
    osm3s: Option<Stamp>,
    #[serde(borrow)]
    elements: Vec<&'a RawValue>,
    /// What went wrong on the way.
    remark: Option<String>,
}

#[derive(Deserialize)]
struct Stamp {
    timestamp_osm_base: String,
}

#[derive(Deserialize, PartialEq, Eq, Hash)]
struct Element {
    r#type: String,
    id: i64,
}

/// What became of a question.
enum Told {
    Places,
    /// More than the server gives at once.
    TooMuch(String),
    Nothing(String),
    Canceled,
}

/// The elements of all answers; a way at the edge of two pieces is in both.
#[derive(Default)]
struct Collected {
    known: HashSet<Element>,
    elements: Vec<Box<RawValue>>,
    /// The oldest: all facts are at least as new.
    stamp: Option<String>,
}

/// Asks for all pieces of a state. `None` if it was canceled by `stop`.
///
/// # Errors
///
/// If no server is configured, it answers nothing, or the file can't be written.
pub async fn fetch_state(
    services: &Services,
    state: State,
    stop: &AtomicBool,
    progress: &mut impl FnMut(FetchProgress),
) -> Result<Option<StatePlaces>> {
    let overpass = Overpass::open(&services.settings)?.ok_or_else(none_configured)?;
    let mut waiting = pieces(state);
    let mut fetched = FetchProgress {
        pieces: waiting.len(),
        ..FetchProgress::default()
    };
    let mut collected = Collected::default();
    let (mut unanswered, mut silent, mut latest) = (Vec::new(), 0, None);
    while let Some(piece) = waiting.pop_front() {
        progress(fetched);
        match ask(services, &overpass, (piece, stop), &mut collected).await? {
            Told::Canceled => return Ok(None),
            Told::Places => silent = 0,
            Told::TooMuch(_) if piece.north - piece.south > SMALLEST => {
                silent = 0;
                quarters(piece)
                    .into_iter()
                    .for_each(|part| waiting.push_front(part));
                // The piece itself is none anymore.
                fetched.pieces += 3;
                continue;
            }
            Told::TooMuch(reason) | Told::Nothing(reason) => {
                silent += 1;
                if silent == MOST_SILENT {
                    return Err(Error::unavailable(reason));
                }
                unanswered.push(format!("{}: {reason}", name(piece)));
                latest = Some(reason);
            }
        }
        fetched.done += 1;
        fetched.places = collected.elements.len();
    }
    progress(fetched);
    if let Some(reason) = latest.filter(|_| unanswered.len() == fetched.pieces) {
        return Err(Error::unavailable(reason));
    }
    Ok(Some(StatePlaces {
        file: collected.write().map_err(Error::failed)?,
        fetched,
        unanswered,
    }))
}

/// The squares in which the state has post offices, and those next to them.
fn pieces(state: State) -> VecDeque<Bounds> {
    let mut squares = HashSet::new();
    for zip in Gazetteer::get().zips() {
        if zip.state != state {
            continue;
        }
        let (latitude, longitude) = zip.point();
        for (north, east) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            squares.insert((
                square(latitude + north * MARGIN),
                square(longitude + east * MARGIN),
            ));
        }
    }
    let mut squares: Vec<(i32, i32)> = squares.into_iter().collect();
    squares.sort_unstable();
    let bounds = |(south, west): (i32, i32)| Bounds {
        south: f64::from(south) * SIDE,
        west: f64::from(west) * SIDE,
        north: f64::from(south + 1) * SIDE,
        east: f64::from(west + 1) * SIDE,
    };
    squares.into_iter().map(bounds).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "degrees are small numbers")]
fn square(degrees: f64) -> i32 {
    (degrees / SIDE).floor() as i32
}

fn quarters(piece: Bounds) -> [Bounds; 4] {
    let Bounds {
        south,
        west,
        north,
        east,
    } = piece;
    let (middle, center) = (f64::midpoint(south, north), f64::midpoint(west, east));
    [
        (south, west, middle, center),
        (south, center, middle, east),
        (middle, west, north, center),
        (middle, center, north, east),
    ]
    .map(|(south, west, north, east)| Bounds {
        south,
        west,
        north,
        east,
    })
}

/// `30 to 31° N, 92 to 91° W`
fn name(piece: Bounds) -> String {
    format!(
        "{} to {}° N, {} to {}° W",
        piece.south, piece.north, -piece.west, -piece.east
    )
}

async fn ask(
    services: &Services,
    overpass: &Overpass,
    (piece, stop): (Bounds, &AtomicBool),
    collected: &mut Collected,
) -> Result<Told> {
    let mut attempts = 0;
    loop {
        tokio::select! {
            turned = turn(services) => turned?,
            () = canceled(stop) => return Ok(Told::Canceled),
        }
        let told = tokio::select! {
            told = overpass.coffee_places(piece) => told,
            () = canceled(stop) => return Ok(Told::Canceled),
        };
        attempts += 1;
        let error = match told.result {
            Ok(body) => return Ok(collected.add(&body)),
            Err(error) => error,
        };
        let Some(pause) = error.pause().filter(|_| attempts < ATTEMPTS) else {
            return Ok(Told::Nothing(error.to_string()));
        };
        tokio::select! {
            () = tokio::time::sleep(pause.to_std().unwrap_or_default()) => {}
            () = canceled(stop) => return Ok(Told::Canceled),
        }
    }
}

async fn canceled(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

impl Collected {
    fn add(&mut self, body: &[u8]) -> Told {
        let body: Body<'_> = match serde_json::from_slice(body) {
            Ok(body) => body,
            Err(error) => {
                return Told::Nothing(format!(
                    "OpenStreetMap didn't answer: the answer can't be read ({error})."
                ));
            }
        };
        if let Some(remark) = body.remark {
            return Told::TooMuch(format!("OpenStreetMap didn't answer: {remark}."));
        }
        for raw in body.elements {
            let is_new = serde_json::from_str(raw.get())
                .is_ok_and(|element: Element| self.known.insert(element));
            if is_new {
                self.elements.push(raw.to_owned());
            }
        }
        if let Some(Stamp { timestamp_osm_base }) = body.osm3s {
            let older = self.stamp.take().into_iter().chain([timestamp_osm_base]);
            self.stamp = older.min();
        }
        Told::Places
    }

    fn write(self) -> io::Result<NamedTempFile> {
        let mut file = BufWriter::new(NamedTempFile::with_prefix("townperk-state-")?);
        let stamp = json!({ "timestamp_osm_base": self.stamp });
        write!(
            file,
            "{{\"version\":0.6,\"generator\":\"Overpass API\",\"osm3s\":{stamp},\"elements\":["
        )?;
        for (place, element) in self.elements.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(file, "{comma}\n{}", element.get())?;
        }
        writeln!(file, "\n]}}")?;
        Ok(file.into_inner()?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_pieces_of_a_state_cover_its_post_offices() {
        for (state, least, most) in [("LA", 15, 40), ("DC", 1, 4), ("HI", 5, 30)] {
            let state = State::from_code(state).unwrap();
            let pieces = pieces(state);
            assert!(
                (least..=most).contains(&pieces.len()),
                "{}: {}",
                state.code(),
                pieces.len()
            );
            let zips = Gazetteer::get().zips().iter();
            let offices = zips.filter(|zip| zip.state == state);
            assert!(
                offices
                    .map(|zip| zip.point())
                    .all(|point| pieces.iter().any(|piece| piece.contain(point)))
            );
        }
    }

    #[test]
    fn quarters_make_up_the_whole() {
        let whole = Bounds {
            south: 30.0,
            west: -92.0,
            north: 31.0,
            east: -91.0,
        };
        let parts = quarters(whole);
        for point in [(30.2, -91.8), (30.2, -91.2), (30.8, -91.8), (30.8, -91.2)] {
            assert_eq!(parts.iter().filter(|part| part.contain(point)).count(), 1);
        }
        assert_eq!(name(whole), "30 to 31° N, 92 to 91° W");
    }

    #[test]
    fn answers_become_one_file_without_repeats() {
        let mut collected = Collected::default();
        let answer = |stamp: &str, id: u32| {
            format!(
                r#"{{"osm3s":{{"timestamp_osm_base":"{stamp}"}},"elements":[{{"type":"node","id":1}},{{"type":"node","id":{id}}}]}}"#
            )
        };
        let later = answer("2026-03-02T06:00:00Z", 2);
        assert!(matches!(collected.add(later.as_bytes()), Told::Places));
        let earlier = answer("2026-03-01T06:00:00Z", 3);
        assert!(matches!(collected.add(earlier.as_bytes()), Told::Places));
        let remark = br#"{"elements":[],"remark":"Query timed out"}"#;
        assert!(matches!(collected.add(remark), Told::TooMuch(_)));
        assert!(matches!(collected.add(b"<html>"), Told::Nothing(_)));
        let file = collected.write().unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["osm3s"]["timestamp_osm_base"], "2026-03-01T06:00:00Z");
        assert_eq!(read["elements"].as_array().unwrap().len(), 3);
    }
}
