//! Helpers for looking into documents.

use serde_json::Value;

/// A document as text.
#[derive(Clone, Debug)]
pub struct Html(String);

impl Html {
    pub(super) fn new(text: String) -> Self {
        Self(text)
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text of the first `h1`, without tags.
    pub fn h1(&self) -> String {
        self.elements("h1").into_iter().next().unwrap_or_default()
    }

    pub fn title(&self) -> String {
        self.elements("title")
            .into_iter()
            .next()
            .unwrap_or_default()
    }

    /// The texts of all elements of this name, without tags.
    pub fn elements(&self, name: &str) -> Vec<String> {
        self.raw_elements(name)
            .into_iter()
            .map(|inner| plain(&inner))
            .collect()
    }

    /// The data blocks for search engines.
    pub fn json_ld(&self) -> Vec<Value> {
        let blocks = self.0.split("<script").skip(1).filter_map(|rest| {
            let (attributes, rest) = rest.split_once('>')?;
            let (data, _) = rest.split_once("</script>")?;
            attributes
                .contains("application/ld+json")
                .then(|| serde_json::from_str(data).expect("JSON-LD"))
        });
        blocks.collect()
    }

    /// The content of the hydration data block.
    pub fn state(&self) -> String {
        let (_, rest) = self
            .0
            .split_once("id=\"page-state\">")
            .expect("a state block");
        rest.split_once("</script>").expect("its end").0.to_owned()
    }

    /// The values of this attribute in all tags that start with `tag`, such as `link rel="canonical"`.
    pub fn attributes(&self, tag: &str, attribute: &str) -> Vec<String> {
        let start = format!("<{tag}");
        let tags = self.0.split(&start).skip(1);
        tags.filter_map(|rest| {
            let (inside, _) = rest.split_once('>')?;
            let (_, value) = inside.split_once(&format!("{attribute}=\""))?;
            Some(unescape(value.split_once('"')?.0))
        })
        .collect()
    }

    fn raw_elements(&self, name: &str) -> Vec<String> {
        let (start, end) = (format!("<{name}"), format!("</{name}>"));
        let starts = self.0.split(&start).skip(1);
        starts
            .filter(|rest| rest.starts_with([' ', '>']))
            .filter_map(|rest| Some(rest.split_once('>')?.1.split_once(&end)?.0.to_owned()))
            .collect()
    }
}

fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            letter if !inside => text.push(letter),
            _ => {}
        }
    }
    unescape(&text)
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}
