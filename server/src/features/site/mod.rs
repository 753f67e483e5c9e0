//! The site itself: what every page shows about it, and the words that its operator changes (D27, D99, D108).
//!
//! The words are one row (`catalog::site_facts`), written by acts, so that they are in the history and can be undone. A word
//! that isn't set stands as shipped. What the settings file or the environment sets can't be changed here.

mod demo;
mod formats;
mod home;
mod icons;
mod logo;
mod look;
pub mod pages;
mod sources;
mod start;
mod store;
mod words;

use chrono::{Datelike, NaiveDate};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    catalog::{
        View,
        entities::site::Typefaces,
        read::{Json, Read},
    },
    features::{Room, Services},
    platform::{
        arguments::Arguments,
        error::Result,
        money::price,
        settings::TileKind,
        web::{Access, Route},
    },
};

use formats::FormatsAnswer;
use look::LogoAnswer;

/// The site as pages show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// The product's name.
    pub name: String,
    /// The address that visitors use, without a slash at its end.
    pub public_url: String,
    #[schema(required)]
    pub support_email: Option<String>,
    /// For the copyright line.
    pub year: i32,
    /// Whether browsers ask for the position when the home page is opened (D21).
    pub prompt_for_location: bool,
    /// Invented shops that are listed; above 0 pages say so.
    pub demo_shop_count: usize,
    /// Whether pages offer to see the demo as an owner or the administrator.
    pub demo_doors: bool,
    /// What the footer says about the directory.
    pub footer_text: String,
    /// Ends the version in URLs of pictures with the site's words on them; empty while the words are those shipped.
    pub mark: String,
    /// The typefaces; only `besley` needs files.
    pub typefaces: Typefaces,
    /// The operator's logo; `null`: ours.
    #[schema(required)]
    pub logo: Option<LogoAnswer>,
    /// The version of icons made of the operator's logo or icon, at `/site-icon/`; `null`: there are none.
    #[schema(required)]
    pub icon: Option<Uuid>,
    /// How times and distances are written.
    pub formats: FormatsAnswer,
    /// The operator's pages that every page links to.
    pub pages: Vec<PageLink>,
    /// What a boost costs each month, as texts show it: `$5`.
    pub monthly_boost_price: String,
    /// What a boost of 30 days costs, as texts show it.
    pub one_time_boost_price: String,
    /// The same in cents.
    pub monthly_boost_cents: i64,
    pub one_time_boost_cents: i64,
    /// How boosts are paid; null where payment is unavailable.
    #[schema(required)]
    pub payments: Option<PaymentsAnswer>,
    /// Tiles that maps are drawn from instead of our own lines.
    #[schema(required)]
    pub map_tiles: Option<MapTilesAnswer>,
}

/// A link to one of the operator's pages.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageLink {
    pub title: String,
    pub path: String,
    /// In bar and menu; otherwise in the footer.
    pub is_in_menu: bool,
}

/// How boosts are paid.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsAnswer {
    pub publishable_key: String,
    /// The script of the payment form.
    pub script_url: String,
    /// Nothing is charged: only test cards work.
    pub is_sandbox: bool,
}

/// Where a map's tiles come from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MapTilesAnswer {
    pub kind: TileKind,
    /// An address with `{z}`, `{x}` and `{y}` in it.
    pub template: String,
    /// The words that the tiles' makers ask for.
    pub attribution: String,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    let mut reads = vec![
        Read::new("/api/site", Vec::new(), show_site),
        home::read(),
        sources::read(),
    ];
    reads.extend(pages::reads::reads());
    reads
}

