//! Validates the content without a database.

use std::collections::{BTreeSet, HashMap, HashSet};

use chain_names::{Candidate, Lists, Verdict};
use chrono::{DateTime, Days, TimeDelta, Utc};
use chrono_tz::America::Chicago;
use gazetteer::{FoundBy, Gazetteer, TownQuery};
use hours_text::{Schedule, normalize};

use super::{
    content::Content,
    extras,
    invent::{DemoGenerator, DemoTown},
};
use crate::{
    catalog::entities::shop,
    platform::{clock::Clock, id_generator::IdGenerator},
};

fn now() -> DateTime<Utc> {
    "2026-03-04T15:00:00Z".parse().unwrap()
}

fn invented_at(now: DateTime<Utc>) -> Vec<DemoTown> {
    let content = Content::embedded().unwrap();
    let identifiers = IdGenerator::seeded(Clock::manual(now), 1);
    DemoGenerator::new(&content, &identifiers, now)
        .towns()
        .unwrap()
}

fn shops(towns: &[DemoTown]) -> Vec<&shop::Model> {
    towns.iter().flat_map(|town| &town.shops).collect()
}

/// The first duplicate in `texts`.
fn repeated<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut known = HashSet::new();
    texts.into_iter().find(|text| !known.insert(*text))
}

#[test]
fn there_is_enough_of_everything() {
    let towns = invented_at(now());
    let states: BTreeSet<&str> = towns.iter().map(|town| town.city.state.as_str()).collect();
    assert!(towns.len() >= 60, "{} towns", towns.len());
    assert!(states.len() >= 20, "{states:?}");
    assert!(shops(&towns).len() >= 400, "{} shops", shops(&towns).len());
    assert!(towns.iter().any(|town| town.shops.len() == 60));
    for slug in [
        "alexandria-la",
        "hammond-la",
        "monroe-la",
        "lake-charles-la",
    ] {
        assert!(towns.iter().any(|town| town.city.slug == slug), "{slug}");
    }
    assert!(shops(&towns).iter().all(|shop| shop.sample));
    let closed = shops(&towns)
        .iter()
        .filter(|shop| shop.closed_at.is_some())
        .count();
    assert_eq!(closed, 1);
}

#[test]
fn what_may_be_missing_is_missing_on_some_and_there_on_most_others() {
    let towns = invented_at(now());
    let shops = shops(&towns);
    let holds = |what: &str, least: usize, most: usize, is: fn(&shop::Model) -> bool| {
        let count = shops.iter().filter(|shop| is(shop)).count() * 100 / shops.len();
        assert!(
            (least..=most).contains(&count),
            "{what}: {count} of a hundred"
        );
    };
    holds("telephone", 70, 95, |shop| shop.phone.is_some());
    holds("website", 55, 85, |shop| shop.website.is_some());
    holds("hours", 80, 95, |shop| shop.hours.is_some());
    holds("hours that a program reads", 65, 90, |shop| {
        shop.opening_hours.is_some()
    });
    holds("description", 90, 99, |shop| shop.description.is_some());
    holds("owner", 12, 30, |shop| shop.owner_id.is_some());
    holds("Google rating", 55, 85, |shop| shop.google_rating.is_some());
    holds("Foursquare rating", 20, 50, |shop| {
        shop.foursquare_rating.is_some()
    });
    holds("price level", 40, 70, |shop| shop.price_level.is_some());
    holds("votes", 70, 95, |shop| shop.upvote_count > 0);
    holds("many votes", 2, 20, |shop| shop.upvote_count >= 200);
    for (known, least, most) in [(Some(true), 30, 70), (Some(false), 15, 50), (None, 10, 35)] {
        let count = shops.iter().filter(|shop| shop.has_wifi == known).count();
        let count = count * 100 / shops.len();
        assert!(
            (least..=most).contains(&count),
            "Wi-Fi {known:?}: {count} of a hundred"
        );
    }
}

#[test]
fn every_town_is_one_that_the_gazetteer_knows_by_name_and_zip_code() {
    for text in Content::embedded().unwrap().towns {
        let query = TownQuery {
            city: Some(&text.name),
            state: Some(&text.state),
            zip: Some(&text.zip),
            point: None,
        };
        let town = Gazetteer::get().town_of(query).unwrap();
        assert_eq!(town.found_by, FoundBy::City, "{}", text.name);
        assert!(!town.zip_disregarded, "{}: {}", text.name, text.zip);
        let area = Gazetteer::get().zip(&text.zip).unwrap();
        assert_eq!(
            gazetteer::fold_place_name(area.city),
            gazetteer::fold_place_name(&text.name),
            "{} is the ZIP code of another town",
            text.zip
        );
    }
}

