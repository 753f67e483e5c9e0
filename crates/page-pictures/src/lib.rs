#![doc = include_str!("../README.md")]

mod page;
mod structured;
mod tags;

use std::{collections::HashSet, fmt};

use url::Url;

/// A narrower picture, in pixels, is a detail of the page.
pub const MIN_WIDTH: u32 = 600;
/// Maximum pictures per page.
const MAX_PICTURES: usize = 40;

/// A picture on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its URL.
    pub url: Url,
    /// Where it was found.
    pub found: Found,
    /// The width stated by the page, in pixels.
    pub width: Option<u32>,
}

/// Where a picture was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    /// In a link preview.
    SharedLink,
    /// In the page's structured data.
    StructuredData,
    /// On the page itself.
    Image,
}

/// The most bytes of a page that are read. Link previews and structured data stand in its head.
pub const LONGEST_PAGE: usize = 512 * 1024;

/// A page that isn't read, because a tag has more attributes than any real one and would take seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a tag of the page has too many attributes")
    }
}

impl std::error::Error for Refused {}

/// The pictures in the first [`LONGEST_PAGE`] bytes of `html` from `page`, most promising first.
///
/// # Errors
///
/// When a tag has more attributes than any real one.
pub fn pictures(html: &str, page: &Url) -> Result<Vec<Picture>, Refused> {
    let html = html
        .get(..html.floor_char_boundary(LONGEST_PAGE))
        .unwrap_or(html);
    let read = page::read(html).ok_or(Refused)?;
    let base = read.base.as_deref().and_then(|base| page.join(base).ok());
    let base = base.as_ref().unwrap_or(page);
    let mut pictures: Vec<Picture> = Vec::new();
    let shared = read.open_graph.iter().chain(&read.twitter);
    let shared = shared.map(|text| (text.as_str(), Found::SharedLink, None));
    let data: Vec<String> = read
        .structured
        .iter()
        .flat_map(|text| structured::images(text))
        .collect();
    let data = data
        .iter()
        .map(|text| (text.as_str(), Found::StructuredData, None));
    let shown = read
        .images
        .iter()
        .filter(|image| !is_named_as_logo(&image.about))
        .filter(|image| image.width.is_none_or(|width| width >= MIN_WIDTH))
        .map(|image| (image.address.as_str(), Found::Image, image.width));
    let mut seen = HashSet::new();
    for (text, found, width) in shared.chain(data).chain(shown) {
        let Some(url) = address(text, base) else {
            continue;
        };
        if seen.insert(url.clone()) {
            pictures.push(Picture { url, found, width });
        }
    }
    // The sort is stable, so equals stay in page order.
    pictures.sort_by_key(|picture| (picture.found, std::cmp::Reverse(picture.width)));
    pictures.truncate(MAX_PICTURES);
    Ok(pictures)
}

/// The URL of a possible photo.
fn address(text: &str, base: &Url) -> Option<Url> {
    let mut url = base.join(text.trim()).ok()?;
    url.set_fragment(None);
    let path = url.path().to_ascii_lowercase();
    let is_no_photo = [".svg", ".gif", ".ico", ".pdf", ".mp4", ".webm"]
        .iter()
        .any(|ending| path.ends_with(ending));
    let is_web = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    (is_web && !is_no_photo && !is_named_as_logo(&path)).then_some(url)
}

/// Words in the names of pictures that don't show a place.
const LOGO_WORDS: &[&str] = &[
    "logo",
    "logos",
    "icon",
    "icons",
    "favicon",
    "sprite",
    "avatar",
    "badge",
    "placeholder",
    "spacer",
    "pixel",
    "emoji",
    "loader",
    "spinner",
    "qr",
    "wordmark",
];

