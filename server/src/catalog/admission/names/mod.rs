//! Compares shop names: "RUST & BEAN COFFEE CO LLC" and "Rust and Bean" are the same name.

mod parts;
#[cfg(test)]
mod tests;
mod words;

use gazetteer::slugify;

pub(super) use parts::{Part, Role, parts};
pub(super) use words::{LEGAL_FORMS, is_company, telling_words};
use words::{name_a_place, says_coffee_shop};

/// Names with at least this similarity count as equal.
const ALIKE: f64 = 0.9;
/// The longest name compared, in characters.
const LONGEST: usize = 200;
/// The shortest name that a longer one may be a branch's of, in letters.
const SHORTEST_HEAD: usize = 3;

/// Words before a branch's number.
const COUNTED: &[&str] = &["no", "nr", "number", "store", "location", "unit"];

/// Doesn't occur in names.
const SEPARATOR: char = '|';

/// How much two shops' names are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    Different,
    /// Only beside a number ("Cafe 2"), or one is the other's host ("Market Hall" and "Market Hall / Lantern"): never the
    /// same without a question (D89).
    Doubtful,
    /// Besides words for a branch ("Lantern - Garfield"), or one has the other as a second name: the same at one place.
    Branch,
    Same,
}

impl Likeness {
    pub(super) fn are_alike(self) -> bool {
        self != Self::Different
    }
}

/// A shop's names without common coffee shop words, each stored with a sign for what it is: the full name first, then its
/// parts if it contains several, then the shop's other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names(Vec<String>);