#[test]
fn slugs_and_telephone_numbers_are_given_once() {
    let towns = invented_at(now());
    let shops = shops(&towns);
    assert_eq!(
        repeated(towns.iter().map(|town| town.city.slug.as_str())),
        None
    );
    assert_eq!(repeated(shops.iter().map(|shop| shop.slug.as_str())), None);
    assert_eq!(
        repeated(shops.iter().filter_map(|shop| shop.telephone.as_deref())),
        None
    );
    assert_eq!(repeated(shops.iter().map(|shop| shop.name.as_str())), None);
}

#[test]
fn telephone_numbers_and_web_addresses_reach_nobody() {
    let towns = invented_at(now());
    for shop in shops(&towns) {
        assert_eq!(shop.phone.is_some(), shop.telephone.is_some());
        if let (Some(phone), Some(telephone)) = (&shop.phone, &shop.telephone) {
            let last = &phone[phone.len() - 2..];
            let area = &phone[1..4];
            assert_eq!(*phone, format!("({area}) 555-01{last}"));
            assert_eq!(*telephone, format!("+1{area}55501{last}"));
            assert!(
                format!("{area}{last}")
                    .bytes()
                    .all(|byte| byte.is_ascii_digit())
            );
        }
        for address in [&shop.website, &shop.online_store_url]
            .into_iter()
            .flatten()
        {
            let address = url::Url::parse(address).unwrap();
            let host = address.host_str().unwrap();
            assert!(host.ends_with(".example"), "{host}");
            assert!(host.split('.').all(|label| label.len() <= 63), "{host}");
        }
    }
}

#[test]
fn opening_hours_are_read_and_mean_what_the_text_says() {
    // A winter week and a summer week, because some shops have seasonal hours.
    let weeks = [now(), now() + Days::new(120)];
    let content = Content::embedded().unwrap();
    for hours in content.hours.values().flatten() {
        let read = normalize(&hours.text);
        let Some(osm) = &hours.osm else {
            assert_eq!(read.osm(), None, "{} can be read", hours.text);
            continue;
        };
        let schedule =
            Schedule::parse(osm, Chicago).unwrap_or_else(|error| panic!("{osm}: {error}"));
        if let Some(read) = read.osm() {
            let read = Schedule::parse(read, Chicago).unwrap();
            for week in weeks {
                assert_eq!(schedule.week(week), read.week(week), "{}", hours.text);
            }
        }
    }
    let groups = content.kinds.values().flat_map(|kind| &kind.hours);
    for group in groups {
        assert!(
            content.hours.contains_key(group),
            "no hours are called {group}"
        );
    }
}

#[test]
fn texts_are_two_or_three_plain_sentences_that_no_other_shop_has() {
    let towns = invented_at(now());
    let shops = shops(&towns);
    let descriptions: Vec<&str> = shops
        .iter()
        .filter_map(|shop| shop.description.as_deref())
        .collect();
    let by_owners: Vec<&str> = shops
        .iter()
        .filter_map(|shop| shop.owner_description.as_deref())
        .collect();
    assert_eq!(repeated(descriptions.iter().copied()), None);
    assert_eq!(repeated(by_owners.iter().copied()), None);
    let of_towns = towns
        .iter()
        .filter_map(|town| town.city.description.as_deref());
    for text in descriptions
        .iter()
        .chain(&by_owners)
        .copied()
        .chain(of_towns)
    {
        assert!(text.ends_with('.'), "{text}");
        assert!(text.chars().count() <= 420, "{text}");
        assert!(
            !text.contains(['<', '>', '{', '}', '*', '`', '[', '_', '\n']),
            "{text}"
        );
        assert!(!text.contains("  "), "{text}");
    }
    for text in descriptions {
        let sentences = text.matches(". ").count() + 1;
        assert!((2..=3).contains(&sentences), "{text}");
    }
}

