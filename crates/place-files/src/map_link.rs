//! Links to a place on a map. They say where it is, but they are nobody's website.

use percent_encoding::percent_decode_str;

use crate::text;

/// Hosts of nothing but maps, and of the profiles that belong to them.
const MAPS: [&str; 13] = [
    "business.google.com",
    "g.co",
    "g.page",
    "local.google.com",
    "maps.app.goo.gl",
    "maps.apple",
    "maps.apple.com",
    "openstreetmap.org",
    "osm.org",
    "search.google.com",
    "share.google",
    "ul.waze.com",
    "waze.com",
];
/// Hosts with maps under `/maps`.
const WITH_MAPS: [&str; 2] = ["bing.com", "goo.gl"];
/// A map that is shown from nearer than this zoom shows a place and not a town.
const NEAR: f64 = 15.0;
/// The same for a picture from the air, in meters.
const LOW: f64 = 2000.0;
/// Parameters with the point of a place.
const PARAMETERS: [&str; 7] = [
    "q",
    "query",
    "ll",
    "destination",
    "daddr",
    "address",
    "coordinate",
];

/// Whether a web address leads to a map, or to a page of the search engine, be it one that leads on.
pub fn is_link(text: &str) -> bool {
    let (host, path) = parts(text);
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = path.to_ascii_lowercase();
    let has_maps = path.starts_with("/maps");
    MAPS.contains(&host) || WITH_MAPS.contains(&host) && has_maps || is_google(host)
}

/// The host of a link, and what stands behind it.
fn parts(link: &str) -> (&str, &str) {
    let link = link.trim();
    let bare = link.split_once("://").map_or(link, |(_, rest)| rest);
    let end = bare.find(['/', '?', '#', ':']).unwrap_or(bare.len());
    bare.split_at_checked(end).unwrap_or((bare, ""))
}

/// The website to which a link of the search engine's results leads: `google.com/url?q=https://beans.example&sa=D`.
pub(crate) fn target(link: &str) -> Option<String> {
    let (host, path) = parts(link);
    let host = host.strip_prefix("www.").unwrap_or(host);
    let query = path.strip_prefix("/url?").filter(|_| is_google(host))?;
    let address = |parameter: &str| {
        let names = ["q=", "url="];
        let encoded = names.iter().find_map(|name| parameter.strip_prefix(name))?;
        let address = percent_decode_str(encoded).decode_utf8().ok()?;
        text::is_web_address(&address).then(|| address.into_owned())
    };
    query.split('&').find_map(address)
}

/// `google.com`, `maps.google.com`, `google.co.uk`. Sites that others make there (`sites.google.com`) are websites.
fn is_google(host: &str) -> bool {
    let host = host.strip_prefix("maps.").unwrap_or(host);
    let ending = host.strip_prefix("google.").unwrap_or_default();
    let mut labels = ending.split('.');
    labels.all(|label| (2..=3).contains(&label.len()))
}

/// Latitude and longitude in a link: those of the place, else of what the map shows, if that is no more than a place. The way to a
/// place begins elsewhere.
pub(crate) fn point(link: &str) -> Option<(f64, f64)> {
    if !is_link(link) {
        return None;
    }
    let link = link
        .replace("%2C", ",")
        .replace("%2c", ",")
        .replace("%20", " ")
        .replace("%3A", ":");
    let pin = || {
        let (_, pin) = link.rsplit_once("!3d")?;
        let (latitude, rest) = pin.split_once("!4d")?;
        Some((degrees(latitude)?, degrees(number_at_start(rest))?))
    };
    let parameters = link.split(['?', '&', '#']).skip(1);
    let parameters: Vec<(&str, &str)> = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .collect();
    let parameter = |wanted: &str| {
        parameters.iter().find_map(|(name, value)| {
            pair(value.trim_start_matches("loc:")).filter(|_| *name == wanted)
        })
    };
    let is_way = link.contains("/dir/") || link.contains("org/directions");
    let path = || {
        let path = link.split(['?', '#']).next()?;
        path.split('/').find_map(pair).filter(|_| !is_way)
    };
    let shown = || {
        let (before, shown) = link.split_once("/@")?;
        let mut parts = shown.split(['/', '?']).next()?.split(',');
        let point = (degrees(parts.next()?)?, degrees(parts.next()?)?);
        let is_near = match parts.next() {
            Some(view) => is_near(view),
            None => before.contains("/place/"),
        };
        // The middle of a search's map is no shop.
        (is_near && !is_way && !before.contains("/search/")).then_some(point)
    };
    pin()
        .or_else(|| of_openstreetmap(&parameters).filter(|_| !is_way))
        .or_else(|| PARAMETERS.iter().find_map(|name| parameter(name)))
        .or_else(path)
        .or_else(shown)
}

