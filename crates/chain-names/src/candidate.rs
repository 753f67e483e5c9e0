//! What the rule is asked about.

use crate::brands::Brand;

/// What is known of a shop. Only the name is needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidate<'a> {
    /// The shop's name as written.
    pub name: &'a str,
    /// The brand that the record names (OpenStreetMap's `brand`).
    pub brand: Option<&'a str>,
    /// The brand's Wikidata number (`brand:wikidata`), such as "Q37158"; several are parted by semicolons.
    pub brand_wikidata: Option<&'a str>,
    /// Who runs the shop (`operator`).
    pub operator: Option<&'a str>,
    /// The host of the shop's website, such as "www.thebean.example".
    pub website_host: Option<&'a str>,
    /// The two-letter code of the state, in any case.
    pub state: Option<&'a str>,
    /// The provider of the record counts the shop as one of a chain.
    pub provider_chain_flag: bool,
}

/// Whether the brand counts in some states only, and the shop's is another.
pub(crate) fn is_elsewhere(brand: &Brand, candidate: &Candidate<'_>) -> bool {
    let state = candidate.state.map(str::trim).unwrap_or_default();
    let is_state = |code: &str| code.eq_ignore_ascii_case(state);
    !brand.states.is_empty() && !state.is_empty() && !brand.states.split(' ').any(is_state)
}
