//! The name that people see, from the one that a list has: "OAK HILL LLC DBA LANTERN" is called Lantern.

mod title_case;

use gazetteer::{State, slugify};

use super::{
    names::{LEGAL_FORMS, Part, Role, parts, telling_words},
    street::Street,
};
use title_case::title_case;

/// The longest name looked at, in characters.
const LONGEST: usize = 200;
/// Other names kept for a shop.
const OTHERS: usize = 10;

/// Words that need the town behind them: "Made in Durham".
const LEADING_TO_A_TOWN: &[&str] = &[
    "in", "of", "at", "on", "to", "from", "for", "the", "and", "de", "by", "near", "st", "saint",
    "new", "old", "north", "south", "east", "west", "downtown", "uptown", "greater",
];

/// Where a shop is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Locality<'a> {
    pub(super) town: &'a str,
    pub(super) state: State,
}

/// A shop's name as people write it: the trade name without company, host, town, and brackets, not in capitals (D89).
pub(super) fn shown_name(written: &str, place: Locality<'_>) -> String {
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts = parts(&written);
    let own = own_part(&written, &parts, place);
    let name = without_town(without_legal_form(&own), place);
    let name = without_legal_form(&name);
    let says_nothing = || telling_words(&slugify(name, LONGEST), usize::MAX).is_empty();
    if !parts.is_empty() && says_nothing() {
        return title_case(&written);
    }
    title_case(name)
}

/// The other names to compare it by: what the written name has beside the shown one, and the `alternatives`.
pub(super) fn other_names(written: &str, shown: &str, alternatives: &[String]) -> Vec<String> {
    let has_more = |part: &Part<'_>| matches!(part.role, Role::Company | Role::Host | Role::Alias);
    let full = parts(written).iter().any(has_more).then_some(written);
    if full.is_none() && alternatives.is_empty() {
        return Vec::new();
    }
    let mut others: Vec<String> = Vec::new();
    for other in full
        .into_iter()
        .chain(alternatives.iter().map(String::as_str))
    {
        let key = slugify(other, LONGEST);
        let is_known = slugify(shown, LONGEST) == key
            || others.iter().any(|known| slugify(known, LONGEST) == key);
        if !key.is_empty() && !is_known && other.chars().count() <= LONGEST {
            others.push(other.to_owned());
        }
    }
    others.truncate(OTHERS);
    others
}

