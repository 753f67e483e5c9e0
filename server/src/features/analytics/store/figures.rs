//! Statistics for the administrator: totals of the days that are kept.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::features::analytics::{
    REFERRER, VOTE,
    answers::{
        Analytics, FigurePoint, Figures, PopularCity, PopularShop, ReferrerCount, SearchText, Step,
        TrafficDetails,
    },
    entity,
    rules::EventType,
    sums::{day, searched, viewed},
};
use crate::{
    catalog::{Lookup, View},
    features::Services,
    platform::error::Result,
};

const POPULAR: usize = 10;
const RECENT_SEARCHES: u64 = 15;
/// How many rows to read for popular subjects, since some may have been removed.
const CANDIDATES: u64 = 40;
const REFERRERS: u64 = 20;
const WITHOUT_RESULTS: u64 = 30;

/// The totals in the specification, with the time span they cover.
pub(in crate::features::analytics) async fn analytics(services: &Services) -> Result<Analytics> {
    let reads = services.database.reads();
    let view = services.catalog.view();
    let sums: Vec<(String, i64)> = day::Entity::find()
        .select_only()
        .column(day::Column::Kind)
        .column_as(Expr::col(day::Column::Count).sum().cast_as("bigint"), "sum")
        .group_by(day::Column::Kind)
        .into_tuple()
        .all(reads)
        .await?;
    let sum = |kind: &str| {
        let found = sums.iter().find(|(known, _)| known == kind);
        found.map_or(0, |(_, sum)| *sum)
    };
    let first: Option<String> = day::Entity::find()
        .select_only()
        .column(day::Column::Day)
        .order_by_asc(day::Column::Day)
        .limit(1)
        .into_tuple()
        .one(reads)
        .await?;
    let recent = searched::Entity::find()
        .order_by_desc(searched::Column::LastAt)
        .order_by_asc(searched::Column::Text)
        .limit(RECENT_SEARCHES)
        .all(reads)
        .await?;
    let (shops, cities) = (top(services, "shop").await?, top(services, "city").await?);
    let today = services.clock.now().date_naive();
    let since = first.and_then(|day| day.parse().ok()).unwrap_or(today);
    Ok(Analytics {
        total_views: sum(EventType::PageView.name()),
        search_count: sum(EventType::Search.name()),
        viewed_shop_count: viewed_count(services, "shop").await?,
        viewed_city_count: viewed_count(services, "city").await?,
        search_queries: recent.into_iter().map(|row| row.text).collect(),
        popular_shops: popular_shops(&view, shops),
        popular_cities: popular_cities(&view, cities),
        since,
        until: today,
        span: span(since, today),
    })
}

async fn top(services: &Services, kind: &str) -> Result<Vec<viewed::Model>> {
    let rows = viewed::Entity::find()
        .filter(viewed::Column::Kind.eq(kind))
        .order_by_desc(viewed::Column::Count)
        .order_by_asc(viewed::Column::Subject)
        .limit(CANDIDATES);
    Ok(rows.all(services.database.reads()).await?)
}

async fn viewed_count(services: &Services, kind: &str) -> Result<u64> {
    let rows = viewed::Entity::find().filter(viewed::Column::Kind.eq(kind));
    Ok(rows.count(services.database.reads()).await?)
}

fn popular_shops(view: &View, rows: Vec<viewed::Model>) -> Vec<PopularShop> {
    let shops = rows.into_iter().filter_map(|row| {
        let Lookup::Found(shop) = view.shop(row.subject) else {
            return None;
        };
        let town = view.city(shop.city_id);
        Some(PopularShop {
            id: shop.id,
            name: shop.name.to_string(),
            slug: shop.slug.to_string(),
            city_name: town.map_or_else(String::new, |town| town.city.name.to_string()),
            view_count: row.count,
        })
    });
    shops.take(POPULAR).collect()
}

fn popular_cities(view: &View, rows: Vec<viewed::Model>) -> Vec<PopularCity> {
    let cities = rows.into_iter().filter_map(|row| {
        let town = view.city(row.subject)?;
        Some(PopularCity {
            id: town.city.id,
            name: town.city.name.to_string(),
            slug: town.city.slug.to_string(),
            view_count: row.count,
        })
    });
    cities.take(POPULAR).collect()
}

/// The last days, weeks or months, and as many before them if available.
pub(in crate::features::analytics) async fn figures(
    services: &Services,
    step: Step,
) -> Result<Figures> {
    let today = services.clock.now().date_naive();
    let starts = starts(step, today);
    let first = starts.first().copied().unwrap_or(today);
    let rows = day::Entity::find()
        .filter(day::Column::Day.gte(first.to_string()))
        .all(services.database.reads())
        .await?;
    let mut sums: BTreeMap<NaiveDate, FigurePoint> = starts
        .iter()
        .map(|start| (*start, FigurePoint::at(*start, label(step, *start))))
        .collect();
    for row in rows {
        let Ok(moment) = row.day.parse::<NaiveDate>() else {
            continue;
        };
        if let Some((_, point)) = sums.range_mut(..=moment).next_back() {
            point.add(&row.kind, row.count);
        }
    }
    let mut points: Vec<FigurePoint> = sums.into_values().collect();
    let now = points.split_off(points.len() / 2);
    let since = now.first().map_or(today, |point| point.start);
    Ok(Figures {
        step,
        span: span(since, today),
        points: now,
        before: points,
    })
}

