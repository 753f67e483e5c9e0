//! Letters that a wrong conversion has lost: "Caf\u{fffd}" can only have been "Café".

use super::review_reason::{ReviewCause, ReviewReason};

/// Words in names of shops with letters that get lost, folded to small letters. No two differ by such a letter alone.
const WORDS: &[&str] = &[
    "café",
    "cafés",
    "caféteria",
    "caffè",
    "bébé",
    "brûlée",
    "château",
    "chérie",
    "crème",
    "crêpe",
    "crêperie",
    "crêpes",
    "déjà",
    "délice",
    "délices",
    "entrée",
    "façade",
    "fiancé",
    "garçon",
    "jalapeño",
    "naïve",
    "niño",
    "olé",
    "pâtisserie",
    "piñata",
    "piñon",
    "señor",
    "señora",
    "soirée",
    "soufflé",
    "touché",
    "vélo",
    "voilà",
];

/// Stands for a lost letter.
const LOST: char = char::REPLACEMENT_CHARACTER;

/// The name with its lost letters where each of its words can only be one; `None` if nothing is lost, or too much.
pub(super) fn restored(name: &str) -> Option<String> {
    if !name.contains(LOST) {
        return None;
    }
    let words = name.split(' ').map(|word| {
        if word.contains(LOST) {
            restored_word(word)
        } else {
            Some(word.to_owned())
        }
    });
    Some(words.collect::<Option<Vec<_>>>()?.join(" "))
}

/// A number or a sign may stand beside the word: "400Café".
fn restored_word(word: &str) -> Option<String> {
    let is_of_word = |letter: char| letter.is_alphabetic() || letter == LOST;
    let begin = word.find(is_of_word)?;
    let (before, rest) = word.split_at_checked(begin)?;
    let end = rest
        .find(|letter| !is_of_word(letter))
        .unwrap_or(rest.len());
    let (written, behind) = rest.split_at_checked(end)?;
    let known = WORDS.iter().find(|known| is_written(known, written))?;
    if behind.contains(LOST) {
        return None;
    }
    let is_in_capitals = written
        .chars()
        .all(|letter| letter == LOST || letter.is_uppercase());
    let letters = written
        .chars()
        .zip(known.chars())
        .map(|(written, known)| match written {
            LOST if is_in_capitals => known.to_uppercase().collect(),
            LOST => known.to_string(),
            _ => written.to_string(),
        });
    Some(format!("{before}{}{behind}", letters.collect::<String>()))
}

/// Whether a known word is written like that: a lost letter stands for one that isn't ASCII.
fn is_written(known: &str, written: &str) -> bool {
    known.chars().count() == written.chars().count()
        && known
            .chars()
            .zip(written.chars())
            .all(|(known, written)| match written {
                LOST => !known.is_ascii(),
                _ => written.to_lowercase().eq(known.to_lowercase()),
            })
}

/// A name with a replacement character isn't fit to show.
pub(super) fn doubt(name: &str) -> Option<ReviewCause> {
    name.contains(LOST).then(|| ReviewCause {
        text: "letters of the name are lost; the file was converted wrongly, or is in another --encoding"
            .to_owned(),
        reason: Some(ReviewReason::LettersLost),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_back_where_a_word_can_only_be_one() {
        for (written, expected) in [
            ("Caf\u{fffd}", "Café"),
            ("400Caf\u{fffd}", "400Café"),
            ("Caf\u{fffd} V\u{fffd}lo", "Café Vélo"),
            ("THE BLACK CAF\u{fffd} (2)", "THE BLACK CAFÉ (2)"),
            ("Br\u{fffd}l\u{fffd}e", "Brûlée"),
        ] {
            assert_eq!(restored(written).as_deref(), Some(expected), "{written}");
            assert!(doubt(written).is_some());
        }
        for written in [
            "Café",
            "Tea Chai T\u{fffd}",
            "Caf\u{fffd}\u{fffd}",
            "C\u{fffd}fe",
            "Caf\u{fffd} T\u{fffd}",
            "\u{fffd}",
        ] {
            assert_eq!(restored(written), None, "{written}");
        }
    }
}
