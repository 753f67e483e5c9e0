//! US federal holidays, and days that only some states observe.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use chrono::{Datelike, NaiveDate};
use opening_hours::localization::Country;
use opening_hours::{Context, ContextHolidays};

/// Days that people observe even when the federal holiday moves off a weekend (month, day).
const FIXED: [(u32, u32); 5] = [(1, 1), (6, 19), (7, 4), (11, 11), (12, 25)];

/// Certain holidays (federal: the actual and the observed day), and possible ones (observed by some states).
static UNITED_STATES: LazyLock<Context> = LazyLock::new(|| {
    let federal = Country::US.holidays();
    let mut public = federal.get_public().clone();
    let years: BTreeSet<i32> = public.iter().map(|date| date.year()).collect();
    for year in years {
        for (month, day) in FIXED {
            let Some(date) = NaiveDate::from_ymd_opt(year, month, day) else {
                continue;
            };
            let observed = [date.pred_opt(), date.succ_opt()];
            if observed
                .iter()
                .flatten()
                .any(|near| federal.get_public().contains(*near))
            {
                public.insert(date);
            }
        }
    }
    let school = Arc::new(federal.get_school().clone());
    Context::default()
        .with_holidays(ContextHolidays::new(Arc::new(public), school))
        .with_holidays_unknown(Country::US.holidays_regional())
});

/// The context for evaluating `PH`.
pub(crate) fn united_states() -> Context {
    UNITED_STATES.clone()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::UNITED_STATES;

    #[test]
    fn a_holiday_on_a_weekend_counts_on_both_days() {
        let has = |text: &str| {
            let date: NaiveDate = text.parse().unwrap();
            UNITED_STATES.holidays.get_public().contains(date)
        };
        assert!(has("2026-07-03") && has("2026-07-04"), "observed on Friday");
        assert!(has("2027-12-25") && has("2027-12-24"));
        assert!(has("2026-11-26") && !has("2026-11-27"));
        assert!(!has("2010-06-19"), "not yet a federal holiday");
        assert!(
            !has("2026-10-12"),
            "Columbus Day is kept by some states only"
        );
    }
}