/// Show what every page says of the site.
#[utoipa::path(get, path = "/api/site", tag = "site", responses((status = 200, body = Site)))]
pub fn show_site(view: &View, _: &Arguments) -> Result<Json> {
    let year = view.now().year();
    if let Some(new_year) =
        NaiveDate::from_ymd_opt(year + 1, 1, 1).and_then(|day| day.and_hms_opt(0, 0, 0))
    {
        view.changes_at(new_year.and_utc());
    }
    let facts = view.site();
    Json::of(&Site {
        name: facts.name.clone(),
        public_url: facts.origin.clone(),
        support_email: facts.support_email.clone(),
        year,
        prompt_for_location: facts.prompt_for_location,
        demo_shop_count: view.sample_count(),
        demo_doors: facts.demo_doors && view.sample_count() > 0,
        footer_text: facts.words.footer_text.clone(),
        mark: facts.mark.clone(),
        typefaces: facts.look.typefaces,
        logo: facts.look.logo.map(LogoAnswer::of),
        icon: facts.look.icon,
        formats: FormatsAnswer::of(facts.formats),
        pages: (facts.linked.iter())
            .map(|page| PageLink {
                title: page.title.clone(),
                path: page.path.clone(),
                is_in_menu: page.is_in_menu,
            })
            .collect(),
        monthly_boost_price: price(facts.monthly_boost_cents),
        one_time_boost_price: price(facts.one_time_boost_cents),
        monthly_boost_cents: facts.monthly_boost_cents,
        one_time_boost_cents: facts.one_time_boost_cents,
        payments: facts.payments.as_ref().map(|way| PaymentsAnswer {
            publishable_key: way.publishable_key.clone(),
            script_url: way.script_url.clone(),
            is_sandbox: way.is_sandbox,
        }),
        map_tiles: facts.map_tiles.as_ref().map(|tiles| MapTilesAnswer {
            kind: tiles.kind(),
            template: tiles.template().to_owned(),
            attribution: tiles.attribution().to_owned(),
        }),
    })
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    show_site,
    home::show_home,
    sources::show_sources,
    words::show_words,
    words::edit_words,
    demo::remove_demo,
    logo::put_logo,
    logo::remove_logo,
    logo::put_icon,
    logo::remove_icon,
    look::show_look,
    formats::show_formats,
    formats::edit_formats,
    start::show_start,
    start::finish_start,
    start::try_mail,
    start::try_payments,
    look::edit_look,
    look::preview_look,
    pages::reads::show_legal,
    pages::reads::show_page,
    pages::routes::list_pages,
    pages::routes::show_page_form,
    pages::routes::add_page,
    pages::routes::edit_page,
    pages::routes::remove_page,
    pages::routes::preview_page,
    pages::versions::list_page_versions,
    pages::versions::show_page_version
))]
struct Api;

/// In bytes: the longest text that Markdown accepts, as JSON.
const LARGEST_PAGE: usize = 1024 * 1024;

fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/site")
            .get(only, words::show_words)
            .put(only, words::edit_words),
        Route::at("/api/admin/site/look")
            .get(only, look::show_look)
            .put(only, look::edit_look),
        Route::at("/api/admin/site/formats")
            .get(only, formats::show_formats)
            .put(only, formats::edit_formats),
        Route::at("/api/admin/first-start").get(only, start::show_start),
        Route::at("/api/admin/first-start/finish").post(only, start::finish_start),
        Route::at("/api/admin/first-start/try-mail").post(only, start::try_mail),
        Route::at("/api/admin/first-start/try-payments").post(only, start::try_payments),
        Route::at("/api/admin/site/logo")
            .put(only, logo::put_logo)
            .delete(only, logo::remove_logo)
            .with_largest_body(logo::LARGEST_BODY),
        Route::at("/api/admin/site/icon")
            .put(only, logo::put_icon)
            .delete(only, logo::remove_icon)
            .with_largest_body(logo::LARGEST_BODY),
        Route::at("/api/admin/site/look-preview").post(only, look::preview_look),
        Route::at("/api/admin/site/pages")
            .get(only, pages::routes::list_pages)
            .post(only, pages::routes::add_page)
            .with_largest_body(LARGEST_PAGE),
        Route::at("/api/admin/site/pages/{slug}")
            .get(only, pages::routes::show_page_form)
            .put(only, pages::routes::edit_page)
            .delete(only, pages::routes::remove_page)
            .with_largest_body(LARGEST_PAGE),
        Route::at("/api/admin/site/pages/{slug}/versions")
            .get(only, pages::versions::list_page_versions),
        Route::at("/api/admin/site/pages/{slug}/versions/{version}")
            .get(only, pages::versions::show_page_version),
        Route::at("/api/admin/site/remove-demo").post(only, demo::remove_demo),
        Route::at("/api/admin/site/page-preview")
            .post(only, pages::routes::preview_page)
            .with_largest_body(LARGEST_PAGE),
    ]
}

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads(),
    documents: |_| {
        let mut documents = look::documents();
        documents.extend([logo::document(), logo::picture()]);
        documents.extend(icons::documents());
        documents
    },
    routes,
    ..Room::EMPTY
};
