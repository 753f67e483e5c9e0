//! Cleans drawings (SVG) that somebody uploads: what isn't on a list of shapes and colors is left out, and what could run,
//! load or embed something is refused.

use quick_xml::{
    Reader, Writer, XmlVersion,
    events::{BytesStart, BytesText, Event, attributes::Attribute},
};

/// A drawing without anything that could act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanSvg {
    pub text: String,
    /// In pixels, as the drawing says.
    pub width: u32,
    pub height: u32,
}

/// Elements that stay, with spaces between them.
const ELEMENTS: &str = "\
    svg g path circle ellipse rect line polyline polygon defs symbol use clipPath mask linearGradient \
    radialGradient stop pattern title desc text tspan";

/// Elements that a drawing is refused for: they run, load or embed something.
const REFUSED: [(&str, &str); 12] = [
    ("script", "a script"),
    ("foreignObject", "foreign content (foreignObject)"),
    ("image", "an embedded picture"),
    ("feImage", "an embedded picture"),
    ("iframe", "an embedded page"),
    ("a", "a link"),
    (
        "style",
        "a style sheet; save it with presentation attributes instead",
    ),
    ("animate", "an animation"),
    ("animateTransform", "an animation"),
    ("animateMotion", "an animation"),
    ("set", "an animation"),
    ("handler", "a script"),
];

/// Attributes that stay, beside those of presentation.
const ATTRIBUTES: &str = "\
    id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height viewBox points transform \
    version xmlns xmlns:xlink preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width \
    stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset \
    opacity color display visibility clip-path clip-rule mask offset stop-color stop-opacity \
    gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform \
    clipPathUnits maskUnits maskContentUnits vector-effect paint-order font-family font-size font-weight \
    font-style text-anchor dominant-baseline letter-spacing word-spacing textLength lengthAdjust rotate \
    style href xlink:href role aria-label";

/// The longest drawing in bytes.
pub const LARGEST: usize = 64 * 1024;
/// The longest side in pixels.
pub const LONGEST_SIDE: u32 = 2048;
/// Deeper ones are none that a program draws.
const DEEPEST: usize = 64;

/// Cleans a drawing.
///
/// # Errors
///
/// A sentence that says why it is refused.
pub fn clean(text: &str) -> Result<CleanSvg, String> {
    if text.len() > LARGEST {
        return Err(format!(
            "The drawing may have {} KB at most.",
            LARGEST / 1024
        ));
    }
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut writer = Writer::new(Vec::new());
    // How many elements are open, and below which one everything is left out.
    let (mut depth, mut left_out) = (0_usize, None::<usize>);
    let mut size = None;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| format!("This is no SVG drawing: {error}."))?;
        match event {
            Event::Eof => break,
            Event::Start(start) => {
                depth += 1;
                if depth > DEEPEST {
                    return Err("The drawing is nested too deeply.".to_owned());
                }
                let kept = element(&start, depth, &mut size)?;
                match kept {
                    Some(kept) if left_out.is_none() => write(&mut writer, Event::Start(kept))?,
                    Some(_) => {}
                    None => left_out = left_out.or(Some(depth)),
                }
            }
            Event::Empty(start) => {
                let kept = element(&start, depth + 1, &mut size)?;
                if let (Some(kept), None) = (kept, left_out) {
                    write(&mut writer, Event::Empty(kept))?;
                }
            }
            Event::End(end) => {
                if left_out.is_none() {
                    write(&mut writer, Event::End(end))?;
                }
                if left_out == Some(depth) {
                    left_out = None;
                }
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) if left_out.is_none() && depth > 0 => {
                write(&mut writer, Event::Text(text))?;
            }
            Event::GeneralRef(reference) if left_out.is_none() && depth > 0 => {
                let known = ["amp", "lt", "gt", "quot", "apos"];
                let name = reference.to_string();
                if !known.contains(&name.as_str()) && !name.starts_with('#') {
                    return Err(
                        "The drawing has entities of its own, which aren't allowed.".to_owned()
                    );
                }
                write(&mut writer, Event::GeneralRef(reference))?;
            }
            Event::DocType(doctype) if doctype.contains('[') => {
                return Err("The drawing has entities of its own, which aren't allowed.".to_owned());
            }
            Event::PI(_) => {
                return Err(
                    "The drawing has processing instructions, such as a style sheet's.".to_owned(),
                );
            }
            Event::CData(data) if left_out.is_none() && depth > 0 => {
                let text = data.to_string();
                write(&mut writer, Event::Text(BytesText::new(&text)))?;
            }
            _ => {}
        }
    }
    let (width, height) = size.ok_or("This is no SVG drawing: it has no svg element.")?;
    if depth != 0 {
        return Err("This is no SVG drawing: it ends in the middle.".to_owned());
    }
    let text = String::from_utf8(writer.into_inner())
        .map_err(|_| "The drawing isn't text in UTF-8.".to_owned())?;
    Ok(CleanSvg {
        text,
        width,
        height,
    })
}

