//! Decides whether a model's answer may be published. It is untrusted: a model invents, and a shop's name may have told
//! it what to write. Rules can't tell every untrue sentence, so they are strict: a name, a number or a praise that isn't
//! among the facts refuses the whole text.

use gazetteer::{State, fold_place_name};

use super::facts::ShopFacts;

/// In characters.
const SHORTEST: usize = 60;
/// As long as an owner's description may be (D35).
const LONGEST: usize = 500;
/// Replaces what the facts say, so that the rest can be searched for what they don't.
const GIVEN: char = '·';

/// Markup, links and code.
const MARKS: &[&str] = &[
    "<", ">", "&lt;", "&#", "**", "__", "`", "#", "[", "]", "{", "}", "|", "\\", "://", "www.",
    "@", "~~", "•", "* ",
];
/// Endings of host names.
const HOSTS: &[&str] = &[".com", ".net", ".org", ".io", ".co", ".us", ".biz", ".info"];
/// What a model says about itself, or repeats of its task.
const CHATTER: &[&str] = &[
    "as an ai",
    "language model",
    "i'm sorry",
    "i am sorry",
    "i can't",
    "i cannot",
    "here is",
    "here's a",
    "description:",
    "instruction",
    "prompt",
    "provided facts",
    "based on the",
    "ignore",
];
/// Praise that no fact supports. One word each.
const PRAISE: &[&str] = &[
    "amazing",
    "award",
    "awarded",
    "beloved",
    "best",
    "celebrated",
    "delicious",
    "exceptional",
    "exquisite",
    "fabulous",
    "famed",
    "famous",
    "fantastic",
    "favorite",
    "favourite",
    "finest",
    "gourmet",
    "greatest",
    "iconic",
    "incredible",
    "legendary",
    "leading",
    "most",
    "number",
    "outstanding",
    "perfect",
    "premier",
    "premium",
    "renowned",
    "signature",
    "stunning",
    "superb",
    "top",
    "ultimate",
    "unbeatable",
    "unforgettable",
    "unique",
    "unmatched",
    "unparalleled",
    "unrivaled",
    "popular",
    "award-winning",
    "world-class",
    "must-visit",
];
/// The shop doesn't speak here.
const FIRST_PERSON: &[&str] = &["we", "we're", "our", "ours", "us", "i", "my", "me"];
/// Claims that need a fact: words, and the fact's name.
const CLAIMS: [(&[&str], &str); 6] = [
    (&["wifi", "wi-fi", "internet", "online"], "wifi"),
    (&["parking", "park"], "parking"),
    (
        &["pet", "pets", "dog", "dogs", "pet-friendly", "dog-friendly"],
        "pet friendly",
    ),
    (
        &[
            "laptop", "laptops", "remote", "study", "studying", "working", "work",
        ],
        "good for working",
    ),
    (
        &[
            "outdoor",
            "outdoors",
            "outside",
            "patio",
            "terrace",
            "al fresco",
        ],
        "outdoor seating",
    ),
    (&["breakfast", "brunch"], "serves breakfast"),
];
/// Claims that no fact covers, unless the name or a category says it.
const UNKNOWABLE: &[&str] = &[
    "roast",
    "roasts",
    "roasted",
    "roasting",
    "roaster",
    "roasters",
    "roastery",
    "homemade",
    "house-made",
    "handmade",
    "handcrafted",
    "fresh",
    "freshly",
    "organic",
    "vegan",
    "vegetarian",
    "gluten-free",
    "fair-trade",
    "single-origin",
    "locally",
    "sourced",
    "family-owned",
    "family-run",
    "family",
    "drive-thru",
    "drive-through",
    "delivery",
    "catering",
    "music",
    "art",
    "historic",
    "history",
    "founded",
    "established",
    "since",
    "owner",
    "owners",
    "free",
];
/// Capitalized words that aren't names of anything.
const NO_NAMES: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "am",
    "pm",
    "wi",
    "fi",
    "wifi",
    "wi-fi",
];

