//! The table of brands: derived from the name-suggestion-index, and the file of regional chains.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::names::simplify;

static BRANDS: LazyLock<Brands> =
    LazyLock::new(|| Brands::read(include_str!("../data/brands.tsv")));
static REGIONAL: LazyLock<Brands> =
    LazyLock::new(|| Brands::read_regional(include_str!("../data/regional_chains.txt")));

/// How sure an equal name makes: a coffee brand also after cutting, another one only as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    Coffee,
    Food,
}

/// One brand.
#[derive(Debug)]
pub(crate) struct Brand {
    pub(crate) tier: Tier,
    pub(crate) name: &'static str,
    /// Codes of the only states where the name means the brand, parted by blanks; empty for the whole country.
    pub(crate) states: &'static str,
    /// A common word or name, which needs a second sign.
    pub(crate) ambiguous: bool,
}

/// Brands by name and by Wikidata number.
pub(crate) struct Brands {
    all: Vec<Brand>,
    by_name: HashMap<String, Vec<usize>>,
    by_wikidata: HashMap<&'static str, usize>,
}

impl Brands {
    /// The brands of the name-suggestion-index.
    pub(crate) fn known() -> &'static Self {
        &BRANDS
    }

    /// The regional chains that it lacks.
    pub(crate) fn regional() -> &'static Self {
        &REGIONAL
    }

    /// The names of all brands.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all.iter().map(|brand| brand.name)
    }

    /// The brands of one tier that have the simplified name.
    pub(crate) fn named(&self, key: &str, tier: Tier) -> impl Iterator<Item = &Brand> {
        let indices = self.by_name.get(key).into_iter().flatten();
        indices
            .filter_map(|index| self.all.get(*index))
            .filter(move |brand| brand.tier == tier)
    }

    /// The brand of a Wikidata number such as "Q37158".
    pub(crate) fn of_wikidata(&self, number: &str) -> Option<&Brand> {
        self.all.get(*self.by_wikidata.get(number)?)
    }

    fn empty() -> Self {
        Self {
            all: Vec::new(),
            by_name: HashMap::new(),
            by_wikidata: HashMap::new(),
        }
    }

    fn add<'n>(
        &mut self,
        brand: Brand,
        wikidata: &'static str,
        names: impl Iterator<Item = &'n str>,
    ) {
        let index = self.all.len();
        for key in names.map(simplify).filter(|key| !key.is_empty()) {
            let holders = self.by_name.entry(key).or_default();
            if !holders.contains(&index) {
                holders.push(index);
            }
        }
        if !wikidata.is_empty() {
            self.by_wikidata.entry(wikidata).or_insert(index);
        }
        self.all.push(brand);
    }

    fn read(table: &'static str) -> Self {
        let mut brands = Self::empty();
        for line in table.lines().skip(1) {
            let mut fields = line.split('\t');
            let (
                Some(tier),
                Some(name),
                Some(states),
                Some(wikidata),
                Some(ambiguous),
                Some(names),
            ) = (
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
            )
            else {
                continue;
            };
            let tier = if tier == "coffee" {
                Tier::Coffee
            } else {
                Tier::Food
            };
            brands.add(
                Brand {
                    tier,
                    name,
                    states,
                    ambiguous: !ambiguous.is_empty(),
                },
                wikidata,
                names.split(' '),
            );
        }
        brands
    }

    fn read_regional(file: &'static str) -> Self {
        let mut brands = Self::empty();
        for line in file
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (names, states) = line.split_once('|').unwrap_or((line, ""));
            let name = names.split(';').next().unwrap_or(names).trim();
            let brand = Brand {
                tier: Tier::Coffee,
                name,
                states: states.trim(),
                ambiguous: false,
            };
            brands.add(brand, "", names.split(';'));
        }
        brands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_brand() {
        let lines = include_str!("../data/brands.tsv").lines().count() - 1;
        assert_eq!(Brands::known().all.len(), lines);
        assert!(lines > 1_100, "{lines}");
        assert!(
            Brands::known()
                .all
                .iter()
                .filter(|brand| brand.tier == Tier::Coffee)
                .count()
                > 130
        );
        assert!(
            Brands::known()
                .of_wikidata("Q37158")
                .is_some_and(|brand| brand.name == "Starbucks")
        );
    }

    #[test]
    fn regional_chains_are_not_in_the_table_already() {
        let known = Brands::known();
        assert!(Brands::regional().all.len() >= 28);
        for key in Brands::regional().by_name.keys() {
            assert!(!known.by_name.contains_key(key), "{key} is in the table");
        }
    }

    #[test]
    fn states_are_two_capital_letters() {
        for brand in Brands::regional().all.iter().chain(&Brands::known().all) {
            for code in brand.states.split_whitespace() {
                assert!(
                    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase()),
                    "{}: {code}",
                    brand.name
                );
            }
        }
    }
}
