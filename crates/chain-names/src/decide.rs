//! The rules, in order.

use crate::brands::{Brand, Brands, Tier};
use crate::candidate::{Candidate, is_elsewhere};
use crate::compound;
use crate::lists::Lists;
use crate::names::{Shortened, shortened, simplify};
use crate::reasons::{Field, Reason, Sign, Verdict};

/// Decides whether a shop belongs to a chain, and by which rule. The number of shops with a name doesn't matter.
///
/// The order: the administrator's lists; regional chains; `brand:wikidata`; a coffee brand's name; the same after
/// removing what a branch adds; the full name of any other food or fuel brand; a brand inside a longer name. Brands
/// limited to some states count only there; ambiguous names need more evidence, or the verdict is [`Verdict::Review`].
#[must_use]
pub fn decide(candidate: &Candidate<'_>, lists: &Lists) -> Verdict {
    let key = simplify(candidate.name);
    if lists.denies(&key) {
        return Verdict::Chain(Reason::Denied);
    }
    if lists.allows(&key) {
        return Verdict::Independent;
    }
    if let Some(reason) = brand_id(candidate) {
        return Verdict::Chain(reason);
    }
    let brand = candidate.brand.map(simplify);
    let whole = [(Field::Name, Some(key)), (Field::Brand, brand)];
    let shortened = shortened(candidate.name);
    let mut review = None;
    for comparison in comparisons(&whole, &shortened) {
        match comparison.verdict(candidate) {
            Verdict::Chain(reason) => return Verdict::Chain(reason),
            Verdict::Review(reason) => {
                review.get_or_insert(reason);
            }
            Verdict::Independent => {}
        }
    }
    match (compound::verdict(candidate), review) {
        (chain @ Verdict::Chain(_), _) => chain,
        (_, Some(reason)) => Verdict::Review(reason),
        (verdict, None) => verdict,
    }
}

fn brand_id(candidate: &Candidate<'_>) -> Option<Reason> {
    let ids = candidate.brand_wikidata?.split(';').map(str::trim);
    ids.filter_map(|id| {
        Brands::known()
            .of_wikidata(id)
            .map(|brand| Reason::BrandId {
                id: id.to_owned(),
                brand: brand.name,
            })
    })
    .next()
}

/// A comparison of one text with one tier of one table.
struct Comparison<'t> {
    table: &'static Brands,
    tier: Tier,
    field: Field,
    key: &'t str,
    cut: Option<&'t str>,
}

/// All comparisons, in order.
fn comparisons<'t>(
    whole: &'t [(Field, Option<String>)],
    shortened: &'t [Shortened<'t>],
) -> impl Iterator<Item = Comparison<'t>> {
    let (known, regional) = (Brands::known(), Brands::regional());
    let of_whole = move |table, tier| {
        let texts = whole
            .iter()
            .filter_map(|(field, key)| Some((field, key.as_deref()?)));
        texts.map(move |(field, key)| Comparison {
            table,
            tier,
            field: *field,
            key,
            cut: None,
        })
    };
    let of_shortened = move |table| {
        shortened.iter().map(move |short| Comparison {
            table,
            tier: Tier::Coffee,
            field: Field::Name,
            key: &short.key,
            cut: Some(short.cut),
        })
    };
    of_whole(regional, Tier::Coffee)
        .chain(of_shortened(regional))
        .chain(of_whole(known, Tier::Coffee))
        .chain(of_shortened(known))
        .chain(of_whole(known, Tier::Food))
}

impl Comparison<'_> {
    fn verdict(&self, candidate: &Candidate<'_>) -> Verdict {
        let mut review = None;
        for brand in self.table.named(self.key, self.tier) {
            match self.judge(brand, candidate) {
                Verdict::Independent => {}
                Verdict::Chain(reason) => return Verdict::Chain(reason),
                Verdict::Review(reason) => {
                    review.get_or_insert(reason);
                }
            }
        }
        review.map_or(Verdict::Independent, Verdict::Review)
    }

    fn judge(&self, brand: &Brand, candidate: &Candidate<'_>) -> Verdict {
        let state = candidate
            .state
            .map(str::trim)
            .filter(|state| !state.is_empty());
        let bound = !brand.states.is_empty();
        if is_elsewhere(brand, candidate) {
            return Verdict::Independent;
        }
        let is_ambiguous = brand.is_ambiguous_as(self.key);
        let sign = is_ambiguous.then(|| self.second_sign(candidate)).flatten();
        if is_ambiguous && sign.is_none() {
            return Verdict::Review(Reason::CommonName { brand: brand.name });
        }
        if bound && state.is_none() {
            return Verdict::Review(Reason::StateUnknown {
                brand: brand.name,
                states: brand.states,
            });
        }
        Verdict::Chain(self.reason(brand.name, sign))
    }

    fn reason(&self, brand: &'static str, sign: Option<Sign>) -> Reason {
        let cut = self.cut.map(str::to_owned);
        if std::ptr::eq(self.table, Brands::regional()) {
            Reason::RegionalChain { brand, cut }
        } else {
            Reason::SameName {
                brand,
                field: self.field,
                cut,
                sign,
            }
        }
    }

    /// More evidence: a brand tag other than the name itself, an operator or a website with that name, or the
    /// provider's flag.
    fn second_sign(&self, candidate: &Candidate<'_>) -> Option<Sign> {
        let same = |text: Option<&str>| text.is_some_and(|text| simplify(text) == self.key);
        if same(candidate.brand) {
            Some(Sign::Brand)
        } else if same(candidate.operator) {
            Some(Sign::Operator)
        } else if same(candidate.website_host.and_then(name_of_host)) {
            Some(Sign::Website)
        } else if candidate.provider_chain_flag {
            Some(Sign::Provider)
        } else {
            None
        }
    }
}

/// The brand's part of a host: "grind" in "www.grind.co.uk" and "order.grind.com".
fn name_of_host(host: &str) -> Option<&str> {
    let mut labels = host.trim().trim_end_matches('.').rsplit('.').skip(1);
    let second = labels.next()?;
    // Under a country's "co" or "com", the name is third from the end.
    if matches!(second, "co" | "com" | "org" | "net") {
        labels.next()
    } else {
        Some(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_give_the_name_that_was_chosen() {
        for (host, name) in [
            ("grind.com", Some("grind")),
            ("www.grind.co.uk", Some("grind")),
            ("order.grind.com.", Some("grind")),
            ("localhost", None),
            ("", None),
            ("co.uk", None),
        ] {
            assert_eq!(name_of_host(host), name, "{host}");
        }
    }
}
