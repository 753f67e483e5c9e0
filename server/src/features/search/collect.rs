//! Collects a query's top documents: by score or age, anywhere or around a point.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::catalog::search_index::columns;
use gazetteer::distance_miles;
use tantivy::{
    DocId, Score, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::Column,
    query::Weight,
};
use uuid::Uuid;

/// What to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Score,
    /// Newest first.
    Age,
}

/// A point in degrees, and a distance in miles.
pub(super) type Circle = ((f64, f64), f64);

/// The top `most` shops. Every document is checked, so the circle doesn't hide matches with a low score.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    pub(super) most: usize,
    pub(super) by: By,
    pub(super) around: Option<Circle>,
}

/// A shop and its score; 0 if scores don't matter.
pub(super) type Match = (Score, Uuid);

/// Larger is better: first the sort key, then the older shop. Not document order, which differs between servers.
type Ranked = (u64, Reverse<Uuid>);

pub(super) struct InSegment {
    wanted: First,
    best: BinaryHeap<Reverse<Ranked>>,
    created: Option<Column<u64>>,
    point: (Column<i64>, Column<i64>),
    id: (Column<u64>, Column<u64>),
}

impl Collector for First {
    type Fruit = Vec<Match>;
    type Child = InSegment;

    fn for_segment(&self, _: u32, segment: &SegmentReader) -> tantivy::Result<InSegment> {
        let fast = segment.fast_fields();
        Ok(InSegment {
            wanted: *self,
            best: BinaryHeap::new(),
            created: match self.by {
                By::Age => Some(fast.u64(columns::CREATED)?),
                By::Score => None,
            },
            point: (fast.i64(columns::LATITUDE)?, fast.i64(columns::LONGITUDE)?),
            id: (fast.u64(columns::ID_HIGH)?, fast.u64(columns::ID_LOW)?),
        })
    }

    fn requires_scoring(&self) -> bool {
        self.by == By::Score
    }

    fn collect_segment(
        &self,
        weight: &dyn Weight,
        ordinal: u32,
        segment: &SegmentReader,
    ) -> tantivy::Result<Vec<(u64, Uuid)>> {
        let mut found = self.for_segment(ordinal, segment)?;
        let alive = segment.alive_bitset();
        let is_alive = |document| alive.is_none_or(|alive| alive.is_alive(document));
        match self.by {
            // Lets the index skip documents that can't exceed the threshold.
            By::Score => weight.for_each_pruning(f32::MIN, segment, &mut |document, score| {
                if is_alive(document) {
                    found.collect(document, score);
                }
                found.threshold()
            })?,
            By::Age => weight.for_each_no_score(segment, &mut |documents| {
                for document in documents.iter().copied().filter(|one| is_alive(*one)) {
                    found.collect(document, 0.0);
                }
            })?,
        }
        Ok(found.harvest())
    }

    fn merge_fruits(&self, segments: Vec<Vec<(u64, Uuid)>>) -> tantivy::Result<Vec<Match>> {
        let mut all: Vec<(u64, Uuid)> = segments.into_iter().flatten().collect();
        all.sort_unstable_by_key(|(key, id)| (Reverse(*key), *id));
        all.truncate(self.most);
        let score_of = |key| match self.by {
            By::Score => u32::try_from(key).map(f32::from_bits).unwrap_or_default(),
            By::Age => 0.0,
        };
        Ok(all
            .into_iter()
            .map(|(key, id)| (score_of(key), id))
            .collect())
    }
}

impl SegmentCollector for InSegment {
    type Fruit = Vec<(u64, Uuid)>;

    fn collect(&mut self, document: DocId, score: Score) {
        let key = match &self.created {
            Some(created) => created.first(document).unwrap_or_default(),
            // The bits of non-negative floats sort like the numbers.
            None => u64::from(score.max(0.0).to_bits()),
        };
        let is_full = self.best.len() >= self.wanted.most;
        let last = self.best.peek().filter(|_| is_full).map(|it| it.0);
        if last.is_some_and(|(lowest, _)| key < lowest) {
            return;
        }
        let Some(id) = self.id_of(document) else {
            return;
        };
        let ranked = (key, Reverse(id));
        if last.is_some_and(|last| ranked < last) || !self.is_inside(document) {
            return;
        }
        if is_full {
            self.best.pop();
        }
        self.best.push(Reverse(ranked));
    }

    fn harvest(self) -> Self::Fruit {
        self.best
            .into_iter()
            .map(|Reverse((key, Reverse(id)))| (key, id))
            .collect()
    }
}

impl InSegment {
    /// Scores up to this one don't make the list. One equal to the last may, depending on its shop.
    fn threshold(&self) -> Score {
        let last = self
            .best
            .peek()
            .filter(|_| self.best.len() >= self.wanted.most);
        last.and_then(|Reverse((key, _))| u32::try_from(*key).ok())
            .map_or(f32::MIN, |bits| f32::from_bits(bits).next_down())
    }

    fn id_of(&self, document: DocId) -> Option<Uuid> {
        let (high, low) = &self.id;
        Some(Uuid::from_u64_pair(
            high.first(document)?,
            low.first(document)?,
        ))
    }

    fn is_inside(&self, document: DocId) -> bool {
        let Some((middle, miles)) = self.wanted.around else {
            return true;
        };
        let degrees = |column: &Column<i64>| column.first(document).map(degrees);
        degrees(&self.point.0)
            .zip(degrees(&self.point.1))
            // One extra yard: the catalog decides, using unrounded points.
            .is_some_and(|point| distance_miles(middle, point) <= miles + 0.001)
    }
}

#[expect(clippy::cast_precision_loss, reason = "degrees in millionths fit")]
fn degrees(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}
