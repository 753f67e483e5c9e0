//! Interprets the words of a search: "wifi alexandria" asks for an amenity, "coffee in moab" for a town.

/// Words for amenities with their tags; longer phrases come before their prefixes.
const AMENITIES: &[(&[&str], &str)] = &[
    (&["free", "wifi"], "hasWifi"),
    (&["wifi"], "hasWifi"),
    (&["wi-fi"], "hasWifi"),
    (&["wi", "fi"], "hasWifi"),
    (&["dog", "friendly"], "petFriendly"),
    (&["dog-friendly"], "petFriendly"),
    (&["pet", "friendly"], "petFriendly"),
    (&["pet-friendly"], "petFriendly"),
    (&["dogs", "allowed"], "petFriendly"),
    (&["dogs", "welcome"], "petFriendly"),
    (&["pets", "allowed"], "petFriendly"),
    (&["outdoor", "seating"], "hasOutdoorSeating"),
    (&["outdoor", "seats"], "hasOutdoorSeating"),
    (&["outside", "seating"], "hasOutdoorSeating"),
    (&["patio"], "hasOutdoorSeating"),
    (&["free", "parking"], "hasParking"),
    (&["parking"], "hasParking"),
    (&["work", "friendly"], "goodForWork"),
    (&["work-friendly"], "goodForWork"),
    (&["laptop", "friendly"], "goodForWork"),
    (&["good", "for", "work"], "goodForWork"),
    (&["place", "to", "work"], "goodForWork"),
];

/// Words that apply to every shop, and words between them and a place.
const GENERAL: &[&str] = &[
    "coffee",
    "coffees",
    "cafe",
    "cafes",
    "caf\u{e9}",
    "caf\u{e9}s",
    "coffeehouse",
    "coffeehouses",
    "shop",
    "shops",
    "house",
    "place",
    "places",
    "spot",
    "spots",
    "independent",
    "local",
    "best",
    "good",
    "in",
    "near",
    "around",
    "at",
    "with",
    "by",
    "the",
    "a",
    "for",
    "and",
    "me",
];

/// An interpretation of a text beyond its literal words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// The text left to search for.
    pub(super) text: String,
    /// Tags of the amenities in the text.
    pub(super) tags: Vec<&'static str>,
}

impl Meaning {
    /// `None` if a text has only its literal meaning.
    pub(super) fn of(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let folded: Vec<String> = words
            .iter()
            .map(|word| word.trim_matches(',').to_lowercase())
            .collect();
        let mut tags = Vec::new();
        let mut left: Vec<&str> = Vec::new();
        let mut rest = folded.as_slice();
        let mut spelled = words.as_slice();
        while let (Some((first, after)), Some((word, others))) =
            (rest.split_first(), spelled.split_first())
        {
            let named = AMENITIES.iter().find(|(phrase, _)| {
                rest.len() >= phrase.len()
                    && phrase
                        .iter()
                        .zip(rest)
                        .all(|(wanted, word)| *wanted == word)
            });
            if let Some((phrase, tag)) = named {
                if !tags.contains(tag) {
                    tags.push(*tag);
                }
                rest = rest.get(phrase.len()..).unwrap_or_default();
                spelled = spelled.get(phrase.len()..).unwrap_or_default();
                continue;
            }
            if !GENERAL.contains(&first.as_str()) {
                left.push(word);
            }
            (rest, spelled) = (after, others);
        }
        if left.len() == words.len() || left.is_empty() && tags.is_empty() {
            return None;
        }
        let text = left.join(" ");
        Some(Self {
            text: text.trim_end_matches(',').to_owned(),
            tags,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amenities_and_general_words_are_told_from_names() {
        let meant = |text: &str| Meaning::of(text).map(|meaning| (meaning.text, meaning.tags));
        for (text, rest, tags) in [
            ("wifi alexandria", "alexandria", &["hasWifi"][..]),
            ("Alexandria, LA with Wi-Fi", "Alexandria, LA", &["hasWifi"]),
            ("dog friendly", "", &["petFriendly"]),
            ("coffee in moab", "moab", &[]),
            (
                "Best coffee shops near Lake Charles, LA",
                "Lake Charles, LA",
                &[],
            ),
            (
                "patio with free wifi",
                "",
                &["hasOutdoorSeating", "hasWifi"],
            ),
        ] {
            assert_eq!(
                meant(text),
                Some((rest.to_owned(), tags.to_vec())),
                "{text}"
            );
        }
        for text in ["alexandria", "copper kettle", "coffee", "coffee shop", ""] {
            assert_eq!(meant(text), None, "{text}");
        }
    }
}