/// Whether a map shows no more than a place: `17z` or `500m`.
fn is_near(view: &str) -> bool {
    let number = |unit: char| view.strip_suffix(unit)?.parse::<f64>().ok();
    number('z').is_some_and(|zoom| zoom >= NEAR) || number('m').is_some_and(|height| height <= LOW)
}

/// The marker of `?mlat=31.3110&mlon=-92.4452`, or what `#map=19/31.3110/-92.4452` shows.
fn of_openstreetmap(parameters: &[(&str, &str)]) -> Option<(f64, f64)> {
    let parameter = |wanted: &str| {
        let found = parameters.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| *value)
    };
    let marker = || Some((degrees(parameter("mlat")?)?, degrees(parameter("mlon")?)?));
    let shown = || {
        let mut parts = parameter("map")?.split('/');
        let zoom: f64 = parts.next()?.parse().ok()?;
        let point = (degrees(parts.next()?)?, degrees(parts.next()?)?);
        (zoom >= NEAR).then_some(point)
    };
    marker().or_else(shown)
}

/// `31.3110,-92.4452`, also with `+` for a blank, or a name in brackets behind it.
fn pair(text: &str) -> Option<(f64, f64)> {
    let text = text.split('(').next()?;
    let (latitude, longitude) = text.split_once(',')?;
    Some((degrees(latitude)?, degrees(longitude)?))
}

fn degrees(text: &str) -> Option<f64> {
    let text = text.trim_matches([' ', '+']);
    let is_number = text.contains('.') && number_at_start(text).len() == text.len();
    text.parse().ok().filter(|_| is_number)
}