/// A stored name. The signs don't occur in folded names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name<'a> {
    /// The shop's name.
    Plain(&'a str),
    /// `=`: several names as they are written beside each other.
    Whole(&'a str),
    /// `~`: a name that several shops at one address may share, as their host's or their company's.
    Shared(&'a str),
    /// `?`: another name, like an official or a former one.
    Other(&'a str),
    /// `name>branch`
    Branch { head: &'a str, tail: &'a str },
    /// `name(host`
    Bracket { head: &'a str, tail: &'a str },
}

impl<'a> Name<'a> {
    fn of(stored: &'a str) -> Self {
        match stored.as_bytes().first() {
            Some(b'=') => Self::Whole(stored.trim_start_matches('=')),
            Some(b'~') => Self::Shared(stored.trim_start_matches('~')),
            Some(b'?') => Self::Other(stored.trim_start_matches('?')),
            _ => {
                if let Some((head, tail)) = stored.split_once('>') {
                    Self::Branch { head, tail }
                } else if let Some((head, tail)) = stored.split_once('(') {
                    Self::Bracket { head, tail }
                } else {
                    Self::Plain(stored)
                }
            }
        }
    }

    /// Without its tail.
    fn head(self) -> &'a str {
        match self {
            Self::Plain(text) | Self::Whole(text) | Self::Shared(text) | Self::Other(text) => text,
            Self::Branch { head, .. } | Self::Bracket { head, .. } => head,
        }
    }

    fn tail(self) -> &'a str {
        match self {
            Self::Branch { tail, .. } | Self::Bracket { tail, .. } => tail,
            _ => "",
        }
    }

    fn likeness(self, other: Self) -> Likeness {
        use Name::{Bracket, Branch, Other, Plain, Shared, Whole};
        match (self, other) {
            // Two shops in one house.
            (Shared(_), Shared(_)) => Likeness::Different,
            (Shared(_), _) | (_, Shared(_)) => {
                Likeness::Doubtful.or_different(alike(self.head(), other.head()))
            }
            (Plain(one), Plain(two)) => plain_likeness(one, two),
            (Plain(one) | Whole(one), Plain(two) | Whole(two)) => same_likeness(one, two),
            (Plain(one), Other(two)) | (Other(two), Plain(one)) => {
                Likeness::Branch.or_different(is_same(one, two))
            }
            (Other(_), _) | (_, Other(_)) => {
                Likeness::Doubtful.or_different(is_same(self.head(), other.head()))
            }
            (Plain(name), Branch { head, tail }) | (Branch { head, tail }, Plain(name)) => {
                tailed_likeness(name, (head, tail), Likeness::Branch)
            }
            (Plain(name), Bracket { head, tail }) | (Bracket { head, tail }, Plain(name)) => {
                tailed_likeness(name, (head, tail), Likeness::Same)
            }
            (Branch { .. } | Bracket { .. }, Branch { .. } | Bracket { .. }) => {
                let heads = is_same(self.head(), other.head());
                if heads && is_same(self.tail(), other.tail()) {
                    return Likeness::Same;
                }
                // "A Place at the Table" and "A Place at the Table - Garfield"
                let (short, long) = if self.tail().len() < other.tail().len() {
                    (self.tail(), other.tail())
                } else {
                    (other.tail(), self.tail())
                };
                let more = long
                    .strip_prefix(short)
                    .and_then(|rest| rest.strip_prefix(' '));
                if heads && more.is_some_and(name_a_place) {
                    return Likeness::Branch;
                }
                let crossed = alike(self.head(), other.tail()) || alike(self.tail(), other.head());
                Likeness::Doubtful.or_different(heads || crossed)
            }
            (Whole(_), _) | (_, Whole(_)) => Likeness::Different,
        }
    }
}

impl Likeness {
    fn or_different(self, is_so: bool) -> Self {
        if is_so { self } else { Self::Different }
    }
}

/// Two names of which neither is known to have parts.
fn plain_likeness(one: &str, other: &str) -> Likeness {
    let likeness = same_likeness(one, other);
    if likeness != Likeness::Different {
        return likeness;
    }
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if short.len() < SHORTEST_HEAD {
        return Likeness::Different;
    }
    let behind = long
        .strip_prefix(short)
        .and_then(|rest| rest.strip_prefix(' '));
    let before = || {
        long.strip_suffix(short)
            .and_then(|rest| rest.strip_suffix(' '))
    };
    let more = behind.or_else(before);
    Likeness::Branch.or_different(more.is_some_and(name_a_place))
}

/// A name and one with a branch or a host behind it; `at_best` if they are equal.
fn tailed_likeness(name: &str, (head, tail): (&str, &str), at_best: Likeness) -> Likeness {
    match same_likeness(name, head) {
        // "Lantern - Store 2": a number asks, wherever it stands.
        Likeness::Same if has_digits(tail) => Likeness::Doubtful,
        Likeness::Same => at_best,
        Likeness::Different => Likeness::Doubtful.or_different(alike(name, tail)),
        likeness => likeness,
    }
}

/// Same, or only beside a number.
fn same_likeness(one: &str, other: &str) -> Likeness {
    if is_same(one, other) {
        return Likeness::Same;
    }
    if !has_digits(one) && !has_digits(other) {
        return Likeness::Different;
    }
    let (one, other) = (without_numbers(one), without_numbers(other));
    // "Cafe" and "Cafe 2": of the first, the common words are left, and of the second only the number.
    let is_common = |text: &str| text.split(' ').all(says_coffee_shop);
    let are_common = one.is_empty() && is_common(&other) || other.is_empty() && is_common(&one);
    Likeness::Doubtful.or_different(are_common || alike(&one, &other))
}

/// "Lantern No. 2" is "Lantern".
fn without_numbers(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for word in text.split(' ') {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            while kept.len() > 1 && kept.last().is_some_and(|last| COUNTED.contains(last)) {
                kept.pop();
            }
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

fn is_same(one: &str, other: &str) -> bool {
    alike(one, other) && digits(one).eq(digits(other))
}

impl Names {
    /// The names of a shop called `name` in a town called `town`. The town's name is ignored inside the shop's, unless
    /// nothing else is left, as in "Alexandria Coffee".
    pub(super) fn new(name: &str, others: &[String], town: &str) -> Self {
        let town = slugify(town, LONGEST);
        let parts = parts(name);
        let whole = in_town(name, &town);
        let sign = if parts.is_empty() { "" } else { "=" };
        let mut names = Self(vec![format!("{sign}{whole}")]);
        names.add_parts(&parts, &town);
        for other in others {
            names.add_other(other, &town);
        }
        names
    }

    fn add(&mut self, name: String) {
        if !self.0.contains(&name) {
            self.0.push(name);
        }
    }

    fn add_parts(&mut self, parts: &[Part<'_>], town: &str) {
        let tails = || {
            let is_tail = |part: &&Part<'_>| matches!(part.role, Role::Branch | Role::Bracket);
            parts.iter().filter(is_tail)
        };
        let tail = tails().map(|part| cut_town(part.text, town));
        let tail = tail
            .filter(|tail| !tail.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        let has_branch = tails().any(|part| part.role == Role::Branch);
        for part in parts {
            let key = in_town(part.text, town);
            match part.role {
                Role::Shop if tail.is_empty() => self.add(key),
                Role::Shop => {
                    let sign = if has_branch { '>' } else { '(' };
                    self.add(format!("{key}{sign}{tail}"));
                }
                Role::Alias => self.add(key),
                Role::Host | Role::Company => self.add(format!("~{key}")),
                Role::Branch | Role::Bracket => {}
            }
        }
    }

    /// Adds an official, a former, or another name.
    fn add_other(&mut self, other: &str, town: &str) {
        let found = parts(other);
        let single = [Part {
            role: Role::Shop,
            text: other,
        }];
        let parts = if found.is_empty() {
            &single[..]
        } else {
            &found
        };
        for part in parts {
            let key = in_town(part.text, town);
            let is_shared =
                matches!(part.role, Role::Host | Role::Company) || is_company(part.text);
            match part.role {
                Role::Branch | Role::Bracket => {}
                _ if is_shared => self.add(format!("~{key}")),
                _ if self.0.contains(&key) => {}
                _ => self.add(format!("?{key}")),
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = Name<'_>> + Clone {
        self.0.iter().map(|stored| Name::of(stored))
    }

    /// The names that the shop may be looked up by, the most telling one first.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let is_own = |name: &Name<'_>| !matches!(name, Name::Whole(_) | Name::Shared(_));
        let own = self.iter().filter(is_own);
        let whole = self.iter().filter(|name| matches!(name, Name::Whole(_)));
        own.chain(whole).map(Name::head)
    }

    /// The names as one text, for [`Names::likeness_to_text`].
    pub(super) fn joined(&self) -> String {
        self.0.join("|")
    }

    /// How much the most alike of these names and of the others are alike, apart from a typo.
    pub(super) fn likeness(&self, other: &Self) -> Likeness {
        self.likeness_to(other.iter())
    }

    /// The same for names in a text from [`Names::joined`].
    pub(super) fn likeness_to_text(&self, joined: &str) -> Likeness {
        self.likeness_to(joined.split(SEPARATOR).map(Name::of))
    }

    fn likeness_to<'a>(&self, others: impl Iterator<Item = Name<'a>>) -> Likeness {
        let pairs = others.flat_map(|other| self.iter().map(move |own| own.likeness(other)));
        pairs.max().unwrap_or(Likeness::Different)
    }
}

fn has_digits(text: &str) -> bool {
    digits(text).next().is_some()
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
}

/// Whether two names from [`telling_words`] are equal apart from a typo: one in ten letters.
fn alike(a: &str, b: &str) -> bool {
    let (length, difference) = (a.len().max(b.len()), a.len().abs_diff(b.len()));
    // Short names have no room for a typo, and other lengths are other names: no need to compare them letter by letter.
    let may_be_misspelt = difference.max(1) * 10 <= length;
    !a.is_empty()
        && (a == b || may_be_misspelt && strsim::normalized_damerau_levenshtein(a, b) >= ALIKE)
}

/// A name without the folded name of its town, unless that is all it says.
fn in_town(name: &str, town: &str) -> String {
    let telling = cut_town(name, town);
    if !telling.is_empty() {
        return telling;
    }
    let folded = slugify(name, LONGEST);
    let telling = telling_words(&folded, usize::MAX);
    if !telling.is_empty() {
        return telling;
    }
    let unregistered = folded.split('-').filter(|word| !LEGAL_FORMS.contains(word));
    unregistered.collect::<Vec<_>>().join(" ")
}

/// The telling words of a name, without the folded name of its town.
fn cut_town(name: &str, town: &str) -> String {
    let folded = slugify(name, LONGEST);
    match without_town(&folded, town) {
        Some((before, after)) => [
            telling_words(before, usize::MAX),
            telling_words(after, usize::MAX),
        ]
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" "),
        None => telling_words(&folded, usize::MAX),
    }
}

/// The text before and after the town's name, if it occurs in the name as whole words.
fn without_town<'a>(folded: &'a str, town: &str) -> Option<(&'a str, &'a str)> {
    if town.is_empty() {
        return None;
    }
    folded.match_indices(town).find_map(|(at, _)| {
        let (before, rest) = folded.split_at_checked(at)?;
        let after = rest.get(town.len()..)?;
        let is_whole = (before.is_empty() || before.ends_with('-'))
            && (after.is_empty() || after.starts_with('-'));
        is_whole.then_some((before, after))
    })
}