/// Whether a file name, alt text or class contains such a word.
fn is_named_as_logo(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .any(|word| {
            LOGO_WORDS.contains(&word) || word.starts_with("logo") || word.ends_with("logo")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<(String, Found)> {
        let page = "https://bluedoor.example/about/".parse().unwrap();
        let pictures = pictures(html, &page).unwrap().into_iter();
        pictures
            .map(|picture| (picture.url.to_string(), picture.found))
            .collect()
    }

    fn addresses(html: &str) -> Vec<String> {
        found(html)
            .into_iter()
            .map(|(address, _)| address)
            .collect()
    }

    #[test]
    fn the_page_s_own_choice_comes_first() {
        let html = r#"<html><head>
            <meta name="twitter:image" content="https://cdn.example/tw.jpg">
            <meta property="og:image" content="/og.jpg?x=1&amp;y=2">
            <script type="application/ld+json">{"@type":"CafeOrCoffeeShop","image":["/one.jpg",{"url":"/two.jpg"}],"logo":"/mark.png"}</script>
            </head><body><img src="three.jpg" width="1200"><img src="/og.jpg?x=1&y=2"></body>"#;
        assert_eq!(
            found(html),
            [
                ("https://bluedoor.example/og.jpg?x=1&y=2", Found::SharedLink),
                ("https://cdn.example/tw.jpg", Found::SharedLink),
                ("https://bluedoor.example/one.jpg", Found::StructuredData),
                ("https://bluedoor.example/two.jpg", Found::StructuredData),
                ("https://bluedoor.example/about/three.jpg", Found::Image),
            ]
            .map(|(address, found)| (address.to_owned(), found))
        );
    }

    #[test]
    fn larger_pictures_come_first_and_details_do_not_come() {
        let html = r#"<img src="a.jpg"><img src="b.jpg" width="800"><img src="c.jpg" width="300">
            <img src="d.jpg" srcset="d-400.jpg 400w, d-1600.jpg 1600w"><img data-src="e.jpg" src="data:image/gif;base64,R0">
            <img src="f.jpg" width="100%"><picture><source srcset="g.webp 2000w"><img src="g.jpg"></picture>"#;
        assert_eq!(
            addresses(html),
            [
                "https://bluedoor.example/about/g.webp",
                "https://bluedoor.example/about/d-1600.jpg",
                "https://bluedoor.example/about/b.jpg",
                "https://bluedoor.example/about/a.jpg",
                "https://bluedoor.example/about/e.jpg",
                "https://bluedoor.example/about/f.jpg",
                "https://bluedoor.example/about/g.jpg",
            ]
        );
    }

    #[test]
    fn logos_and_what_is_no_photo_are_left_out() {
        let html = r#"<meta property="og:image" content="/img/Logo_white.png"><img src="x.svg"><img src="y.gif">
            <img src="1.jpg" alt="Blue Door logo"><img src="2.jpg" class="site-logo"><img src="icons/cup.png">
            <img src="data:image/png;base64,iVBO"><img src="javascript:alert(1)"><img src=""><img>
            <img src="logistics.jpg"><script>var x = '<img src="no.jpg">';</script><!-- <img src="no2.jpg"> -->"#;
        assert_eq!(
            addresses(html),
            ["https://bluedoor.example/about/logistics.jpg"]
        );
    }

    #[test]
    fn addresses_follow_the_page_s_base() {
        let html = r#"<base href="https://cdn.example/x/"><img src="a.jpg"><img src="//other.example/b.jpg#top">"#;
        assert_eq!(
            addresses(html),
            ["https://cdn.example/x/a.jpg", "https://other.example/b.jpg"]
        );
    }

    #[test]
    fn a_tag_with_too_many_attributes_is_refused_at_once() {
        let page = "https://bluedoor.example/".parse().unwrap();
        let many = |count: usize| -> String { (0..count).map(|it| format!(" a{it}")).collect() };
        let lots = many(100_000);
        let began = std::time::Instant::now();
        for html in [
            format!("<div{lots}>"),
            format!("<p title='>'{lots}"),
            format!("<!-- <a x=\" --><div{lots}>"),
            format!("<a x=\"<b y>\"{lots}>"),
            format!("</div{lots}>"),
            format!("<script>if (a<b) \"</script{lots}>"),
            format!("<title><a x=\"</title><div{lots}>"),
            format!("<a <b <c{lots}>"),
        ] {
            assert_eq!(pictures(&html, &page), Err(Refused), "{}", &html[..20]);
        }
        assert!(began.elapsed().as_millis() < 1_000, "{:?}", began.elapsed());
        // What looks like tags in a script or a comment isn't one.
        let code = format!(
            "<script>if (i<n{few}) x</script><img src=a.jpg{few}>",
            few = many(200)
        );
        assert_eq!(pictures(&code, &page).unwrap().len(), 1);
        let script = format!("<script>for(i<n{lots}) x</script><img src=a.jpg>");
        assert_eq!(pictures(&script[..400_000], &page).unwrap().len(), 0);
    }

    #[test]
    fn pages_made_to_be_slow_take_as_long_as_their_length() {
        let page = "https://bluedoor.example/".parse().unwrap();
        let fill = |part: &str| part.repeat(LONGEST_PAGE / part.len());
        let began = std::time::Instant::now();
        for html in [
            fill("<a"),
            fill("<a "),
            fill("<!--"),
            fill("<script>"),
            fill("</"),
            fill("&"),
            fill("<img src=a>"),
            format!(
                "<base href=\"https://x.example/{}\">{}",
                "a/".repeat(100_000),
                "<img src=b>".repeat(20_000)
            ),
            format!("<img srcset=\"{}\">", fill("a 1w, ")),
            format!("<script type=application/ld+json>{}", fill("[")),
            fill("<meta property=og:image content=a>"),
        ] {
            let _ = pictures(&html, &page);
        }
        assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    }

    proptest::proptest! {
        #[test]
        fn nothing_makes_it_panic(html in ".{0,400}") {
            let page = "https://bluedoor.example/".parse().unwrap();
            let _ = pictures(&format!("<img src=\"{html}\"{html}><script type=application/ld+json>{html}</script>"), &page);
        }
    }
}