fn write(writer: &mut Writer<Vec<u8>>, event: Event<'_>) -> Result<(), String> {
    let written = writer.write_event(event);
    written.map_err(|error| format!("The drawing can't be written: {error}."))
}

/// The element with what may stay of it; `None` if it is left out with all that is in it.
fn element(
    start: &BytesStart<'_>,
    depth: usize,
    size: &mut Option<(u32, u32)>,
) -> Result<Option<BytesStart<'static>>, String> {
    let name = start.name().as_ref().to_owned();
    let local = name.rsplit(':').next().unwrap_or(&name);
    for (refused, what) in REFUSED {
        if local.eq_ignore_ascii_case(refused) {
            return Err(format!("The drawing has {what}, which isn't allowed."));
        }
    }
    if depth == 1 {
        if name != "svg" {
            return Err("This is no SVG drawing: it has no svg element.".to_owned());
        }
        *size = Some(size_of(start)?);
    }
    if !is_listed(ELEMENTS, &name) {
        return Ok(None);
    }
    let mut kept = BytesStart::new(name);
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| format!("This is no SVG drawing: {error}."))?;
        if let Some((key, value)) = kept_attribute(&attribute)? {
            kept.push_attribute((key.as_str(), value.as_str()));
        }
    }
    Ok(Some(kept))
}

fn is_listed(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == name)
}

fn kept_attribute(attribute: &Attribute<'_>) -> Result<Option<(String, String)>, String> {
    let key = attribute.key.as_ref().to_owned();
    let value = attribute
        .normalized_value(XmlVersion::Implicit1_0)
        .map_err(|error| format!("This is no SVG drawing: {error}."))?
        .into_owned();
    let lower = value.to_ascii_lowercase();
    if key.len() > 2 && key.to_ascii_lowercase().starts_with("on") {
        return Err(format!(
            "The drawing has a script ({key}), which isn't allowed."
        ));
    }
    if matches!(key.as_str(), "href" | "xlink:href") && !value.trim().starts_with('#') {
        return Err(
            "The drawing refers to something outside of it, which isn't allowed.".to_owned(),
        );
    }
    if refers_outside(&lower) {
        return Err(
            "The drawing refers to something outside of it, which isn't allowed.".to_owned(),
        );
    }
    Ok(is_listed(ATTRIBUTES, &key).then_some((key, value)))
}

/// Whether a value loads something: `url(…)` may name only what is in the drawing.
fn refers_outside(value: &str) -> bool {
    let compact: String = value
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let loads = compact
        .split("url(")
        .skip(1)
        .any(|rest| !rest.trim_start_matches(['"', '\'']).starts_with('#'));
    loads
        || compact.contains("javascript:")
        || compact.contains("@import")
        || compact.contains("expression(")
        || compact.contains('\\')
}

