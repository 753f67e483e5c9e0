//! Where a place is: its point, and the parts of its address.

use super::{Draft, put};
use crate::address;
use crate::coordinates::{self, Point};
use crate::record::Note;

impl Draft {
    /// Takes the first available point, with its note: the geometry, two columns, one column with both, or a link to a map.
    pub(super) fn locate(&mut self) {
        let columns = match (self.latitude.take(), self.longitude.take()) {
            (None, None) => None,
            (latitude, longitude) => Some(coordinates::read(
                &latitude.unwrap_or_default(),
                &longitude.unwrap_or_default(),
            )),
        };
        let pair = self.pair.take().map(|text| coordinates::read_pair(&text));
        let linked = self.linked.take().map(|(latitude, longitude)| Point {
            note: Some(Note::PlacedByLink),
            ..coordinates::check(latitude, longitude)
        });
        let linked = linked.filter(|point| point.degrees.is_some());
        let fallback = self.fallback.take();
        let found: Vec<Point> = [self.geometry.take(), columns, pair, linked, fallback]
            .into_iter()
            .flatten()
            .collect();
        let best = found
            .iter()
            .position(|point| point.degrees.is_some())
            .unwrap_or(0);
        if let Some(point) = found.into_iter().nth(best) {
            (self.record.latitude, self.record.longitude) = point.degrees.unzip();
            if let Some(note) = point.note {
                self.record.note(note);
            }
        }
    }

    /// Cuts an address of one line into its parts, if they can be told apart.
    pub(super) fn cut_address(&mut self) {
        let record = &mut self.record;
        let bare = record.city.is_none() && record.zip.is_none();
        let line = match self.full_address.take() {
            Some(line) => Some(line),
            None if bare => record.address.clone(),
            None => None,
        };
        let Some(line) = line else {
            return self.cut_city();
        };
        match address::split(&line).or_else(|| address::split_from_end(&line)) {
            Some(cut) => {
                let street_known = record.street.is_some()
                    || (record.address.is_some() && record.address.as_ref() != Some(&line));
                if !street_known {
                    record.address = Some(cut.street);
                }
                if !cut.city.is_empty() {
                    put(&mut record.city, cut.city);
                }
                if let Some(state) = cut.state {
                    put(&mut record.state, state);
                }
                if let Some(zip) = cut.zip {
                    self.set_zip(&zip);
                }
                self.record.note(Note::AddressSplit);
            }
            None if record.street.is_none() => put(&mut record.address, line),
            None => {}
        }
        self.cut_city();
    }

    fn cut_city(&mut self) {
        let record = &mut self.record;
        if record.state.is_some() {
            return;
        }
        let cut = record.city.as_deref().and_then(address::city_state_zip);
        let owned = cut
            .map(|(city, state, zip)| (city.to_owned(), state.to_owned(), zip.map(str::to_owned)));
        if let Some((city, state, zip)) = owned {
            (record.city, record.state) = (Some(city), Some(state));
            if let Some(zip) = zip {
                self.set_zip(&zip);
            }
        }
    }
}
