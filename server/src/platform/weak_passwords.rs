//! Passwords that are long enough and still among the first that are guessed.

/// Fewer different signs than this make no password.
const DIFFERENT: usize = 5;

const COMMON: &str =
    "It is among the passwords that are tried first. Use several words that don't belong together.";
const REPEATS: &str = "It repeats a few characters. Use several words that don't belong together.";
const ROW: &str =
    "It follows the alphabet or the keyboard. Use several words that don't belong together.";

/// Rows of signs that hands follow.
const ROWS: [&str; 9] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujm",
];
/// The shortest piece of a row that counts as one.
const SHORTEST_RUN: usize = 3;

/// What the commonest long passwords are made of, besides digits: the lists of leaked ones agree on these.
const COMMON_WORDS: &str = "password passwort passwd passw pass word admin administrator administration root user \
    login logon letmein let me in welcome changeme change this please default secret mysecret iloveyou i love you \
    loveyou loveme forever baby princess sunshine monkey dragon football baseball basketball superman batman master \
    shadow michael jennifer jordan hunter trustno one starwars whatever computer internet samsung google facebook \
    myspace linkedin test testing tester demo example guest access hello helloworld world freedom qwerty qwertz \
    azerty asdf zxcv qaz wsx abc abcd xyz my is the new your site website server townperk coffee coffeeshop shop \
    directory temp temporary correcthorsebatterystaple summer winter spring autumn monday friday january \
    december company business office manager super number nothing unknown";

/// Why `password` is easily guessed, in a sentence; `None` if it isn't, as far as its form tells.
#[must_use]
pub fn weakness(password: &str) -> Option<&'static str> {
    let folded: Vec<char> = password.chars().flat_map(char::to_lowercase).collect();
    let mut different = folded.clone();
    different.sort_unstable();
    different.dedup();
    let piece = repeated_piece(&folded);
    if different.len() < DIFFERENT || piece.len() < folded.len() && piece.len() <= 8 {
        return Some(REPEATS);
    }
    if follows_rows(&folded) {
        return Some(ROW);
    }
    is_common(piece).then_some(COMMON)
}

/// The shortest piece that `signs` is a repetition of, the last one maybe cut.
fn repeated_piece(signs: &[char]) -> &[char] {
    let length = (1..signs.len()).find(|length| {
        signs
            .iter()
            .zip(signs.iter().skip(*length))
            .all(|(a, b)| a == b)
    });
    length
        .filter(|length| length * 2 <= signs.len())
        .and_then(|length| signs.get(..length))
        .unwrap_or(signs)
}

/// Whether all of it is pieces of rows, forward or backward.
fn follows_rows(signs: &[char]) -> bool {
    let rows: Vec<Vec<char>> = ROWS
        .iter()
        .flat_map(|row| [row.chars().collect(), row.chars().rev().collect()])
        .collect();
    let mut rest = signs;
    while !rest.is_empty() {
        let longest = rows
            .iter()
            .flat_map(|row| (0..row.len()).filter_map(|start| row.get(start..)))
            .map(|row| row.iter().zip(rest).take_while(|(a, b)| a == b).count())
            .max()
            .unwrap_or_default();
        // A last sign or two, such as an exclamation mark, make it no better.
        if longest < SHORTEST_RUN {
            return rest.len() < SHORTEST_RUN && rest.len() < signs.len();
        }
        rest = rest.get(longest..).unwrap_or_default();
    }
    true
}

/// Whether it is made of common words, in the usual disguises, with digits and signs at its ends.
fn is_common(signs: &[char]) -> bool {
    let text: String = signs.iter().collect();
    let text = text.trim_matches(|sign: char| !sign.is_alphabetic());
    let plain: String = text.chars().filter(|sign| sign.is_alphabetic()).collect();
    // "1" and "!" stand for two letters.
    let disguised = ['i', 'l'].map(|one| -> String {
        let letters = text.chars().map(|sign| match sign {
            '@' | '4' => 'a',
            '0' => 'o',
            '1' | '!' => one,
            '3' => 'e',
            '5' | '$' => 's',
            '7' => 't',
            sign => sign,
        });
        letters.filter(|sign| sign.is_alphabetic()).collect()
    });
    is_of_common_words(&plain) || disguised.iter().any(|text| is_of_common_words(text))
}

/// Whether `text` can be cut into at most four common words.
fn is_of_common_words(text: &str) -> bool {
    fn cut(text: &str, words: usize) -> bool {
        text.is_empty()
            || words > 0
                && COMMON_WORDS.split_whitespace().any(|word| {
                    text.strip_prefix(word)
                        .is_some_and(|rest| cut(rest, words - 1))
                })
    }
    !text.is_empty() && cut(text, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_are_refused() {
        for weak in [
            "aaaaaaaaaaaa",
            "abababababab",
            "abcdabcdabcd",
            "123123123123",
            "passwordpassword",
            "Password1234",
            "P@ssw0rd1234!",
            "123456789012",
            "0987654321098",
            "qwertyuiop123",
            "1q2w3e4r5t6y",
            "1qaz2wsx3edc",
            "abcdefghijkl!",
            "administrator",
            "adm1n1strator",
            "letmein12345",
            "welcome2024!!",
            "iloveyou1234",
            "changeme12345",
            "correct horse battery staple",
            "townperk-admin-2026",
            "Coffee Shop Directory 1",
            "!!!!!!!!!!!!1",
            "ääääääääääää",
        ] {
            assert!(weakness(weak).is_some(), "{weak}");
        }
    }

    #[test]
    fn others_are_taken() {
        for strong in [
            "bukat-fimed-zasor-halin",
            "a long enough password",
            "a-long-enough-password",
            "another long password",
            "a password of the settings",
            "purple kettle mondays",
            "83920571640295",
            "пароль кофейни у реки",
            "kaffee am fluss",
        ] {
            assert_eq!(weakness(strong), None, "{strong}");
        }
    }
}
