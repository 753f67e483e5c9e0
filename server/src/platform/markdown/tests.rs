//! What remains of benign and hostile Markdown.

use std::time::Duration;

use cpu_time::ThreadTime;

use super::*;

const ORIGIN: &str = "https://townperk.example";
const KEY: &str = "abcdefghijkmnpqrstuvwxyz23";

/// Knows only the photo [`KEY`].
fn known(key: &str) -> Option<Picture> {
    (key == KEY).then(|| Picture {
        key: key.to_owned(),
        widths: vec![400, 800],
        width: 800,
        height: 600,
    })
}

fn render(markdown: &str) -> String {
    to_safe_html(markdown, ORIGIN, &|_| None)
}

/// The levels of the headings, in order.
fn levels(html: &str) -> Vec<u8> {
    let tags = html.split("<h").skip(1);
    tags.filter_map(|tag| tag.split([' ', '>']).next()?.parse().ok())
        .collect()
}

#[test]
fn prose_becomes_html() {
    let html =
        render("Some *good* **coffee**.\n\n1. one\n2. two\n\n3) three\n\n| a |\n|---|\n| b |\n");
    for part in [
        "<em>good</em> <strong>coffee</strong>",
        "<ol>\n<li>one</li>",
        "<ol start=\"3\">",
        "<td>b</td>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[test]
fn headings_lie_below_the_page_s_and_skip_no_level() {
    let cases: [(&str, &[u8]); 6] = [
        ("# Top\n## Part\n### Piece\n## Part", &[2, 3, 4, 3]),
        ("## Part\n### Piece\n## Part", &[2, 3, 2]),
        ("# Top\n#### Deep\n###### Deeper\n## Part", &[2, 3, 4, 3]),
        ("### Late\n# Early\n## Part", &[2, 2, 3]),
        ("Top\n===\nPart\n---\n", &[2, 3]),
        (
            "# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6",
            &[2, 3, 4, 5, 6, 6],
        ),
    ];
    for (markdown, expected) in cases {
        let html = render(markdown);
        assert_eq!(levels(&html), expected, "{html}");
        for level in expected {
            assert!(html.contains(&format!("</h{level}>")), "{html}");
        }
    }
}

#[test]
fn headings_have_addresses_that_are_nobody_else_s() {
    let html = render(
        "## Café *au* lait\n## Café au lait\n## Café au lait 2\n## \"><b id=x>\n## 茶\n##\n",
    );
    let ids: Vec<&str> = html
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(ids.len(), 6, "{html}");
    assert_eq!(
        ids[..3],
        [
            "part-cafe-au-lait",
            "part-cafe-au-lait-2",
            "part-cafe-au-lait-2-2"
        ]
    );
    let different: HashSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "{ids:?}");
    for id in ids {
        let is_plain =
            |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-';
        assert!(id.starts_with("part-") && id.bytes().all(is_plain), "{id}");
    }
}

#[test]
fn nothing_of_an_attack_is_left() {
    let attacks = [
        "<script>alert(1)</script>",
        "[click](javascript:alert(1))",
        "[click](JaVaScRiPt&#58;alert(1))",
        "[click](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](data:image/svg+xml,<svg onload=alert(1)>)",
        "<img src=x onerror=alert(1)>",
        "<a href=\"vbscript:x\" onclick=\"alert(1)\">x</a>",
        "<iframe src=https://example.org></iframe>",
        "<p style=\"position:fixed\">x</p>",
        "[a]: javascript:alert(1)\n\n[a]",
        "<javascript:alert(1)>",
    ];
    for attack in attacks {
        let html = render(attack).to_lowercase();
        for bad in [
            "<script",
            "<img",
            "<iframe",
            "<svg",
            "style=",
            "href=\"javascript",
            "href=\"data",
            "href=\"vbscript",
            " onerror=\"",
            " onclick=\"",
        ] {
            assert!(!html.contains(bad), "{attack} left {bad}: {html}");
        }
    }
}

#[test]
fn only_links_that_lead_away_say_so() {
    for outside in [
        "https://example.org/",
        "HTTP://example.org",
        "//example.org",
        "/\\\\example.org",
        "https://townperk.example.org/",
        "https://townperk.example@example.org/",
        "https:example.org",
        "https://townperk.example\\\\@example.org",
    ] {
        let html = render(&format!("[shop](<{outside}>)"));
        assert!(html.contains(r#" rel="ugc nofollow noopener""#), "{html}");
    }
    for inside in [
        "/cities",
        "#part-top",
        "?page=2",
        "https://townperk.example",
        "https://townperk.example/blog",
        "mailto:team@townperk.example",
    ] {
        let html = render(&format!("[shop](<{inside}>)"));
        assert!(
            html.contains(&format!("<a href=\"{inside}\">shop</a>")),
            "{html}"
        );
    }
    let html = render("https://example.org/ and team@example.org");
    assert_eq!(html.matches(" rel=").count(), 1, "{html}");
}

#[test]
fn pictures_leave_their_words() {
    assert_eq!(
        render("See ![two *cups*](/x.png) here"),
        "<p>See two cups here</p>\n"
    );
}

#[test]
fn rules_and_tables_are_no_nesting() {
    let rule = "-".repeat(80);
    assert_eq!(render(&rule), "<hr>\n");
    assert_eq!(levels(&render(&format!("Title\n{rule}"))), [2]);
    assert_eq!(
        render("1999. a year\n"),
        "<ol start=\"1999\">\n<li>a year</li>\n</ol>\n"
    );
    assert_eq!(without_markers("> - 1. 2) x - y"), (4, "x - y"));
    assert_eq!(without_markers("*a* 12.5"), (0, "*a* 12.5"));
}

#[test]
fn a_megabyte_of_nesting_ends_soon() {
    let million = 1_000_000;
    let staircase: String = (0..1000)
        .map(|depth| format!("{}- x\n", "  ".repeat(depth)))
        .collect();
    let hostile = [
        ">".repeat(million),
        "> ".repeat(million / 2),
        "- ".repeat(million / 2),
        "> - ".repeat(million / 4),
        format!(
            "x\r{}",
            "  - - - - - - - - - - - - - - - - - - - - - - - - -\r\r".repeat(4000)
        ),
        format!("{}\n", "> ".repeat(400)).repeat(1200),
        staircase,
        "[".repeat(million),
        "*a **b ".repeat(million / 7),
        "<a".repeat(million / 2),
        "`".repeat(million),
        "1. ".repeat(million / 3),
        format!("{}x{}", "*".repeat(million / 8), "*".repeat(million / 8)),
        format!("{}x{}", "**a ".repeat(30_000), " b**".repeat(30_000)),
        "[a](".repeat(million / 4),
        "# a\n".repeat(million / 4),
        "|a".repeat(million / 2),
        "![".repeat(million / 2),
        "&#0;".repeat(million / 4),
        "<!--".repeat(million / 4),
        "a@b.c ".repeat(million / 6),
        "http://a.b/((".repeat(million / 13),
        format!("{}{}", "|a".repeat(2000), "\n|-".repeat(2000)),
    ];
    for text in hostile {
        let started = ThreadTime::now();
        let html = render(&text);
        let start: String = text.chars().take(12).collect();
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "{start}: {:?}",
            started.elapsed()
        );
        assert!(html.len() < 8 * MAX_BYTES, "{start}: {}", html.len());
    }
}

#[test]
fn our_own_photos_are_shown_and_no_others() {
    let html = to_safe_html(
        &format!("Look: ![The \"long\" <counter>](/photos/{KEY}-1600.webp)"),
        ORIGIN,
        &known,
    );
    let source = format!("src=\"/photos/{KEY}-800.webp\"");
    assert!(html.contains(&source), "{html}");
    assert!(
        html.contains(&format!("/photos/{KEY}-400.webp 400w, ")) && html.contains("width=\"800\""),
        "{html}"
    );
    assert!(
        html.contains("alt=\"The &quot;long&quot; &lt;counter&gt;\""),
        "{html}"
    );
    for address in [
        "https://elsewhere.example/x.jpg".to_owned(),
        "/photos/abcdefghijkmnpqrstuvwxyz22-400.webp".to_owned(),
        format!("https://elsewhere.example/photos/{KEY}-400.webp"),
        format!("//photos/{KEY}-400.webp"),
        "javascript:alert(1)".to_owned(),
    ] {
        let html = to_safe_html(&format!("![words]({address})"), ORIGIN, &known);
        assert_eq!(html.trim(), "<p>words</p>", "{address}");
    }
    let raw = to_safe_html("<img src=/photos/x onerror=alert(1)>", ORIGIN, &known);
    assert!(!raw.contains("<img"), "{raw}");
}

#[test]
fn elsewhere_each_address_is_absolute() {
    let text = format!(
        "# Top\n[a](/cities) [b](#part-top) [c](../about) [d](?page=2) [e](//x.example/y) [f](https://x.example/y) \
         <jo@x.example> `href=\"/z\"` ![A cup](/photos/{KEY}-800.webp)"
    );
    let html = to_safe_html(&text, ORIGIN, &known);
    let absolute = with_absolute_urls(&html, &format!("{ORIGIN}/blog/cups"));
    for part in [
        format!("href=\"{ORIGIN}/cities\""),
        format!("href=\"{ORIGIN}/blog/cups#part-top\""),
        format!("href=\"{ORIGIN}/about\""),
        format!("href=\"{ORIGIN}/blog/cups?page=2\""),
        "href=\"mailto:jo@x.example\"".to_owned(),
        format!("src=\"{ORIGIN}/photos/{KEY}-800.webp\""),
        format!(
            "srcset=\"{ORIGIN}/photos/{KEY}-400.webp 400w, {ORIGIN}/photos/{KEY}-800.webp 800w\""
        ),
        "<h2 id=\"part-top\">Top</h2>".to_owned(),
        // What only looks like an address stays.
        "<code>href=\"/z\"</code>".to_owned(),
    ] {
        assert!(absolute.contains(&part), "{part}: {absolute}");
    }
    let outside = "href=\"https://x.example/y\"";
    assert_eq!(absolute.matches(outside).count(), 2, "{absolute}");
    assert_eq!(absolute.matches("=\"/").count(), 1, "{absolute}");
}

#[test]
fn the_pictures_of_a_text_are_found_in_their_order() {
    let text = format!(
        "![A *b*]({ORIGIN}/photos/{KEY}-800.webp)\n\n`![no](/photos/x)` ![Far](https://x.example/y.png) ![A]({ORIGIN}/photos/{KEY}-800.webp)"
    );
    let found = pictures_in(&text, ORIGIN);
    let keys: Vec<_> = found
        .iter()
        .map(|picture| (picture.key.as_deref(), picture.words.as_str()))
        .collect();
    assert_eq!(keys, [(Some(KEY), "A b"), (None, "Far")]);
}

#[test]
fn a_line_may_begin_with_any_letter() {
    for line in [
        "“Quoted”",
        "Éclairs",
        "12\u{8ae11}",
        "\u{8ae11}",
        "7é",
        "☕ first",
    ] {
        assert!(render(line).contains(line), "{line}");
        assert_eq!(refusal(line), None, "{line}");
    }
}