/// The text as it is published. `is_town` knows the folded names of the directory's towns.
///
/// # Errors
///
/// Why it isn't, for the administrator.
pub(super) fn check(
    answer: &str,
    facts: &ShopFacts,
    is_town: impl Fn(&str) -> bool,
) -> Result<String, String> {
    let text = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_matches(['"', '“', '”']).trim().to_owned();
    let length = text.chars().count();
    if length < SHORTEST {
        return Err(format!("It is shorter than {SHORTEST} characters."));
    }
    if length > LONGEST {
        return Err(format!("It is longer than {LONGEST} characters."));
    }
    if text
        .chars()
        .any(|letter| letter.is_control() || is_hidden(letter))
    {
        return Err("It contains control characters.".to_owned());
    }
    if !text.ends_with(['.', '!']) {
        return Err("Its last sentence has no end.".to_owned());
    }
    let rest = without_given(&text, facts);
    let lower = rest.to_lowercase();
    found(&lower, MARKS.iter().chain(HOSTS), "markup or a link")?;
    found(&lower, CHATTER.iter(), "words to the reader of the task")?;
    let words: Vec<&str> = lower
        .split(|letter: char| !is_of_word(letter))
        .map(|word| word.trim_matches(['-', '\'', '’']))
        .filter(|word| !word.is_empty())
        .collect();
    for word in &words {
        if PRAISE.contains(word) || word.ends_with("iest") {
            return Err(format!("It praises: “{word}”."));
        }
        if FIRST_PERSON.contains(word) {
            return Err(format!("It speaks for the shop: “{word}”."));
        }
        if UNKNOWABLE.contains(word) {
            return Err(format!("It claims what no fact says: “{word}”."));
        }
        if let Some((_, fact)) = CLAIMS.iter().find(|(claim, _)| claim.contains(word))
            && !facts.has(fact)
        {
            return Err(format!("It claims what no fact says: “{word}”."));
        }
        if word.chars().any(char::is_numeric) && !is_given_number(word, facts) {
            return Err(format!(
                "It contains a number that isn't among the facts: “{word}”."
            ));
        }
    }
    no_other_names(&rest, is_town)?;
    Ok(text)
}

/// Invisible characters that reorder or hide text.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '\'' | '’')
}

fn found<'a>(
    text: &str,
    mut parts: impl Iterator<Item = &'a &'a str>,
    what: &str,
) -> Result<(), String> {
    match parts.find(|part| text.contains(**part)) {
        Some(part) => Err(format!("It contains {what}: “{}”.", part.trim())),
        None => Ok(()),
    }
}

/// The text with [`GIVEN`] for everything that the facts say, so that a shop called Best Beans may be named.
fn without_given(text: &str, facts: &ShopFacts) -> String {
    let state = State::from_code(&facts.state).map_or("", State::name);
    let mut given = vec![
        facts.name.as_str(),
        facts.town.as_str(),
        state,
        facts.state.as_str(),
    ];
    for (name, value) in &facts.others {
        match *name {
            "categories" => given.extend(value.split(", ")),
            "street" => given.push(value),
            _ => {}
        }
    }
    given.retain(|part| part.chars().count() > 1);
    // A part of another must not tear it apart.
    given.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let mut rest = text.to_owned();
    for part in given {
        rest = replaced(&rest, part);
    }
    rest
}

/// Replaces whole words equal to `part`, ignoring the case of ASCII letters.
fn replaced(text: &str, part: &str) -> String {
    let (lower, wanted) = (text.to_ascii_lowercase(), part.to_ascii_lowercase());
    let mut rest = String::new();
    let mut from = 0;
    while let Some(at) = lower.get(from..).and_then(|left| left.find(&wanted)) {
        let (start, end) = (from + at, from + at + wanted.len());
        let before = text.get(..start).and_then(|left| left.chars().next_back());
        let after = text.get(end..).and_then(|left| left.chars().next());
        let is_whole = ![before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric);
        rest.push_str(text.get(from..start).unwrap_or_default());
        if is_whole {
            rest.push(GIVEN);
        } else {
            rest.push_str(text.get(start..end).unwrap_or_default());
        }
        from = end;
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    rest
}

fn is_given_number(word: &str, facts: &ShopFacts) -> bool {
    let mut values = facts.others.iter().map(|(_, value)| value.to_lowercase());
    values.any(|value| {
        value
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|part| part == word)
    })
}

