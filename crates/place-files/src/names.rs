//! Which of a record's names a place is called by.

/// Words that only a company's registered name has.
const LEGAL_FORMS: &[&str] = &[
    "llc",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "ltd",
    "llp",
    "pllc",
];

/// The names of one place, by their columns.
#[derive(Debug, Default)]
pub(crate) struct Called {
    pub(crate) trade: Option<String>,
    pub(crate) plain: Option<String>,
    pub(crate) legal: Option<String>,
}

/// The names, first the one on the sign: the trade name. Registers also put the company's name into that column, and the
/// shop's into the other.
pub(crate) fn chosen(called: Called) -> Vec<String> {
    let Called {
        trade,
        plain,
        legal,
    } = called;
    let other = plain.as_ref().or(legal.as_ref());
    let is_swapped =
        trade.as_deref().is_some_and(is_company) && other.is_some_and(|other| !is_company(other));
    let names = if is_swapped {
        [plain, legal, trade]
    } else {
        [trade, plain, legal]
    };
    names.into_iter().flatten().collect()
}

/// In a column of trade names: that the place trades under its other name.
pub(crate) fn says_the_same(text: &str) -> bool {
    ["same", "same as above", "same as legal name"]
        .iter()
        .any(|same| text.eq_ignore_ascii_case(same))
}

fn is_company(name: &str) -> bool {
    let name = name.replace('.', "").to_ascii_lowercase();
    name.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| LEGAL_FORMS.contains(&word))
}
