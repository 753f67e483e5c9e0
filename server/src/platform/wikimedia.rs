//! Pictures of places from Wikipedia's articles, with author and license from Wikimedia Commons. Requests go through the
//! guarded client, whose `User-Agent` names us and a contact, as Wikimedia requires.

use std::time::Duration;

use chrono::TimeDelta;
use outside_client::{Answer, Client, Policy, Problem, Refusal, RefusalKind};
use reqwest::{Method, Request};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;
use url::Url;

use super::{
    outbound::Outbound,
    outside::{Service, ServiceError},
    settings::Settings,
};

/// The service.
pub static WIKIMEDIA: Service = Service {
    name: "Wikimedia",
    advice: "Check the settings wikipedia_url and wikimedia_url.",
    pause: TimeDelta::minutes(1),
};
const POLICY: Policy = Policy {
    first_pause: Duration::from_secs(1),
    ..Policy::USUAL
};

/// The width that pictures are fetched in; one of those that Wikimedia keeps ready.
const WIDTH: &str = "1920";
/// Smaller ones look poor as a city's banner.
const MIN_SIZE: (u32, u32) = (800, 400);
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

/// A client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Wikimedia {
    client: Client<Outbound>,
    wikipedia: String,
    commons: String,
}

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
    query: Option<FilesQuery>,
    error: Option<FilesError>,
}

#[derive(Deserialize)]
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

impl Wikimedia {
    /// A client, or `None` if one of its addresses isn't set.
    #[must_use]
    pub fn open(settings: &Settings, outbound: &Outbound) -> Option<Self> {
        let (wikipedia, commons) = (&settings.wikipedia_url, &settings.wikimedia_url);
        (!wikipedia.is_empty() && !commons.is_empty()).then(|| Self {
            client: Client::new(outbound.clone(), POLICY, ""),
            wikipedia: wikipedia.trim_end_matches('/').to_owned(),
            commons: commons.trim_end_matches('/').to_owned(),
        })
    }

    /// The article with this title; `None` if there is none about a place with a usable picture.
    ///
    /// # Errors
    ///
    /// When Wikipedia doesn't answer.
    pub async fn article(&self, title: &str) -> Result<Option<Article>, ServiceError> {
        let summary = self.summary(title).await;
        let summary = summary.map_err(|problem| WIKIMEDIA.failed(problem))?;
        Ok(summary.and_then(|summary| {
            let file = file_on_commons(&summary.originalimage?.source)?;
            let at = summary.coordinates?;
            (summary.kind == "standard" && is_view(&file)).then_some(Article {
                point: (at.lat, at.lon),
                file,
            })
        }))
    }

    /// The picture with this name on Commons, if its license allows keeping it.
    ///
    /// # Errors
    ///
    /// When Commons doesn't answer.
    pub async fn free_picture(&self, file: &str) -> Result<Option<FreePicture>, ServiceError> {
        let pages = self.pages(file).await;
        let pages = pages.map_err(|problem| WIKIMEDIA.failed(problem))?;
        let pages = pages.into_iter();
        Ok(pages
            .flat_map(|page| page.imageinfo)
            .next()
            .and_then(usable))
    }

    /// `None` if there is no such article.
    async fn summary(&self, title: &str) -> Result<Option<Summary>, Problem> {
        let mut url = parse(&self.wikipedia, "/api/rest_v1/page/summary/")?;
        url.path_segments_mut()
            .map_err(|()| Problem::Unreachable("wikipedia_url has no path".into()))?
            .pop_if_empty()
            .push(&title.replace(' ', "_"));
        let answer = self.get(url).await?;
        // Wikipedia says so in JSON; a page says that the address is wrong.
        if answer.status == 404 && serde_json::from_slice::<IgnoredAny>(&answer.content).is_ok() {
            return Ok(None);
        }
        Ok(Some(answer.json()?))
    }

    async fn pages(&self, file: &str) -> Result<Vec<FilePage>, Problem> {
        let mut url = parse(&self.commons, "/w/api.php")?;
        url.query_pairs_mut()
            .append_pair("action", "query")
            .append_pair("format", "json")
            .append_pair("formatversion", "2")
            .append_pair("prop", "imageinfo")
            .append_pair("titles", &format!("File:{}", file.replace('_', " ")))
            .append_pair("iiprop", "url|size|mime|extmetadata")
            .append_pair("iiurlwidth", WIDTH);
        let answer = self.get(url).await?;
        let (status, wait) = (answer.status, answer.wait());
        let files: Files = answer.json()?;
        match (files.query, files.error) {
            (_, Some(error)) if matches!(error.code.as_str(), "ratelimited" | "maxlag") => {
                Err(Problem::Refused(Refusal {
                    kind: RefusalKind::Busy,
                    status,
                    message: error.code.clone(),
                    code: error.code,
                    wait,
                }))
            }
            (Some(query), None) => Ok(query.pages),
            (_, Some(error)) => Err(Problem::Unreadable(error.code.into())),
            (None, None) => Err(Problem::Unreadable("it names no pages".into())),
        }
    }

    async fn get(&self, url: Url) -> Result<Answer, Problem> {
        self.client.ask(Request::new(Method::GET, url)).await
    }
}

fn parse(base: &str, path: &str) -> Result<Url, Problem> {
    Url::parse(&format!("{base}{path}")).map_err(|error| Problem::Unreachable(error.into()))
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
    let is_large = info.width >= MIN_SIZE.0 && info.height >= MIN_SIZE.1;
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
    page_pictures::plain_text(html)
        .chars()
        .take(LONGEST_CREDIT)
        .collect()
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
        assert_eq!(plain("Jo &mdash; caf&eacute;&#8217;s"), "Jo — café’s");
    }
}