/// The shop's own name with its branch, of a name with several parts.
fn own_part(written: &str, parts: &[Part<'_>], place: Locality<'_>) -> String {
    let Some(shop) = parts.iter().find(|part| part.role == Role::Shop) else {
        return written.to_owned();
    };
    // "Art/Music Cafe" is one name, and so is one that goes on behind its brackets.
    let has_host = parts.iter().any(|part| part.role == Role::Host);
    let goes_on = written
        .rsplit_once([')', ']'])
        .is_some_and(|(_, rest)| rest.contains(char::is_alphanumeric));
    if has_host && !written.contains(" / ") || goes_on {
        return written.to_owned();
    }
    let branches = parts
        .iter()
        .filter(|part| part.role == Role::Branch && tells_a_branch(part.text, place));
    let last = branches.map(|part| part.text).next_back();
    let begin = written.find(shop.text);
    let end = last
        .and_then(|branch| Some(written.rfind(branch)? + branch.len()))
        .or_else(|| Some(begin? + shop.text.len()));
    let cut = begin
        .zip(end)
        .and_then(|(begin, end)| written.get(begin..end));
    match (cut, last) {
        (Some(cut), _) if !cut.contains(['(', '[', '/']) => cut.to_owned(),
        (_, Some(branch)) => format!("{} - {branch}", shop.text),
        _ => shop.text.to_owned(),
    }
}

/// Neither the shop's own town or state, nor its address.
fn tells_a_branch(text: &str, place: Locality<'_>) -> bool {
    let key = slugify(text, LONGEST);
    let is_own = key == slugify(place.town, LONGEST)
        || key == place.state.code().to_ascii_lowercase()
        || key == slugify(place.state.name(), LONGEST);
    !is_own && !Street::parse(text).is_house()
}

fn without_legal_form(name: &str) -> &str {
    let mut name = name.trim_end_matches([' ', ',']);
    while let Some((rest, last)) = name.rsplit_once([' ', ',']) {
        let is_form = |last: &str| {
            LEGAL_FORMS
                .iter()
                .any(|form| form.eq_ignore_ascii_case(last))
        };
        // "L.L.C."
        if !(is_form(last) || last.contains('.') && is_form(&last.replace('.', ""))) {
            break;
        }
        name = rest.trim_end_matches([' ', ',']);
    }
    name
}

/// Without the town at its end, and the state behind that, if something else is left.
fn without_town(name: &str, place: Locality<'_>) -> String {
    // Most names don't end with a town, which is quickly seen.
    let last = name.rsplit([' ', ',']).next().unwrap_or_default();
    let of_town = place.town.rsplit(' ').next().unwrap_or_default();
    let may_be = last.eq_ignore_ascii_case(place.state.code())
        || last.eq_ignore_ascii_case(of_town)
        || !last.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !may_be {
        return name.to_owned();
    }
    let words: Vec<&str> = name.split(' ').collect();
    let town = slugify(place.town, LONGEST);
    let state = place.state.code().to_ascii_lowercase();
    let has_state = words
        .last()
        .is_some_and(|last| slugify(last, LONGEST) == state);
    let end = words.len() - usize::from(has_state);
    let Some(begin) = end.checked_sub(place.town.split(' ').count()) else {
        return name.to_owned();
    };
    let slug = |words: Option<&[&str]>| slugify(&words.unwrap_or_default().join(" "), LONGEST);
    let kept = words.get(..begin).unwrap_or_default();
    let kept_slug = slug(Some(kept));
    let leads = kept_slug.rsplit('-').next().unwrap_or_default();
    let is_part =
        LEADING_TO_A_TOWN.contains(&leads) || kept.last().is_some_and(|word| *word == "&");
    let is_town = slug(words.get(begin..end)) == town;
    if !is_town || is_part || telling_words(&kept_slug, usize::MAX).is_empty() {
        return name.to_owned();
    }
    kept.join(" ")
        .trim_end_matches([' ', ',', '-', '–', '—', '@', '|'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(written: &str) -> String {
        let place = Locality {
            town: "Chapel Hill",
            state: State::from_code("NC").unwrap(),
        };
        shown_name(written, place)
    }

    #[test]
    fn the_trade_name_is_shown() {
        for (written, expected) in [
            ("OAK HILL LLC DBA LANTERN COFFEE", "Lantern Coffee"),
            ("Oak Hill, Inc. d/b/a: Lantern", "Lantern"),
            ("Oak Hill LLC t/a Lantern - Garfield", "Lantern - Garfield"),
            ("Lantern/Oak Hill Holdings LLC", "Lantern"),
            ("Lantern Coffee (Oak Hill LLC)", "Lantern Coffee"),
            ("Lantern (formerly Blue Door)", "Lantern"),
            ("Lantern, Inc.", "Lantern"),
            ("Lantern Coffee Co., L.L.C.", "Lantern Coffee Co."),
            ("The Coffee Shop LLC", "The Coffee Shop"),
            ("LLC", "LLC"),
        ] {
            assert_eq!(shown(written), expected, "{written}");
        }
    }

    #[test]
    fn the_host_the_address_and_the_town_go() {
        for (written, expected) in [
            ("Lantern (City Library)", "Lantern"),
            ("City Library / Lantern", "Lantern"),
            ("Lantern (90 Arch St.)", "Lantern"),
            ("Lantern - 90 Arch St", "Lantern"),
            ("Lantern Chapel Hill", "Lantern"),
            ("Lantern - Chapel Hill, NC", "Lantern"),
            ("Lantern, Chapel Hill NC", "Lantern"),
            ("Lantern (Chapel Hill)", "Lantern"),
            ("Lantern - Carrboro", "Lantern - Carrboro"),
            ("Lantern at the Library", "Lantern at the Library"),
            ("Beans of Chapel Hill", "Beans of Chapel Hill"),
            ("Cafe Chapel Hill", "Cafe Chapel Hill"),
            ("Chapel Hill Coffee", "Chapel Hill Coffee"),
            ("Art/Music Cafe", "Art/Music Cafe"),
            ("Rust (and) Bean", "Rust (and) Bean"),
            ("Drive-Thru 24/7", "Drive-Thru 24/7"),
        ] {
            assert_eq!(shown(written), expected, "{written}");
        }
    }

    #[test]
    fn what_goes_is_kept_to_compare() {
        let others = |written: &str, more: &[&str]| {
            let more: Vec<String> = more.iter().map(|&name| name.to_owned()).collect();
            other_names(written, &shown(written), &more)
        };
        let written = "Oak Hill LLC DBA Lantern";
        assert_eq!(
            others(written, &["LANTERN", "Old Mill"]),
            [written, "Old Mill"]
        );
        assert!(others("LANTERN, INC.", &["Lantern"]).is_empty());
        assert_eq!(
            others("City Library / Lantern", &[]),
            ["City Library / Lantern"]
        );
    }
}
