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
    /// What its name and description say that it shows.
    pub hint: Hint,
}

/// What a picture's file name and alternative text say that it shows. They may be wrong, so it is only a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The place, or what it serves.
    Place,
    Unknown,
    /// A menu, a map, a person, a coupon or the like.
    Other,
}

impl Hint {
    fn of(text: &str) -> Self {
        let text = text.to_ascii_lowercase();
        let words = || text.split(|letter: char| !letter.is_ascii_alphanumeric());
        let names = |list: &[&str]| words().any(|word| list.contains(&word));
        if names(OTHER_WORDS) {
            Self::Other
        } else if names(PLACE_WORDS) {
            Self::Place
        } else {
            Self::Unknown
        }
    }
}

/// Words for what a cover doesn't show.
const OTHER_WORDS: &[&str] = &[
    "menu",
    "menus",
    "map",
    "maps",
    "flyer",
    "flier",
    "poster",
    "coupon",
    "giftcard",
    "screenshot",
    "headshot",
    "portrait",
    "team",
    "staff",
    "receipt",
    "certificate",
    "review",
    "reviews",
    "quote",
    "pricelist",
];
/// Words for what it does show.
const PLACE_WORDS: &[&str] = &[
    "storefront",
    "exterior",
    "interior",
    "inside",
    "outside",
    "counter",
    "patio",
    "building",
    "seating",
    "lounge",
    "facade",
    "cafe",
    "coffeehouse",
    "espresso",
    "latte",
    "cappuccino",
];

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

/// The most bytes of a piece of HTML that is read as text.
const LONGEST_TEXT: usize = 16 * 1024;

/// Why no picture of a page is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A tag has more attributes than any real one and would take seconds.
    TooManyAttributes,
    /// The page asks robots to leave its pictures alone.
    NoImageIndex,
    /// The domain is for sale, or shows advertisements only.
    Parked,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TooManyAttributes => "a tag of the page has too many attributes",
            Self::NoImageIndex => "the page asks robots not to use its pictures (noimageindex)",
            Self::Parked => "the domain is parked, so the page isn't the shop's",
        })
    }
}

impl std::error::Error for Refused {}

/// The pictures in the first [`LONGEST_PAGE`] bytes of `html` from `page`, most promising first.
///
/// # Errors
///
/// When the page isn't to be used, or can't be read in time.
pub fn pictures(html: &str, page: &Url) -> Result<Vec<Picture>, Refused> {
    let html = html
        .get(..html.floor_char_boundary(LONGEST_PAGE))
        .unwrap_or(html);
    let read = page::read(html).ok_or(Refused::TooManyAttributes)?;
    if read.no_image_index {
        return Err(Refused::NoImageIndex);
    }
    if read.is_parked(page) {
        return Err(Refused::Parked);
    }
    let base = read.base.as_deref().and_then(|base| page.join(base).ok());
    let base = base.as_ref().unwrap_or(page);
    let mut pictures: Vec<Picture> = Vec::new();
    let shared = read.open_graph.iter().chain(&read.twitter);
    let shared = shared.map(|text| (text.as_str(), Found::SharedLink, None, ""));
    let data = structured::images(&read.structured);
    let data = data
        .iter()
        .map(|text| (text.as_str(), Found::StructuredData, None, ""));
    let shown = read
        .images
        .iter()
        .filter(|image| !is_named_as_logo(&image.about))
        .filter(|image| image.width.is_none_or(|width| width >= MIN_WIDTH))
        .map(|image| {
            let about = image.about.as_str();
            (image.address.as_str(), Found::Image, image.width, about)
        });
    let mut seen = HashSet::new();
    for (text, found, width, about) in shared.chain(data).chain(shown) {
        let Some(url) = address(text, base) else {
            continue;
        };
        if seen.insert(url.clone()) {
            let hint = Hint::of(&format!("{about} {}", file_name(&url)));
            pictures.push(Picture {
                url,
                found,
                width,
                hint,
            });
        }
    }
    // The sort is stable, so equals stay in page order.
    pictures.sort_by_key(|picture| (picture.found, std::cmp::Reverse(picture.width)));
    pictures.truncate(MAX_PICTURES);
    Ok(pictures)
}

