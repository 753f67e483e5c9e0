//! Words in street lines, and their spellings.

/// Abbreviations of compass directions.
pub(super) const DIRECTIONS: &[(&[&str], &str)] = &[
    (&["n", "no", "north"], "north"),
    (&["s", "so", "south"], "south"),
    (&["e", "east"], "east"),
    (&["w", "west"], "west"),
    (&["ne", "northeast"], "northeast"),
    (&["nw", "northwest"], "northwest"),
    (&["se", "southeast"], "southeast"),
    (&["sw", "southwest"], "southwest"),
];

/// Kinds of streets, in all spellings.
pub(super) const KINDS: &[(&[&str], &str)] = &[
    (&["street", "st", "str"], "street"),
    (&["avenue", "ave", "av"], "avenue"),
    (&["boulevard", "blvd", "boul"], "boulevard"),
    (&["road", "rd"], "road"),
    (&["drive", "dr"], "drive"),
    (&["lane", "ln"], "lane"),
    (&["court", "ct"], "court"),
    (&["place", "pl"], "place"),
    (&["square", "sq"], "square"),
    (&["circle", "cir"], "circle"),
    (&["terrace", "ter", "terr"], "terrace"),
    (&["trail", "trl"], "trail"),
    (&["parkway", "pkwy", "pky"], "parkway"),
    (&["highway", "hwy"], "highway"),
    (&["expressway", "expy"], "expressway"),
    (&["freeway", "fwy"], "freeway"),
    (&["route", "rte", "rt"], "route"),
    (&["plaza", "plz"], "plaza"),
    (&["alley", "aly"], "alley"),
    (&["way", "wy"], "way"),
    (&["loop"], "loop"),
    (&["pike", "pk"], "pike"),
    (&["turnpike", "tpke"], "turnpike"),
    (&["crossing", "xing"], "crossing"),
    (&["crescent", "cres"], "crescent"),
    (&["causeway", "cswy"], "causeway"),
    (&["bypass", "byp"], "bypass"),
    (&["commons", "cmns"], "commons"),
    (&["extension", "ext"], "extension"),
    (&["point", "pt"], "point"),
    (&["cove", "cv"], "cove"),
    (&["row"], "row"),
    (&["walk"], "walk"),
];

/// Other words with two spellings.
pub(super) const WORDS: &[(&str, &str)] = &[
    ("mt", "mount"),
    ("ft", "fort"),
    ("ctr", "center"),
    ("hts", "heights"),
    ("jct", "junction"),
    ("mtn", "mountain"),
    ("spgs", "springs"),
    ("vlg", "village"),
    ("centre", "center"),
    ("co", "county"),
    ("cnty", "county"),
    ("crk", "creek"),
    ("lk", "lake"),
    ("vly", "valley"),
    ("riv", "river"),
    ("jr", "junior"),
];

/// Spelled-out numbers in street names.
pub(super) const NUMBERS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// Words that introduce a unit.
pub(super) const UNITS: &[&str] = &[
    "suite",
    "ste",
    "unit",
    "apt",
    "apartment",
    "bldg",
    "building",
    "floor",
    "fl",
    "room",
    "rm",
    "space",
    "spc",
    "stall",
    "lot",
    "kiosk",
    "bay",
    "level",
    "#",
];

/// Kinds of streets after which a single letter or number is a unit: "126 Main St 4". Highways have numbers.
pub(super) const KINDS_BEFORE_A_UNIT: &[&str] = &[
    "street",
    "avenue",
    "boulevard",
    "drive",
    "lane",
    "place",
    "parkway",
    "plaza",
    "way",
];

/// Parts of a building that may end a line.
pub(super) const LAST_AREAS: &[&str] = &["rear", "basement", "bsmt", "upstairs", "downstairs"];

/// Parts of a building that stand without a number, behind a kind of street.
pub(super) const AREAS: &[&str] = &[
    "front", "lobby", "lower", "upper", "ground", "main", "shop", "store", "booth",
];

/// Which floor, before "floor" or "level".
pub(super) const FLOORS: &[&str] = &["lower", "upper", "main", "ground", "top"];

/// Ordinals in words.
pub(super) const ORDINALS: &[(&str, &str)] = &[
    ("first", "1st"),
    ("second", "2nd"),
    ("third", "3rd"),
    ("fourth", "4th"),
    ("fifth", "5th"),
    ("sixth", "6th"),
    ("seventh", "7th"),
    ("eighth", "8th"),
    ("ninth", "9th"),
    ("tenth", "10th"),
    ("eleventh", "11th"),
    ("twelfth", "12th"),
    ("thirteenth", "13th"),
    ("fourteenth", "14th"),
    ("fifteenth", "15th"),
    ("sixteenth", "16th"),
    ("seventeenth", "17th"),
    ("eighteenth", "18th"),
    ("nineteenth", "19th"),
    ("twentieth", "20th"),
    ("thirtieth", "30th"),
    ("fortieth", "40th"),
    ("fiftieth", "50th"),
    ("sixtieth", "60th"),
    ("seventieth", "70th"),
    ("eightieth", "80th"),
    ("ninetieth", "90th"),
];

/// The first words of ordinals like "twenty-first".
pub(super) const TENS: &[(&str, &str)] = &[
    ("twenty", "2"),
    ("thirty", "3"),
    ("forty", "4"),
    ("fifty", "5"),
    ("sixty", "6"),
    ("seventy", "7"),
    ("eighty", "8"),
    ("ninety", "9"),
];

/// The long form of a word in a table.
pub(super) fn of(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    let row = table
        .iter()
        .find(|(spellings, _)| spellings.contains(&word))?;
    Some(row.1)
}