/// The drawing's size in pixels.
fn size_of(start: &BytesStart<'_>) -> Result<(u32, u32), String> {
    let value = |name: &str| {
        let found = start.try_get_attribute(name).ok().flatten()?;
        Some(
            found
                .normalized_value(XmlVersion::Implicit1_0)
                .ok()?
                .into_owned(),
        )
    };
    let side = |name: &str| number(value(name)?.trim_end_matches("px"));
    let view = value("viewBox").unwrap_or_default();
    let view: Vec<f64> = view
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .filter_map(number)
        .collect();
    let size = match (side("width"), side("height"), view.as_slice()) {
        (Some(width), Some(height), _) => (width, height),
        (_, _, [_, _, width, height]) => (*width, *height),
        _ => return Err("The drawing has neither a size nor a viewBox.".to_owned()),
    };
    pixels(size)
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and the longest side"
)]
fn pixels((width, height): (f64, f64)) -> Result<(u32, u32), String> {
    let longest = f64::from(LONGEST_SIDE);
    if width > longest || height > longest {
        return Err(too_large(width.round() as u64, height.round() as u64));
    }
    if width <= 0.0 || height <= 0.0 {
        return Err("The drawing has no size.".to_owned());
    }
    Ok((width.ceil() as u32, height.ceil() as u32))
}

/// Why a logo of this size is refused.
#[must_use]
pub fn too_large(width: u64, height: u64) -> String {
    format!(
        "The logo is {width} × {height} pixels. At most {LONGEST_SIDE} on a side are allowed; 360 × 72 is plenty."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(inside: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{inside}</svg>")
    }

    #[test]
    fn shapes_stay_and_editors_notes_go() {
        let inside = "<!-- made by hand --><sodipodi:namedview id=\"x\"><g/></sodipodi:namedview><metadata>who</metadata>\
            <g inkscape:label=\"Layer\" fill=\"url(#a)\"><path d=\"M0 0h1\" onfocusx=\"\"/></g>";
        assert!(
            clean(&drawing(inside)).is_err(),
            "any on… attribute is a script"
        );
        let clean = clean(&drawing(&inside.replace(" onfocusx=\"\"", ""))).unwrap();
        assert_eq!((clean.width, clean.height), (40, 20));
        assert_eq!(
            clean.text,
            drawing("<g fill=\"url(#a)\"><path d=\"M0 0h1\"/></g>")
        );
    }

    #[test]
    fn what_runs_loads_or_embeds_is_refused_in_words() {
        for (inside, word) in [
            ("<script>alert(1)</script>", "script"),
            ("<SCRIPT>alert(1)</SCRIPT>", "script"),
            ("<svg:script/>", "script"),
            ("<g onload=\"alert(1)\"/>", "script"),
            ("<foreignObject><b/></foreignObject>", "foreignObject"),
            ("<image href=\"#a\"/>", "picture"),
            ("<use href=\"https://evil.example/x.svg#a\"/>", "outside"),
            ("<use xlink:href=\"data:image/svg+xml,x\"/>", "outside"),
            ("<path fill=\"url(https://evil.example/#a)\"/>", "outside"),
            ("<path style=\"fill:u\\72l(//evil.example)\"/>", "outside"),
            (
                "<path style=\"background:URL( '//evil.example' )\"/>",
                "outside",
            ),
            ("<a href=\"#x\"><path/></a>", "link"),
            ("<style>@import 'x';</style>", "style sheet"),
            ("<animate attributeName=\"href\"/>", "animation"),
            ("<metadata><script/></metadata>", "script"),
            ("<?xml-stylesheet href=\"x\"?>", "processing"),
            ("<text>&own;</text>", "entities"),
        ] {
            let refusal = clean(&drawing(inside)).expect_err(inside);
            assert!(refusal.contains(word), "{inside}: {refusal}");
        }
        let bomb = format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{}", drawing(""));
        assert!(clean(&bomb).unwrap_err().contains("entities"));
    }

    #[test]
    fn a_size_that_is_none_is_refused() {
        for text in [
            "",
            "hello",
            "<html></html>",
            "<svg><g>",
            "<svg/>",
            "<svg viewBox=\"0 0 0 0\"/>",
        ] {
            assert!(clean(text).is_err(), "{text}");
        }
        let large = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20000\" height=\"20000\"/>";
        assert!(clean(large).unwrap_err().contains("20000 × 20000"));
        assert!(clean(&" ".repeat(LARGEST + 1)).unwrap_err().contains("KB"));
    }
}
