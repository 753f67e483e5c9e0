//! Words and marks that surround a brand in longer names.

/// Separators in a name, with spaces around words.
pub(crate) const MARKS: &[&str] = &[
    " d/b/a ", " dba ", "/", "(", ")", "[", "]", "|", ",", ";", ":", " - ", " – ", " — ", " + ",
];
/// What introduces the building or host that a shop is in, which says nothing about the shop.
pub(crate) const HOST_MARKS: &[&str] = &[" at ", " inside ", " in ", " @ ", " @", "@"];

/// Words that a branch or a register adds to any name.
pub(crate) const BRANCH_WORDS: &[&str] = &[
    "store",
    "no",
    "number",
    "num",
    "unit",
    "inc",
    "llc",
    "corp",
    "corporation",
    "ltd",
    "co",
    "company",
    "kiosk",
    "cart",
    "truck",
    "boutique",
    "location",
    "franchise",
];
/// Words for kinds of places.
pub(crate) const KIND_WORDS: &[&str] = &[
    "cafe",
    "coffee",
    "coffeehouse",
    "house",
    "shop",
    "bar",
    "roasters",
    "drive",
    "thru",
    "through",
    "express",
    "restaurant",
    "donuts",
    "doughnuts",
    "donut",
    "doughnut",
    "bagel",
    "bagels",
    "bakery",
    "bake",
    "espresso",
    "tea",
    "and",
];
/// Those that are long enough to be known with a typo.
pub(crate) const LONG_KIND_WORDS: &[&str] = &[
    "coffee",
    "coffeehouse",
    "coffeeshop",
    "doughnuts",
    "espresso",
    "roasters",
];
/// Words for restaurants, which people add to the name of one.
pub(crate) const RESTAURANT_WORDS: &[&str] = &["restaurant", "restaurants"];
/// Last words in the names of typical hosts.
pub(crate) const HOSTS: &[&str] = &[
    "hotel",
    "inn",
    "resort",
    "casino",
    "airport",
    "terminal",
    "hospital",
    "clinic",
    "university",
    "college",
    "campus",
    "library",
    "mall",
    "market",
    "supermarket",
    "plaza",
    "center",
    "station",
    "museum",
];
/// Names of hosts, and of companies that run the brands of others, simplified.
pub(crate) const HOST_NAMES: &[&str] = &[
    "aramark",
    "hilton",
    "hmshost",
    "host",
    "hyatt",
    "macys",
    "marriott",
    "otg",
    "paradies",
    "safeway",
    "sheraton",
    "sodexo",
    "ssp",
    "target",
    "walmart",
    "westin",
    "wholefoods",
];
/// Last words that name where a branch is, in addition to the hosts.
pub(crate) const PLACE_WORDS: &[&str] = &[
    "airport",
    "ave",
    "avenue",
    "blvd",
    "boulevard",
    "building",
    "centre",
    "concourse",
    "downtown",
    "floor",
    "galleria",
    "gate",
    "heights",
    "highway",
    "hwy",
    "lane",
    "level",
    "lobby",
    "parkway",
    "pkwy",
    "rd",
    "road",
    "school",
    "sq",
    "square",
    "st",
    "street",
    "tower",
    "village",
    "wharf",
];
/// Brands with which nobody else's name begins: what follows is where the branch is.
pub(crate) const FAMOUS: &[&str] = &[
    "Au Bon Pain",
    "Bruegger's Bagels",
    "Caribou Coffee",
    "Dunkin'",
    "Dutch Bros. Coffee",
    "Einstein Bros. Bagels",
    "Einstein's Bagels",
    "Krispy Kreme",
    "Panera Bread",
    "Peet's Coffee",
    "Starbucks",
    "Tim Hortons",
];
/// Names that a company made up: short, but nobody else's.
pub(crate) const COINED: &[&str] = &[
    "biggby", "chatime", "dazbog", "dunkin", "lavazza", "mixue", "peets", "philz", "saxbys",
    "ziggis",
];
/// Short names of brands that are no words, and nobody else's.
pub(crate) const SHORT_BUT_OWN: &[&str] = &["ampm", "ihop", "ikea", "kfc", "tcby", "wawa"];