#[test]
fn no_sentence_comes_twice_in_one_town_or_often_in_the_country() {
    let towns = invented_at(now());
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for town in &towns {
        let texts = town
            .shops
            .iter()
            .filter_map(|shop| shop.description.as_deref());
        let sentences: Vec<&str> = texts
            .flat_map(|text| text.trim_end_matches('.').split(". "))
            .collect();
        assert_eq!(
            repeated(sentences.iter().copied()),
            None,
            "in {}",
            town.city.slug
        );
        for sentence in sentences {
            *uses.entry(sentence).or_default() += 1;
        }
    }
    for (sentence, count) in uses {
        assert!(count <= 6, "{count} times: {sentence}");
    }
}

#[test]
fn a_description_promises_only_what_the_shop_has() {
    let towns = invented_at(now());
    let sentences = Content::embedded().unwrap().sentences;
    for shop in shops(&towns) {
        let description = shop.description.as_deref().unwrap_or_default();
        for (has, promises) in [
            (shop.has_wifi, &sentences.wifi),
            (shop.has_parking, &sentences.parking),
            (shop.pet_friendly, &sentences.pets),
            (shop.good_for_work, &sentences.work),
            (shop.has_outdoor_seating, &sentences.outdoors),
        ] {
            let promised = promises.iter().any(|promise| description.contains(promise));
            assert!(
                !promised || has == Some(true),
                "{}: {description}",
                shop.name
            );
        }
    }
}

#[test]
fn some_shops_are_boosted_and_some_tell_a_story() {
    let towns = invented_at(now());
    let identifiers = IdGenerator::seeded(Clock::manual(now()), 2);
    let extras = extras::invent(&towns, &identifiers, now()).unwrap();
    let boosted: HashSet<_> = extras.boosts.iter().map(|boost| boost.shop_id).collect();
    assert_eq!(boosted.len(), extras.boosts.len());
    assert!((20..100).contains(&boosted.len()), "{}", boosted.len());
    let tellers: HashSet<_> = extras.stories.iter().map(|story| story.shop_id).collect();
    assert_eq!(tellers.len(), extras.stories.len());
    for story in &extras.stories {
        let responses = [
            Some(&story.prompt1_response),
            story.prompt2_response.as_ref(),
        ];
        for response in responses.into_iter().flatten() {
            assert!(response.chars().count() <= 500, "{response}");
            assert!(!response.contains(['<', '>', '*', '`', '[']), "{response}");
        }
    }
}

#[test]
fn no_shop_has_the_name_of_a_chain() {
    let towns = invented_at(now());
    for town in &towns {
        for shop in &town.shops {
            let candidate = Candidate {
                name: &shop.name,
                state: Some(&town.city.state),
                ..Candidate::default()
            };
            let verdict = chain_names::decide(&candidate, &Lists::default());
            assert_eq!(verdict, Verdict::Independent, "{}", shop.name);
        }
    }
}

#[test]
fn shops_joined_within_the_last_two_years() {
    let towns = invented_at(now());
    let ages: Vec<TimeDelta> = shops(&towns)
        .iter()
        .map(|shop| now() - shop.created_at)
        .collect();
    let age = |days| {
        ages.iter()
            .filter(|age| **age < TimeDelta::days(days))
            .count()
    };
    assert_eq!(age(731), ages.len());
    assert!(ages.iter().all(|age| *age > TimeDelta::zero()));
    assert!(age(30) >= 8, "{} joined lately", age(30));
    assert!(
        age(365) < ages.len() * 4 / 5,
        "{} in the last year",
        age(365)
    );
}

#[test]
fn the_content_is_the_same_each_time_apart_from_its_dates() {
    let (first, later) = (invented_at(now()), invented_at(now() + Days::new(90)));
    assert_eq!(first.len(), later.len());
    for (first, later) in first.iter().zip(&later) {
        for (first, later) in first.shops.iter().zip(&later.shops) {
            let dated_back = shop::Model {
                id: first.id,
                city_id: first.city_id,
                owner_id: first.owner_id,
                created_at: later.created_at - Days::new(90),
                updated_at: later.updated_at - Days::new(90),
                hours_confirmed_at: later.hours_confirmed_at.map(|at| at - Days::new(90)),
                closed_at: later.closed_at.map(|at| at - Days::new(90)),
                ..later.clone()
            };
            assert_eq!(*first, dated_back);
        }
    }
}