/// How many steps are shown.
fn length(step: Step) -> u32 {
    match step {
        Step::Day => 30,
        Step::Week => 26,
        Step::Month => 6,
    }
}

/// The first days of the steps shown, and of as many before them.
fn starts(step: Step, today: NaiveDate) -> Vec<NaiveDate> {
    use chrono::Datelike;
    let steps = (0..2 * length(step)).rev();
    let starts = steps.filter_map(|back| match step {
        Step::Day => today.checked_sub_days(Days::new(back.into())),
        Step::Week => {
            let monday = u64::from(today.weekday().num_days_from_monday());
            today.checked_sub_days(Days::new(monday + 7 * u64::from(back)))
        }
        Step::Month => today.with_day(1)?.checked_sub_months(Months::new(back)),
    });
    starts.collect()
}

fn label(step: Step, start: NaiveDate) -> String {
    let form = match step {
        Step::Day | Step::Week => "%b %-d",
        Step::Month => "%b %Y",
    };
    start.format(form).to_string()
}

/// For example `Nov 1 to Nov 30, 2026`.
pub(in crate::features::analytics) fn span(first: NaiveDate, last: NaiveDate) -> String {
    use chrono::Datelike;
    let end = last.format("%b %-d, %Y");
    if first == last {
        end.to_string()
    } else if first.year() == last.year() {
        format!("{} to {end}", first.format("%b %-d"))
    } else {
        format!("{} to {end}", first.format("%b %-d, %Y"))
    }
}

/// Referrers of the last 30 days, and searches without results.
pub(in crate::features::analytics) async fn details(services: &Services) -> Result<TrafficDetails> {
    let now: DateTime<Utc> = services.clock.now();
    let today = now.date_naive();
    // Lists every day, so that the index's second column is used.
    let days: Vec<String> = starts(Step::Day, today)
        .split_off(30)
        .into_iter()
        .map(|day| day.to_string())
        .collect();
    let hosts: Vec<(String, i64)> = entity::Entity::find()
        .select_only()
        .column(entity::Column::Detail)
        .column_as(
            Expr::col(entity::Column::Count).sum().cast_as("bigint"),
            "visits",
        )
        .filter(entity::Column::Day.is_in(days))
        .filter(entity::Column::Kind.eq(REFERRER))
        .filter(entity::Column::Subject.eq(Uuid::nil()))
        .group_by(entity::Column::Detail)
        .order_by_desc(Expr::col(entity::Column::Count).sum())
        .order_by_asc(entity::Column::Detail)
        .limit(REFERRERS)
        .into_tuple()
        .all(services.database.reads())
        .await?;
    let in_vain = searched::Entity::find()
        .filter(searched::Column::Results.eq(0))
        .order_by_desc(searched::Column::LastAt)
        .order_by_asc(searched::Column::Text)
        .limit(WITHOUT_RESULTS)
        .all(services.database.reads())
        .await?;
    Ok(TrafficDetails {
        referrers: hosts
            .into_iter()
            .map(|(host, count)| ReferrerCount { host, count })
            .collect(),
        searches_without_results: in_vain
            .into_iter()
            .map(|row| SearchText {
                text: row.text,
                count: row.count,
                last_at: row.last_at,
            })
            .collect(),
    })
}

impl FigurePoint {
    fn at(start: NaiveDate, label: String) -> Self {
        Self {
            start,
            label,
            views: 0,
            searches: 0,
            votes: 0,
            website_clicks: 0,
            phone_clicks: 0,
            directions_clicks: 0,
        }
    }

    fn add(&mut self, kind: &str, count: i64) {
        let counters = [
            (EventType::PageView.name(), &mut self.views),
            (EventType::Search.name(), &mut self.searches),
            (VOTE, &mut self.votes),
            (EventType::WebsiteClick.name(), &mut self.website_clicks),
            (EventType::PhoneClick.name(), &mut self.phone_clicks),
            (
                EventType::DirectionsClick.name(),
                &mut self.directions_clicks,
            ),
        ];
        for (known, counter) in counters {
            if known == kind {
                *counter += count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_end_today_and_go_back_twice_their_length() {
        let today: NaiveDate = "2026-03-01".parse().expect("a day");
        let days = starts(Step::Day, today);
        assert_eq!((days.len(), days.last()), (60, Some(&today)));
        let weeks = starts(Step::Week, today);
        assert_eq!(
            weeks.last().map(ToString::to_string).as_deref(),
            Some("2026-02-23")
        );
        let months = starts(Step::Month, today);
        assert_eq!(
            months.first().map(ToString::to_string).as_deref(),
            Some("2025-04-01")
        );
        assert_eq!(months.len(), 12);
    }

    #[test]
    fn spans_say_a_year_once_where_it_is_one() {
        let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
        assert_eq!(
            span(day("2026-01-02"), day("2026-03-04")),
            "Jan 2 to Mar 4, 2026"
        );
        assert_eq!(
            span(day("2025-12-30"), day("2026-03-04")),
            "Dec 30, 2025 to Mar 4, 2026"
        );
        assert_eq!(span(day("2026-03-04"), day("2026-03-04")), "Mar 4, 2026");
    }
}
