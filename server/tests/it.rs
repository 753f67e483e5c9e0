//! All tests that need a server, a database or the repository, in one binary, which is linked once. A room's tests are
//! next to its code and included from there.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests may fail a test"
)]

#[macro_use]
mod support;

/// The program's own: the system's takes a tenth of the tests' time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[path = "../src/features/admin_login/tests/mod.rs"]
mod admin_login;
#[path = "../src/features/administration/tests/mod.rs"]
mod administration;
#[path = "../src/catalog/admission/tests.rs"]
mod admission;
#[path = "../src/features/ai_texts/tests/mod.rs"]
mod ai_texts;
#[path = "../src/features/analytics/tests.rs"]
mod analytics;
#[path = "../src/features/analytics/dashboard_tests.rs"]
mod analytics_dashboard;
#[path = "../src/features/analytics/letters/tests.rs"]
mod analytics_letters;
#[path = "../src/features/analytics/shop_figures_tests.rs"]
mod analytics_shop_figures;
#[path = "../src/features/analytics/visibility_tests.rs"]
mod analytics_visibility;
#[path = "../src/features/backups/tests.rs"]
mod backups;
#[path = "../src/features/blog/tests.rs"]
mod blog;
#[path = "../src/features/blog/manage/tests.rs"]
mod blog_manage;
#[path = "../src/features/blog/manage/picture_tests.rs"]
mod blog_pictures;
#[path = "../src/features/blog/manage/undo_tests.rs"]
mod blog_undo;
#[path = "../src/features/boosts/tests/mod.rs"]
mod boosts;
#[path = "../src/catalog/tests/mod.rs"]
mod catalog;
#[path = "../src/catalog/patch/tests.rs"]
mod catalog_patch;
#[path = "../src/features/certificates/tests.rs"]
mod certificates;
#[path = "../src/features/chains/tests.rs"]
mod chains;
#[path = "../src/features/cities/tests.rs"]
mod cities;
#[path = "../src/features/city_images/tests/mod.rs"]
mod city_images;
#[path = "../src/features/claims/tests/mod.rs"]
mod claims;
#[path = "../src/platform/codes/tests.rs"]
mod codes;
mod commands;
#[path = "../src/features/confirmations/tests/mod.rs"]
mod confirmations;
#[path = "../src/features/demo/tests/mod.rs"]
mod demo;
#[path = "../src/demo_past/tests.rs"]
mod demo_past;
#[path = "../src/demo_past/boosts_tests.rs"]
mod demo_past_boosts;
#[path = "../src/demo_past/figures_tests.rs"]
mod demo_past_figures;
#[path = "../src/demo_past/page_tests.rs"]
mod demo_past_page;
#[path = "../src/demo_past/runs_tests.rs"]
mod demo_past_runs;
#[path = "../src/demo_past/same_tests.rs"]
mod demo_past_same;
#[path = "../src/features/feeds/tests.rs"]
mod feeds;
#[path = "../src/features/foursquare/tests/mod.rs"]
mod foursquare;
#[path = "../src/features/freshness/tests/mod.rs"]
mod freshness;
#[path = "../src/features/gallery/tests.rs"]
mod gallery;
#[path = "../src/features/gallery/abuse_tests.rs"]
mod gallery_abuse;
#[path = "../src/features/gallery/crop_tests.rs"]
mod gallery_crop;
#[path = "../src/features/geo/tests.rs"]
mod geo;
mod house;
#[path = "../src/http/tests/addresses.rs"]
mod http_addresses;
#[path = "../src/http/tests/bodies.rs"]
mod http_bodies;
#[path = "../src/http/tests/cache.rs"]
mod http_cache;
#[path = "../src/http/tests/costly.rs"]
mod http_costly;
#[path = "../src/http/tests/headers.rs"]
mod http_headers;
#[path = "../src/http/tests/missing.rs"]
mod http_missing;
#[path = "../src/http/tests/redirects.rs"]
mod http_redirects;
#[path = "../src/features/imports/tests/mod.rs"]
mod imports;
#[path = "../src/features/imports/expansion/tests/mod.rs"]
mod imports_expansion;
#[path = "../src/features/imports/review/tests/mod.rs"]
mod imports_review;
#[path = "../src/platform/jobs/tests.rs"]
mod jobs;
#[path = "../src/platform/jobs/time_tests.rs"]
mod jobs_time;
#[path = "../src/features/listings/tests/mod.rs"]
mod listings;
#[path = "../src/platform/mail/tests/mod.rs"]
mod mail;
#[path = "../src/features/managers/tests.rs"]
mod managers;
#[path = "../src/platform/database/migrations/tests.rs"]
mod migrations;
#[path = "../src/features/newsletter/tests/mod.rs"]
mod newsletter;
#[path = "../src/features/operator/tests.rs"]
mod operator;
#[path = "../src/features/operator/overview_tests.rs"]
mod operator_overview;
#[path = "../src/platform/outbound/tests.rs"]
mod outbound;
#[path = "../src/features/outbox/tests.rs"]
mod outbox;
#[path = "../src/pages/tests.rs"]
mod pages;
#[path = "../src/platform/photo_files/tests.rs"]
mod photo_files;
#[path = "../src/features/photos/tests.rs"]
mod photos;
#[path = "../src/features/pictures/tests.rs"]
mod pictures;
#[path = "../src/features/places/tests.rs"]
mod places;
#[path = "../src/features/privacy/tests/mod.rs"]
mod privacy;
#[path = "../src/features/robots/tests.rs"]
mod robots;
#[path = "../src/platform/runs/tests.rs"]
mod runs;
#[path = "../src/features/search/tests/mod.rs"]
mod search;
#[path = "../src/features/shop_images/tests/mod.rs"]
mod shop_images;
#[path = "../src/features/shops/tests.rs"]
mod shops;
#[path = "../src/features/sign_in/tests/mod.rs"]
mod sign_in;
#[path = "../src/features/site/tests.rs"]
mod site;
#[path = "../src/features/site/look_tests.rs"]
mod site_look;
#[path = "../src/features/site/pages_tests.rs"]
mod site_pages;
#[path = "../src/features/site/renamed_tests.rs"]
mod site_renamed;
#[path = "../src/features/site/start_tests.rs"]
mod site_start;
#[path = "../src/features/sitemap/tests.rs"]
mod sitemap;
#[path = "../src/features/spots/tests.rs"]
mod spots;
#[path = "../src/platform/storage/tests.rs"]
mod storage;
#[path = "../src/features/stories/tests.rs"]
mod stories;
#[path = "../src/features/stories/version_tests.rs"]
mod stories_versions;
#[path = "../src/features/suggestions/tests/mod.rs"]
mod suggestions;
#[path = "../src/features/trip/tests.rs"]
mod trip;
#[path = "../src/features/votes/tests/mod.rs"]
mod votes;
#[path = "../src/features/your_shop/tests.rs"]
mod your_shop;
#[path = "../src/features/your_shop/closing_tests.rs"]
mod your_shop_closing;
#[path = "../src/features/your_shop/further_tests.rs"]
mod your_shop_further;
#[path = "../src/features/your_shop/hours_tests.rs"]
mod your_shop_hours;
#[path = "../src/features/your_shop/hours_mail_tests.rs"]
mod your_shop_hours_mail;
#[path = "../src/features/your_shop/moving_tests.rs"]
mod your_shop_moving;
#[path = "../src/features/your_shop/undo_tests.rs"]
mod your_shop_undo;