/// The text of a short piece of HTML on one line, with its entities decoded, such as a credit that a site gives as HTML. It
/// is still text that somebody else wrote.
#[must_use]
pub fn plain_text(html: &str) -> String {
    let text = page::text(
        html.get(..html.floor_char_boundary(LONGEST_TEXT))
            .unwrap_or(html),
    );
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn file_name(url: &Url) -> &str {
    url.path().rsplit('/').next().unwrap_or_default()
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
    fn backgrounds_of_styles_are_pictures_too() {
        let html = r#"<style>.hero { background: #fff url( "/hero.jpg" ) center } .i { background-image:url(icon.png) }
            @font-face { src: url(font.woff2) } .g { background: url(data:image/png;base64,AA) }</style>
            <div style="background-image: url('room.webp')"></div><section data-bg="bar.jpg"></section>
            <div style="color: red"></div>"#;
        assert_eq!(
            addresses(html),
            [
                "https://bluedoor.example/hero.jpg",
                "https://bluedoor.example/about/room.webp",
                "https://bluedoor.example/about/bar.jpg",
            ]
        );
    }

    #[test]
    fn html_becomes_plain_text() {
        for (html, text) in [
            (
                "<a href='x'>Jo&nbsp;Doe</a> &mdash; <i>2019</i>",
                "Jo Doe — 2019",
            ),
            ("A &amp; B&#8217;s &lt;b&gt; &eacute;", "A & B’s <b> é"),
            ("One<br>two &copy", "One two ©"),
            ("", ""),
        ] {
            assert_eq!(plain_text(html), text);
        }
    }

    #[test]
    fn names_and_descriptions_are_hints() {
        let page = "https://bluedoor.example/".parse().unwrap();
        let html = r#"<img src="spring-menu.jpg"><img src="1.jpg" alt="Our storefront on Main Street">
            <img src="2.jpg" alt="Map of the town"><img src="IMG_2231.jpg" alt="IMG_2231">"#;
        let hints: Vec<Hint> = pictures(html, &page)
            .unwrap()
            .into_iter()
            .map(|picture| picture.hint)
            .collect();
        assert_eq!(
            hints,
            [Hint::Other, Hint::Place, Hint::Other, Hint::Unknown]
        );
    }

    #[test]
    fn pages_that_are_not_to_be_used_are_refused() {
        let page = "https://bluedoor.example/".parse().unwrap();
        let with = |head: &str| format!("<html><head>{head}</head><body><img src=a.jpg></body>");
        for (head, refused) in [
            (
                "<meta name=\"robots\" content=\"noindex, NoImageIndex\">",
                Some(Refused::NoImageIndex),
            ),
            (
                "<meta name=\"townperk\" content=\"noimageindex\">",
                Some(Refused::NoImageIndex),
            ),
            ("<meta name=\"robots\" content=\"noindex\">", None),
            (
                "<title>bluedoor.example is for sale | HugeDomains</title>",
                Some(Refused::Parked),
            ),
            (
                "<title>bluedoor.example - This domain may be for sale!</title>",
                Some(Refused::Parked),
            ),
            (
                "<script src=\"https://www.sedoparking.com/frmpark/x\"></script>",
                Some(Refused::Parked),
            ),
            ("<title>Blue Door: coffee for sale by the bag</title>", None),
        ] {
            assert_eq!(pictures(&with(head), &page).err(), refused, "{head}");
        }
    }

    #[test]
    fn a_tag_with_too_many_attributes_is_refused_at_once() {
        let page = "https://bluedoor.example/".parse().unwrap();
        let many = |count: usize| -> String { (0..count).map(|it| format!(" a{it}")).collect() };
        let lots = many(100_000);
        let began = cpu_time::ThreadTime::now();
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
            assert_eq!(
                pictures(&html, &page),
                Err(Refused::TooManyAttributes),
                "{}",
                &html[..20]
            );
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
        // Each address is another one, and joined to a base as long as it may be.
        let base = format!("<base href=\"https://x.example/{}/\">", "a".repeat(2_029));
        let every = |part: &dyn Fn(usize) -> String| -> String { (0..62_000).map(part).collect() };
        let data = |images: &str| {
            format!("<script type=application/ld+json>{{\"image\":{images}}}</script>")
        };
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
            format!("{base}{}", every(&|number| format!("<img src={number}>"))),
            format!(
                "{base}{}",
                data(&format!(
                    "[{}0]",
                    every(&|number| format!("\"{number:x}\","))
                ))
            ),
            format!("{base}{}", every(&|number| data(&format!("\"{number}\"")))),
            format!("<img srcset=\"{}\">", fill("a 1w, ")),
            format!("<script type=application/ld+json>{}", fill("[")),
            fill("<meta property=og:image content=a>"),
            fill("<div style='background:url(a'>"),
            format!("<style>{}</style>", fill("url(a) ")),
            format!("<style>{}</style>", fill("url(")),
        ] {
            let began = cpu_time::ThreadTime::now();
            let _ = pictures(&html, &page);
            let (took, start) = (began.elapsed(), &html[..html.len().min(20)]);
            println!("pages: {took:?} for {start:?}");
            assert!(took.as_secs() < 1, "{took:?} for {start:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_makes_it_panic(html in ".{0,400}") {
            let page = "https://bluedoor.example/".parse().unwrap();
            let _ = pictures(&format!("<img src=\"{html}\"{html}><script type=application/ld+json>{html}</script>"), &page);
        }
    }
}
