//! The facts that a text may rest on, each with its number and its relation to the shop.

use std::fmt;

use super::week::Week;

/// Something that a shop has or hasn't.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amenity {
    Wifi,
    Parking,
    Pets,
    Work,
    Outdoor,
    Breakfast,
}

impl Amenity {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Wifi => "wifi",
            Self::Parking => "parking",
            Self::Pets => "pet friendly",
            Self::Work => "good for working",
            Self::Outdoor => "outdoor seating",
            Self::Breakfast => "serves breakfast",
        }
    }
}

/// One thing that is stored about a shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Name(String),
    /// The town, its state's two letters and the state.
    Place(String, String, String),
    Street(String),
    Category(String),
    /// Days with the same hours, such as `Mon to Fri 7 AM – 3 PM`, `Sun closed`.
    Hours(String),
    /// From 1, inexpensive, to 4.
    Price(u8),
    Amenity(Amenity, bool),
}

impl Fact {
    /// What it is about, for the model.
    pub(super) fn about(&self) -> &'static str {
        match self {
            Self::Name(_) => "name",
            Self::Place(..) => "town and state",
            Self::Street(_) => "street",
            Self::Category(_) => "category",
            Self::Hours(_) => "hours",
            Self::Price(_) => "price level",
            Self::Amenity(amenity, _) => amenity.name(),
        }
    }

    /// Its value, for the model.
    pub(super) fn value(&self) -> String {
        match self {
            Self::Name(text) | Self::Street(text) | Self::Category(text) | Self::Hours(text) => {
                text.clone()
            }
            Self::Place(town, _, state) => format!("{town}, {state}"),
            Self::Price(level) => price_name(*level).to_owned(),
            Self::Amenity(_, has) => if *has { "yes" } else { "no" }.to_owned(),
        }
    }
}

/// For the administrator: `street: 126 Main Street`.
impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.about(), self.value())
    }
}

/// The word for a price level.
pub(super) const fn price_name(level: u8) -> &'static str {
    match level {
        1 => "inexpensive",
        2 => "moderate",
        3 => "expensive",
        _ => "very expensive",
    }
}

/// The facts about one shop; the first has the number 1.
#[derive(Clone, Debug, Default)]
pub(super) struct ShopFacts(pub(super) Vec<Fact>);

impl ShopFacts {
    /// Each with its number.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &Fact)> {
        (1..).zip(&self.0)
    }

    /// The number of the first that `is` it.
    pub(super) fn number_of(&self, is: impl Fn(&Fact) -> bool) -> Option<usize> {
        self.numbered()
            .find(|(_, fact)| is(fact))
            .map(|(number, _)| number)
    }

    /// The opening hours of its facts.
    pub(super) fn week(&self) -> Week {
        let mut week = Week::default();
        for (number, fact) in self.numbered() {
            if let Fact::Hours(text) = fact {
                week.add(number, text);
            }
        }
        week
    }
}
