//! Pictures for shared links: 1200 × 630 pixels, drawn from catalog data in the site's typefaces. Articles' pictures
//! also come in the three aspect ratios that search engines ask for. The response cache keeps them until their facts
//! change. A URL with the current `?v=` can be cached forever; pages change that value with the text on the picture.

mod canvas;
mod card;
mod color;
mod drawing;
mod typeface;

use canvas::{SOCIAL, Size};
use card::{Brand, Sign};
use chrono::{DateTime, Utc};
use tiny_skia::Pixmap;

use crate::{
    catalog::{
        Lookup, View,
        document::{Content, Document},
    },
    features::Room,
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        raster,
    },
};

/// All documents of this room.
#[must_use]
pub fn documents() -> Vec<Document> {
    vec![
        Document::new("/social/site.png", |view, _| of_site(view)),
        Document::new("/social/cities/{file}", of_city),
        Document::new("/social/coffee-shops/{file}", of_shop),
        Document::new("/social/blog/{file}", |view, arguments| {
            of_article(view, arguments, SOCIAL)
        }),
        Document::new("/social/blog/{shape}/{file}", |view, arguments| {
            let known = SHAPES
                .iter()
                .find(|(shape, _)| *shape == arguments.path("shape"));
            let (_, size) = known.ok_or_else(missing)?;
            of_article(view, arguments, *size)
        }),
    ]
}

/// The sizes that Google wants for an article, at least 1200 pixels wide.
const SHAPES: &[(&str, Size)] = &[
    ("1x1", sized(1200)),
    ("4x3", sized(900)),
    ("16x9", sized(675)),
];

const fn sized(height: u16) -> Size {
    Size {
        width: SOCIAL.width,
        height,
    }
}

fn of_site(view: &View) -> Result<Content> {
    let (name, logo) = (&view.site().name, logo_of(view));
    let brand = brand(view, logo.as_ref());
    let (slogan, mark) = (&view.site().words.slogan, &view.site().mark);
    let below = ["The directory of", "independent coffee shops"];
    let picture = card::page(main_of(view), (brand, name), slogan, below).map(Content::png)?;
    Ok(picture.with_version(format!("{name}{mark}")))
}

fn of_city(view: &View, arguments: &Arguments) -> Result<Content> {
    let town = match view.city_by_slug(slug_of(arguments)?) {
        Lookup::Found(town) => town,
        Lookup::Moved(slug) => return Err(Error::Moved(format!("{slug}.png"))),
        Lookup::Gone | Lookup::Missing => return Err(missing()),
    };
    let count = town.shops.len();
    let below = match count {
        0 => String::new(),
        1 => "1 independent coffee shop".to_owned(),
        count => format!("{count} independent coffee shops"),
    };
    let headline = format!("{}, {}", town.city.name, town.city.state);
    let logo = logo_of(view);
    let sign = Sign {
        brand: brand(view, logo.as_ref()),
        above: "Coffee Shops in",
        headline: &headline,
        below: &below,
        color: town.city.fallback_color.as_deref(),
        lines: 2,
    };
    let picture = card::sign(sign, SOCIAL).map(Content::png)?;
    let facts = [json_text(town.city.updated_at), count.to_string()];
    Ok(picture.with_version(version(view, &facts)))
}

/// The name of a picture's state in pages: the digits and dashes of `facts`, like `pictureOf` in
/// `web/src/lib/head.tsx`.
fn version(view: &View, facts: &[String]) -> String {
    let mut version = facts.join("-");
    version.retain(|letter| letter.is_ascii_digit() || letter == '-');
    version + &view.site().mark
}

/// A time as formatted in answers.
fn json_text(moment: DateTime<Utc>) -> String {
    serde_json::json!(moment).to_string()
}

fn of_article(view: &View, arguments: &Arguments, size: Size) -> Result<Content> {
    let slug = slug_of(arguments)?;
    let articles = view.articles();
    let article = articles.iter().find(|article| article.facts.slug == slug);
    let article = article.ok_or_else(missing)?;
    let category = view.category_of(article);
    let logo = logo_of(view);
    let sign = Sign {
        brand: brand(view, logo.as_ref()),
        above: category.map_or("Coffee Shop Tips", |category| category.name.as_str()),
        headline: &article.facts.title,
        below: "",
        color: category.map(|category| category.color.as_str()),
        lines: if size.height > 800 { 5 } else { 3 },
    };
    let picture = card::sign(sign, size).map(Content::png)?;
    Ok(picture.with_version(view.picture_version(article)))
}

fn of_shop(view: &View, arguments: &Arguments) -> Result<Content> {
    let shop = match view.shop_by_slug_or_id(slug_of(arguments)?) {
        Lookup::Found(shop) => shop,
        Lookup::Moved(slug) => return Err(Error::Moved(format!("{slug}.png"))),
        Lookup::Gone | Lookup::Missing => return Err(missing()),
    };
    let place = view.city(shop.city_id).map_or_else(String::new, |town| {
        format!("{}, {}", town.city.name, town.city.state)
    });
    let logo = logo_of(view);
    card::page(
        main_of(view),
        (brand(view, logo.as_ref()), &shop.slug),
        &shop.name,
        ["Independent coffee shop in", &place],
    )
    .map(|bytes| Content::png(bytes).with_version(version(view, &[json_text(shop.updated_at)])))
}

/// The operator's logo, if it can be drawn.
fn logo_of(view: &View) -> Option<Pixmap> {
    view.site_logo()?.picture.as_deref().and_then(raster::read)
}

fn brand<'a>(view: &'a View, logo: Option<&'a Pixmap>) -> Brand<'a> {
    Brand {
        name: &view.site().name,
        logo,
    }
}

/// The site's main color.
fn main_of(view: &View) -> [u8; 3] {
    view.site().look.main.0
}

fn slug_of(arguments: &Arguments) -> Result<&str> {
    arguments
        .path("file")
        .strip_suffix(".png")
        .ok_or_else(missing)
}

fn missing() -> Error {
    Error::NotFound("There is no such picture.".into())
}

/// This room's contributions.
pub const ROOM: Room = Room {
    documents: |_| documents(),
    ..Room::EMPTY
};