fn number_at_start(text: &str) -> &str {
    let end = text.find(|sign: char| !(sign.is_ascii_digit() || matches!(sign, '.' | '-')));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_maps_are_known_by_their_hosts() {
        for link in [
            "https://maps.app.goo.gl/abc",
            "https://goo.gl/maps/abc",
            "goo.gl/maps/abc",
            "https://g.page/beans?share",
            "https://www.google.com/maps/place/x",
            "http://maps.google.com/?cid=1",
            "https://www.google.co.uk/maps/@51.5,-0.1,15z",
            "https://google.com/search?q=beans",
            "https://maps.apple.com/?ll=31.3,-92.4",
            "https://WWW.GOOGLE.COM/maps",
            "https://share.google/abc",
            "https://www.google.com/url?q=https://beans.example&sa=D",
        ] {
            assert!(is_link(link), "{link}");
        }
        for link in [
            "https://beans.example/maps",
            "https://sites.google.com/view/beans",
            "https://googlebeans.example/",
            "https://google.beans.example/",
            "https://goo.gl/abc",
            "https://maps.beans.example/",
            "beans",
            "",
        ] {
            assert!(!is_link(link), "{link}");
        }
    }

    #[test]
    fn a_result_leads_on_to_a_website() {
        for (link, website) in [
            (
                "https://www.google.com/url?q=https://beans.example&sa=D",
                Some("https://beans.example"),
            ),
            (
                "https://www.google.com/url?sa=t&url=https%3A%2F%2Fbeans.example%2F%3Fa%3D1&usg=x",
                Some("https://beans.example/?a=1"),
            ),
            ("https://www.google.com/url?sa=D", None),
            ("https://www.google.com/url?q=beans", None),
            (
                "https://www.google.com/search?q=https://beans.example",
                None,
            ),
            ("https://beans.example/url?q=https://other.example", None),
            ("https://beans.example/?url=https://other.example", None),
            ("https://sites.google.com/url?q=https://other.example", None),
            ("beans.example", None),
            ("", None),
        ] {
            assert_eq!(target(link).as_deref(), website, "{link}");
        }
    }

    #[test]
    fn a_link_says_where_its_place_is() {
        for (link, expected) in [
            (
                "https://www.google.com/maps/place/X/@31.3112,-92.4456,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x1!8m2!3d31.3113!4d-92.4457",
                Some((31.3113, -92.4457)),
            ),
            (
                "https://maps.google.com/?q=31.3110,-92.4452&cid=12",
                Some((31.3110, -92.4452)),
            ),
            (
                "https://www.google.com/maps/search/31.3120,-92.4460",
                Some((31.3120, -92.4460)),
            ),
            (
                "https://www.google.com/maps/search/31.3120,+-92.4460?entry=tts",
                Some((31.3120, -92.4460)),
            ),
            (
                "https://www.google.com/maps/search/?api=1&query=31.3120%2C-92.4460",
                Some((31.3120, -92.4460)),
            ),
            (
                "https://maps.google.com/?q=loc:31.3120,-92.4460+(Beans)",
                Some((31.3120, -92.4460)),
            ),
            (
                "https://www.google.com/maps/@31.3112,-92.4456,17z",
                Some((31.3112, -92.4456)),
            ),
            (
                "https://www.google.com/maps/dir/31.1,-92.1/31.3120,-92.4460/@31.2,-92.2,16z",
                None,
            ),
            (
                "https://www.google.com/maps/search/coffee/@31.3112,-92.4456,17z",
                None,
            ),
            (
                "https://www.google.com/maps/search/31.3120,-92.4460/@31.3112,-92.4456,17z",
                Some((31.3120, -92.4460)),
            ),
            (
                "https://www.google.com/maps/place/X/@31.3112,-92.4456,17z",
                Some((31.3112, -92.4456)),
            ),
            (
                "https://www.google.com/maps/place/X/@31.3112,-92.4456,500m/data=!3m1!1e3",
                Some((31.3112, -92.4456)),
            ),
            (
                "https://www.google.com/maps/place/X/@31.3112,-92.4456",
                Some((31.3112, -92.4456)),
            ),
            (
                "https://www.google.com/maps/place/search/@31.3112,-92.4456,17z",
                Some((31.3112, -92.4456)),
            ),
            ("https://www.google.com/maps/place/X/@31.2,-92.5,8z", None),
            (
                "https://www.google.com/maps/place/X/@31.2,-92.5,40000m",
                None,
            ),
            (
                "https://www.openstreetmap.org/?mlat=31.3113&mlon=-92.4451#map=12/31.4/-92.5",
                Some((31.3113, -92.4451)),
            ),
            (
                "https://www.openstreetmap.org/node/1#map=19/31.3113/-92.4451",
                Some((31.3113, -92.4451)),
            ),
            ("https://www.openstreetmap.org/#map=12/31.4/-92.5", None),
            ("https://www.openstreetmap.org/node/1", None),
            (
                "https://www.google.com/maps/place/directions+cafe/@31.3112,-92.4456,17z",
                Some((31.3112, -92.4456)),
            ),
            (
                "https://www.openstreetmap.org/directions?to=31.4,-92.5#map=17/31.4/-92.5",
                None,
            ),
            ("https://beans.example/?mlat=31.3113&mlon=-92.4451", None),
            ("http://maps.google.com/?cid=12", None),
            (
                "https://www.google.com/maps?q=126+Main+St,+Alexandria",
                None,
            ),
            ("https://maps.app.goo.gl/abc", None),
            ("https://beans.example/?q=31.3110,-92.4452", None),
        ] {
            assert_eq!(point(link), expected, "{link}");
        }
    }
}