/// Refuses names of anything that the facts don't name. At the start of a sentence every word has a capital, so only the
/// names of towns in the directory count there.
fn no_other_names(rest: &str, is_town: impl Fn(&str) -> bool) -> Result<(), String> {
    let mut starts = true;
    for word in rest.split_whitespace() {
        let name = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let name = name
            .strip_suffix("'s")
            .or_else(|| name.strip_suffix("’s"))
            .unwrap_or(name);
        let is_name = name.chars().next().is_some_and(char::is_uppercase)
            && !NO_NAMES.contains(&name.to_lowercase().as_str());
        if is_name && (!starts || is_town(&fold_place_name(name))) {
            return Err(format!(
                "It names something that isn't among the facts: “{name}”."
            ));
        }
        starts = word.ends_with(['.', '!', '?', ':'])
            || (starts && name.is_empty() && !word.contains(GIVEN));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> ShopFacts {
        ShopFacts {
            name: "Best Beans".to_owned(),
            town: "Alexandria".to_owned(),
            state: "LA".to_owned(),
            others: vec![
                ("street", "126 Main Street".to_owned()),
                ("categories", "Coffee Roaster, Café".to_owned()),
                (
                    "hours",
                    "Mon to Fri 7 AM – 3 PM; Sat to Sun closed".to_owned(),
                ),
                ("wifi", "yes".to_owned()),
            ],
        }
    }

    fn checked(text: &str) -> Result<String, String> {
        check(text, &facts(), |name| {
            ["pineville", "ruston"].contains(&name)
        })
    }

    #[test]
    fn a_plain_text_of_the_facts_is_published() {
        for text in [
            "Best Beans is a Coffee Roaster at 126 Main Street in Alexandria, Louisiana. It has wifi.",
            "\"Best Beans serves coffee in Alexandria, LA, Monday to Friday from 7 AM to 3 PM,\n and offers Wi-Fi.\"",
            "You can find Best Beans, a café with wifi, on Main Street's corner with coffee and a chair.",
        ] {
            let expected = if text.contains("corner") {
                Err("It names something that isn't among the facts: “Main”.".to_owned())
            } else {
                Ok(text.trim_matches('"').replace("\n ", " "))
            };
            assert_eq!(checked(text), expected, "{text}");
        }
    }

    #[test]
    fn what_the_facts_do_not_say_is_refused() {
        let start = "Best Beans is a café at 126 Main Street in Alexandria, Louisiana. ";
        for (claim, reason) in [
            ("It is the best in town.", "“best”"),
            ("It is the coziest of all.", "“coziest”"),
            ("It has a patio for you.", "“patio”"),
            ("Dogs are welcome here.", "“dogs”"),
            ("It opened in 1987 already.", "“1987”"),
            ("Its coffee is organic.", "“organic”"),
            ("It is close to Madison.", "“Madison”"),
            ("Pineville is not far away.", "“Pineville”"),
            ("Ask for Maria at the bar.", "“Maria”"),
            ("We love to see you here.", "“we”"),
            ("Visit https://evil.example today.", "“://”"),
            ("Visit evil.com for more of it.", "“.com”"),
            ("<b>Come in</b> and sit down.", "“<”"),
            ("It has **coffee** and tea.", "“**”"),
            ("As an AI I know no more.", "“as an ai”"),
            ("It has tea, coffee and", "no end"),
            ("It has\u{202e} tea and coffee.", "control"),
        ] {
            let refused = checked(&format!("{start}{claim}")).unwrap_err();
            assert!(refused.contains(reason), "{claim}: {refused}");
        }
        assert!(checked("Too short.").unwrap_err().contains("shorter"));
        assert!(
            checked(&format!("{}.", "a ".repeat(400)))
                .unwrap_err()
                .contains("longer")
        );
    }
}
