//! The input of the rules.

use crate::brands::Brand;

/// What is known about a shop. Only the name is required.
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidate<'a> {
    /// The shop's name, as written.
    pub name: &'a str,
    /// The record's brand (OpenStreetMap's `brand`).
    pub brand: Option<&'a str>,
    /// The brand's Wikidata ID (`brand:wikidata`), such as "Q37158"; several are separated by semicolons.
    pub brand_wikidata: Option<&'a str>,
    /// Who runs the shop (`operator`).
    pub operator: Option<&'a str>,
    /// The host of the shop's website, such as "www.thebean.example".
    pub website_host: Option<&'a str>,
    /// The two-letter state code, in any case.
    pub state: Option<&'a str>,
    /// The town, which a branch may have in its name.
    pub town: Option<&'a str>,
    /// Whether the record's provider says that the shop belongs to a chain.
    pub provider_chain_flag: bool,
}

/// Whether the brand only counts in some states, and the shop is in another.
pub(crate) fn is_elsewhere(brand: &Brand, candidate: &Candidate<'_>) -> bool {
    let state = candidate.state.map(str::trim).unwrap_or_default();
    let is_state = |code: &str| code.eq_ignore_ascii_case(state);
    !brand.states.is_empty() && !state.is_empty() && !brand.states.split(' ').any(is_state)
}
