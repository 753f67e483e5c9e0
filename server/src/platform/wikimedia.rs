//! Pictures of places from Wikipedia's articles, with author and license from Wikimedia Commons. Requests go through the
//! guarded client, whose `User-Agent` names us and a contact, as Wikimedia requires.

use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::outbound::{Fetched, Outbound, OutboundError};

/// The width that pictures are fetched in; one of those that Wikimedia keeps ready.
const WIDTH: &str = "1920";
/// Smaller ones look poor as a city's banner.
const LEAST: (u32, u32) = (800, 400);
/// In names of files that show no view of a place.
const NO_VIEWS: [&str; 12] = [
    "flag",
    "seal",
    "map",
    "logo",
    "coat_of_arms",
    "coat of arms",
    "locator",
    "highlight",
    "location",
    "emblem",
    "montage",
    "icon",
];
const LONGEST_CREDIT: usize = 160;

/// What an article says about a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Article {
    pub point: (f64, f64),
    /// Its picture's name on Commons, such as `Main_Street.jpg`.
    pub file: String,
}

/// A picture that may be kept, with what has to be shown beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreePicture {
    /// The address of its file.
    pub address: String,
    /// The author, on one line.
    pub author: Option<String>,
    /// Such as `CC BY-SA 4.0`.
    pub license: String,
    /// Its page on Commons.
    pub page: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WikimediaError {
    #[error("{0}")]
    Unreachable(#[from] OutboundError),
    /// Come back after so many seconds.
    #[error("Wikimedia asks us to wait {0} seconds")]
    Throttled(u32),
    #[error("Wikimedia answered {0}")]
    Refused(u16),
    #[error("Wikimedia's answer can't be read: {0}")]
    Unreadable(String),
    #[error("the setting is not a URL: {0}")]
    Setting(String),
}

type Result<T> = std::result::Result<T, WikimediaError>;

/// The pause if the site is overloaded and doesn't say for how long.
const PAUSE: u32 = 60;

#[derive(Deserialize)]
struct Summary {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    originalimage: Option<SummaryImage>,
    #[serde(default)]
    coordinates: Option<Coordinates>,
}

#[derive(Deserialize)]
struct SummaryImage {
    source: String,
}

#[derive(Deserialize)]
struct Coordinates {
    lat: f64,
    lon: f64,
}

#[derive(Deserialize)]
struct Files {
    #[serde(default)]
    query: FilesQuery,
    #[serde(default)]
    error: Option<FilesError>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FilesQuery {
    pages: Vec<FilePage>,
}

#[derive(Deserialize)]
struct FilesError {
    code: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FilePage {
    imageinfo: Vec<ImageInfo>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ImageInfo {
    url: String,
    thumburl: Option<String>,
    descriptionurl: String,
    mime: String,
    width: u32,
    height: u32,
    extmetadata: Value,
}

/// The article with this title; `None` if there is none about a place with a usable picture.
///
/// # Errors
///
/// When Wikipedia can't be asked.
pub async fn article(outbound: &Outbound, base: &str, title: &str) -> Result<Option<Article>> {
    let mut url = parse(base, "/api/rest_v1/page/summary/")?;
    url.path_segments_mut()
        .map_err(|()| WikimediaError::Setting(base.to_owned()))?
        .pop_if_empty()
        .push(&title.replace(' ', "_"));
    let Some(answer) = get(outbound, &url).await? else {
        return Ok(None);
    };
    let summary: Summary = read(&answer)?;
    let file = summary.originalimage.as_ref();
    let file = file.and_then(|image| file_on_commons(&image.source));
    let is_place = summary.kind == "standard";
    Ok(summary
        .coordinates
        .zip(file)
        .filter(|(_, file)| is_place && is_view(file))
        .map(|(at, file)| Article {
            point: (at.lat, at.lon),
            file,
        }))
}

/// The picture with this name on Commons, if its license allows keeping it.
///
/// # Errors
///
/// When Commons can't be asked.
pub async fn free_picture(
    outbound: &Outbound,
    base: &str,
    file: &str,
) -> Result<Option<FreePicture>> {
    let mut url = parse(base, "/w/api.php")?;
    url.query_pairs_mut()
        .append_pair("action", "query")
        .append_pair("format", "json")
        .append_pair("formatversion", "2")
        .append_pair("prop", "imageinfo")
        .append_pair("titles", &format!("File:{}", file.replace('_', " ")))
        .append_pair("iiprop", "url|size|mime|extmetadata")
        .append_pair("iiurlwidth", WIDTH);
    let Some(answer) = get(outbound, &url).await? else {
        return Ok(None);
    };
    let files: Files = read(&answer)?;
    match files.error {
        Some(error) if matches!(error.code.as_str(), "ratelimited" | "maxlag") => {
            return Err(WikimediaError::Throttled(PAUSE));
        }
        Some(error) => return Err(WikimediaError::Unreadable(error.code)),
        None => {}
    }
    let pages = files.query.pages.into_iter();
    Ok(pages
        .flat_map(|page| page.imageinfo)
        .next()
        .and_then(usable))
}

async fn get(outbound: &Outbound, url: &Url) -> Result<Option<Fetched>> {
    let answer = outbound.get(url.as_str()).await?;
    match answer.status {
        200 => Ok(Some(answer)),
        404 => Ok(None),
        429 | 503 => Err(WikimediaError::Throttled(
            answer.retry_after.unwrap_or(PAUSE),
        )),
        status => Err(WikimediaError::Refused(status)),
    }
}

fn read<T: for<'de> Deserialize<'de>>(answer: &Fetched) -> Result<T> {
    serde_json::from_slice(&answer.body)
        .map_err(|error| WikimediaError::Unreadable(error.to_string()))
}

fn parse(base: &str, path: &str) -> Result<Url> {
    Url::parse(&format!("{}{path}", base.trim_end_matches('/')))
        .map_err(|error| WikimediaError::Setting(error.to_string()))
}

/// `…/wikipedia/commons/thumb/a/ab/Main_Street.jpg/320px-Main_Street.jpg` → `Main_Street.jpg`. Files of Wikipedia itself
/// are rarely free.
fn file_on_commons(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let mut parts = url
        .path_segments()?
        .skip_while(|part| *part != "commons")
        .skip(1);
    let first = parts.next()?;
    // Two folders stand before the name: `a/ab`.
    let name = if first == "thumb" {
        parts.nth(2)
    } else {
        parts.nth(1)
    }?;
    let name = percent_encoding::percent_decode_str(name)
        .decode_utf8()
        .ok()?;
    Some(name.into_owned())
}

fn is_view(file: &str) -> bool {
    let name = file.to_lowercase();
    !name.ends_with(".svg") && !NO_VIEWS.iter().any(|word| name.contains(word))
}

fn usable(info: ImageInfo) -> Option<FreePicture> {
    let is_picture = matches!(
        info.mime.as_str(),
        "image/jpeg" | "image/png" | "image/webp"
    );
    let is_large = info.width >= LEAST.0 && info.height >= LEAST.1;
    // A banner is wide, but not a panorama.
    let is_wide = info.width >= info.height && info.width <= info.height.saturating_mul(3);
    if !is_picture || !is_large || !is_wide {
        return None;
    }
    let said = |name: &str| {
        let value = info.extmetadata.get(name)?.get("value")?;
        Some(plain(value.as_str()?)).filter(|text| !text.is_empty())
    };
    let license = said("LicenseShortName").filter(|license| is_free(license))?;
    if said("NonFree").is_some() || said("Restrictions").is_some() {
        return None;
    }
    Some(FreePicture {
        author: said("Attribution").or_else(|| said("Artist")),
        address: info.thumburl.unwrap_or(info.url),
        license,
        page: info.descriptionurl,
    })
}

/// CC0, the public domain, CC BY and CC BY-SA.
fn is_free(license: &str) -> bool {
    let words: Vec<String> = license
        .to_lowercase()
        .split([' ', '-'])
        .map(str::to_owned)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["cc0", ..] | ["pd", ..] | ["public", "domain", ..] => true,
        ["cc", "by", rest @ ..] => !rest.contains(&"nc") && !rest.contains(&"nd"),
        _ => false,
    }
}

/// The text of a piece of HTML on one line, shortened.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                text.push(' ');
            }
            letter if !in_tag => text.push(letter),
            _ => {}
        }
    }
    for (entity, letter) in [
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, letter);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_CREDIT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_licenses_that_allow_keeping_are_free() {
        for license in [
            "CC0",
            "CC BY 2.0",
            "CC BY-SA 4.0",
            "Public domain",
            "PD-USGov",
        ] {
            assert!(is_free(license), "{license}");
        }
        for license in [
            "CC BY-NC 2.0",
            "CC BY-ND 2.0",
            "CC BY-NC-SA 3.0",
            "GFDL",
            "Fair use",
            "",
        ] {
            assert!(!is_free(license), "{license}");
        }
    }

    #[test]
    fn names_of_files_are_found_in_addresses() {
        let host = "https://upload.wikimedia.org/wikipedia";
        for (path, name) in [
            (
                "commons/a/ab/Main_Street%2C_A.jpg",
                Some("Main_Street,_A.jpg"),
            ),
            (
                "commons/thumb/a/ab/Main.jpg/320px-Main.jpg",
                Some("Main.jpg"),
            ),
            ("en/a/ab/Main.jpg", None),
            ("commons/a", None),
        ] {
            let found = file_on_commons(&format!("{host}/{path}"));
            assert_eq!(found.as_deref(), name, "{path}");
        }
    }

    #[test]
    fn flags_seals_and_maps_show_no_view() {
        assert!(is_view("Main_Street.jpg"));
        for file in [
            "Seal_of_Alexandria.png",
            "Map.png",
            "Street.svg",
            "FLAG.jpg",
        ] {
            assert!(!is_view(file), "{file}");
        }
    }

    #[test]
    fn authors_are_plain_text() {
        assert_eq!(
            plain("<a href=\"//x\">Jo</a>&nbsp;&amp; <b>Ann</b>\n"),
            "Jo & Ann"
        );
    }
}
