//! Exports the directory as CSV for spreadsheets and GeoJSON for maps. Excludes deleted shops.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, Response, header},
};
use serde_json::json;
use uuid::Uuid;

use super::{answers::AdminShop, store};
use crate::{
    catalog::{amenities::ALL, entities::shop},
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        numbers::degrees,
    },
};

const COLUMNS: [&str; 26] = [
    "id",
    "slug",
    "name",
    "address",
    "street",
    "city",
    "state",
    "zip_code",
    "latitude",
    "longitude",
    "phone",
    "website",
    "hours",
    "description",
    "categories",
    "has_owner",
    "is_active",
    "permanently_closed",
    "upvotes",
    "updated_at",
    "price_level",
    "amenities",
    "menu_url",
    "instagram",
    "facebook",
    "public_email",
];

/// Export all shops as CSV.
#[utoipa::path(get, path = "/api/admin/export/coffee-shops.csv", tag = "administration",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody)))]
pub async fn export_csv(State(services): State<Services>) -> Result<Response<Body>> {
    let mut file = line(COLUMNS.iter().map(|name| (*name).to_owned()));
    for (row, shop) in shops(&services).await? {
        file.push_str(&line(cells(row, shop)));
    }
    Ok(download(
        file,
        "text/csv; charset=utf-8",
        "coffee-shops.csv",
    ))
}

/// Export all shops with known coordinates as GeoJSON.
#[utoipa::path(get, path = "/api/admin/export/coffee-shops.geojson", tag = "administration",
    responses((status = 200, body = Object, content_type = "application/geo+json"), (status = 401, body = ErrorBody)))]
pub async fn export_geojson(State(services): State<Services>) -> Result<Response<Body>> {
    let shops = shops(&services).await?;
    let features = shops.into_iter().filter_map(|(row, shop)| {
        let (latitude, longitude) = row.latitude.zip(row.longitude)?;
        let (latitude, longitude) = (degrees(latitude), degrees(longitude));
        Some(json!({
            "type": "Feature",
            "id": row.id,
            "geometry": { "type": "Point", "coordinates": [longitude, latitude] },
            "properties": {
                "slug": row.slug,
                "name": row.name,
                "address": shop.address,
                "phone": row.phone,
                "website": row.website,
                "openingHours": row.opening_hours,
                "isActive": row.is_active,
                "permanentlyClosed": row.closed_at.is_some(),
                "upvotes": row.upvote_count,
            },
        }))
    });
    let collection =
        json!({ "type": "FeatureCollection", "features": features.collect::<Vec<_>>() });
    Ok(download(
        collection.to_string(),
        "application/geo+json",
        "coffee-shops.geojson",
    ))
}

async fn shops(services: &Services) -> Result<Vec<(shop::Model, AdminShop)>> {
    let (mut all, mut after) = (Vec::new(), Uuid::nil());
    loop {
        let rows = store::all_shops(&services.database, after).await?;
        let Some(last) = rows.last() else {
            return Ok(all);
        };
        after = last.id;
        let view = services.catalog.view();
        all.extend(rows.into_iter().map(|row| {
            let shop = AdminShop::of(&view, row.clone(), &[]);
            (row, shop)
        }));
    }
}

fn cells(row: shop::Model, shop: AdminShop) -> impl Iterator<Item = String> {
    let text = Option::<String>::unwrap_or_default;
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let has = ALL
        .iter()
        .filter(|amenity| amenity.known(&row) == Some(true));
    let has = has.map(|amenity| amenity.label().to_owned()).collect();
    let price = row.price_level.map(|level| level.to_string());
    [
        row.id.to_string(),
        row.slug,
        row.name,
        shop.address,
        text(row.street),
        shop.city_name,
        shop.state,
        text(row.zip_code),
        number(row.latitude.map(degrees)),
        number(row.longitude.map(degrees)),
        text(row.phone),
        text(row.website),
        text(row.hours),
        text(row.description),
        store::in_one_cell(&row.categories),
        yes(row.owner_id.is_some()),
        yes(row.is_active),
        yes(row.closed_at.is_some()),
        row.upvote_count.to_string(),
        row.updated_at.to_rfc3339(),
        text(price),
        store::in_one_cell(&shop::Texts(has)),
        text(row.menu_url),
        text(row.instagram),
        text(row.facebook),
        text(row.public_email),
    ]
    .into_iter()
}

/// A line of CSV (RFC 4180).
fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|text| cell(&text)).collect();
    cells.join(",") + "\r\n"
}

/// What begins a formula in a spreadsheet; some read the full-width signs of East Asian keyboards as their narrow ones.
const FORMULA: [char; 13] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '|', '%', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// A cell that spreadsheets don't treat as a formula (D68): such texts are prefixed with an apostrophe, which an import takes
/// off again, so one that has it already gets another one.
fn cell(text: &str) -> String {
    let is_formula = text.trim_start_matches('\'').starts_with(FORMULA);
    let text = match text.parse::<f64>() {
        Err(_) if is_formula => format!("'{text}"),
        _ => text.to_owned(),
    };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn download(file: String, media_type: &'static str, name: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(file));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(disposition) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("Rust & Bean", "Rust & Bean"),
            ("=1+1", "'=1+1"),
            ("+1 318 555 0142", "'+1 318 555 0142"),
            ("-93.5", "-93.5"),
            ("@home", "'@home"),
            ("＝1＋1", "'＝1＋1"),
            ("＠home", "'＠home"),
            ("-cmd|calc", "'-cmd|calc"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=a,b", "\"'=a,b\""),
            ("'=1", "''=1"),
            ("'Round", "'Round"),
        ] {
            assert_eq!(cell(text), expected, "{text}");
        }
    }
}
