//! One day's opening hours, as time spans that belong to the day on which they start.

/// Whether a span is certainly open, or may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Open,
    Unknown,
}

/// Minutes from the local midnight at which the day starts; the end may be in the next day (2,880 at most).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub start: u16,
    pub end: u16,
    pub status: Status,
}

/// The end of the day, and the latest end of a span that starts in it.
pub(crate) const DAY: u16 = 24 * 60;
pub(crate) const TWO_DAYS: u16 = 2 * DAY;

/// Sorted spans that neither overlap nor touch with the same status; the rest of the day is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DayPlan {
    pieces: Vec<Piece>,
}

impl DayPlan {
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Puts `piece` on top, replacing what overlaps.
    pub fn overlay(&mut self, piece: Piece) {
        self.clear(piece.start, piece.end);
        if piece.start < piece.end {
            self.pieces.push(piece);
            self.tidy();
        }
    }

    /// Puts `piece` underneath: it counts only where nothing else is specified.
    pub fn underlay(&mut self, piece: Piece) {
        let above = std::mem::take(&mut self.pieces);
        self.overlay(piece);
        for upper in above {
            self.overlay(upper);
        }
    }

    /// Closes the time from `start` to `end`.
    pub fn clear(&mut self, start: u16, end: u16) {
        if self
            .pieces
            .iter()
            .all(|piece| piece.end <= start || end <= piece.start)
        {
            return;
        }
        let cut = |piece: &Piece| {
            let before = Piece {
                end: piece.end.min(start),
                ..*piece
            };
            let after = Piece {
                start: piece.start.max(end),
                ..*piece
            };
            [before, after]
        };
        self.pieces = self
            .pieces
            .iter()
            .flat_map(cut)
            .filter(|piece| piece.start < piece.end)
            .collect();
    }

    /// What is certain if either plan may apply: where they differ, the state is unknown.
    pub fn agree(&self, other: &Self) -> Self {
        let mut bounds: Vec<u16> = self
            .pieces
            .iter()
            .chain(&other.pieces)
            .flat_map(|piece| [piece.start, piece.end])
            .collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut plan = Self::default();
        for (&start, &end) in bounds.iter().zip(bounds.iter().skip(1)) {
            let status = match (self.status_at(start), other.status_at(start)) {
                (None, None) => continue,
                (Some(Status::Open), Some(Status::Open)) => Status::Open,
                _ => Status::Unknown,
            };
            plan.pieces.push(Piece { start, end, status });
        }
        plan.tidy();
        plan
    }

    fn status_at(&self, minute: u16) -> Option<Status> {
        self.pieces
            .iter()
            .find(|piece| piece.start <= minute && minute < piece.end)
            .map(|piece| piece.status)
    }

    /// Sorts the spans, and joins adjacent ones with the same status.
    fn tidy(&mut self) {
        self.pieces.sort_unstable_by_key(|piece| piece.start);
        self.pieces.dedup_by(|next, kept| {
            let joins = kept.end == next.start && kept.status == next.status;
            if joins {
                kept.end = next.end;
            }
            joins
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{DayPlan, Piece, Status};

    fn plan(pieces: &[(u16, u16, Status)]) -> DayPlan {
        let mut plan = DayPlan::default();
        for &(start, end, status) in pieces {
            plan.overlay(Piece { start, end, status });
        }
        plan
    }

    fn listed(plan: &DayPlan) -> Vec<(u16, u16, Status)> {
        plan.pieces()
            .iter()
            .map(|p| (p.start, p.end, p.status))
            .collect()
    }

    #[test]
    fn a_later_piece_wins_and_neighbors_join() {
        use Status::{Open, Unknown};
        assert_eq!(
            listed(&plan(&[(0, 60, Open), (60, 90, Open)])),
            [(0, 90, Open)]
        );
        assert_eq!(
            listed(&plan(&[(0, 100, Open), (40, 60, Unknown)])),
            [(0, 40, Open), (40, 60, Unknown), (60, 100, Open)]
        );
    }

    #[test]
    fn clearing_splits_and_an_underlay_fills_only_gaps() {
        use Status::{Open, Unknown};
        let mut split = plan(&[(0, 100, Open)]);
        split.clear(20, 30);
        assert_eq!(listed(&split), [(0, 20, Open), (30, 100, Open)]);
        split.underlay(Piece {
            start: 10,
            end: 200,
            status: Unknown,
        });
        assert_eq!(
            listed(&split),
            [
                (0, 20, Open),
                (20, 30, Unknown),
                (30, 100, Open),
                (100, 200, Unknown)
            ]
        );
    }

    #[test]
    fn two_plans_agree_only_where_both_say_the_same() {
        use Status::{Open, Unknown};
        let agreed = plan(&[(0, 100, Open)]).agree(&plan(&[(50, 150, Open)]));
        assert_eq!(
            listed(&agreed),
            [(0, 50, Unknown), (50, 100, Open), (100, 150, Unknown)]
        );
        assert_eq!(
            listed(&DayPlan::default().agree(&plan(&[(5, 9, Open)]))),
            [(5, 9, Unknown)]
        );
    }
}
