//! The names that people give to the columns of a list of places.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// What a column or a property holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Field {
    /// [`crate::PlaceRecord::source_id`]
    Id,
    /// [`crate::PlaceRecord::name`]
    Name,
    /// [`crate::PlaceRecord::alternative_names`]
    AlternativeName,
    /// [`crate::PlaceRecord::brand`]
    Brand,
    /// [`crate::PlaceRecord::brand_wikidata`]
    BrandWikidata,
    /// [`crate::PlaceRecord::operator`]
    Operator,
    /// [`crate::PlaceRecord::house_number`]
    HouseNumber,
    /// [`crate::PlaceRecord::street`]
    Street,
    /// [`crate::PlaceRecord::unit`], also a second address line.
    Unit,
    /// [`crate::PlaceRecord::address`]
    Address,
    /// Street, city, state and ZIP code in one text.
    FullAddress,
    /// [`crate::PlaceRecord::city`]
    City,
    /// [`crate::PlaceRecord::county`]
    County,
    /// [`crate::PlaceRecord::state`]
    State,
    /// [`crate::PlaceRecord::zip`]
    Zip,
    /// [`crate::PlaceRecord::zip_plus4`]
    ZipPlus4,
    /// [`crate::PlaceRecord::country`]
    Country,
    /// [`crate::PlaceRecord::latitude`]
    Latitude,
    /// [`crate::PlaceRecord::longitude`]
    Longitude,
    /// Both coordinates in one text: "31.3, -92.4" or "POINT (-92.4 31.3)".
    Coordinates,
    /// [`crate::PlaceRecord::phone`]
    Phone,
    /// [`crate::PlaceRecord::email`]
    Email,
    /// [`crate::PlaceRecord::website`]
    Website,
    /// [`crate::PlaceRecord::hours`]
    Hours,
    /// Hours of one day of the week, Monday = 0.
    DayHours(u8),
    /// [`crate::PlaceRecord::categories`]
    Category,
    /// [`crate::PlaceRecord::wifi`]
    Wifi,
    /// [`crate::PlaceRecord::outdoor_seating`]
    OutdoorSeating,
    /// [`crate::PlaceRecord::parking`]
    Parking,
    /// [`crate::PlaceRecord::dogs`]
    Dogs,
    /// [`crate::PlaceRecord::work_friendly`]
    WorkFriendly,
    /// [`crate::PlaceRecord::price_level`]
    PriceLevel,
    /// [`crate::PlaceRecord::description`]
    Description,
    /// [`crate::PlaceRecord::image_url`]
    Image,
    /// A yes or a date: [`crate::PlaceRecord::closed`]
    Closed,
    /// A status: "open", "CLOSED_PERMANENTLY", "temporarily_closed", …
    Status,
    /// The date of closing.
    ClosedDate,
    /// [`crate::PlaceRecord::provider_chain`]
    Chain,
    /// [`crate::PlaceRecord::refreshed_at`]
    RefreshedAt,
}

/// Each field with the name for `--map` first, then its names in the wild, the most telling first.
/// Names are compared in lower case without blanks and punctuation.
const NAMES: &[(Field, &[&str])] = &[
    (
        Field::Id,
        &[
            "id",
            "fsqplaceid",
            "fsqid",
            "placeid",
            "osmid",
            "shopid",
            "storeid",
            "locationid",
            "businessid",
            "venueid",
            "sourceid",
            "externalid",
            "objectid",
            "gersid",
            "uuid",
            "uid",
            "gid",
            "fid",
            "key",
        ],
    ),
    (
        Field::Name,
        &[
            "name",
            "shopname",
            "businessname",
            "coffeeshopname",
            "coffeeshop",
            "cafename",
            "cafe",
            "storename",
            "placename",
            "venuename",
            "locationname",
            "companyname",
            "establishmentname",
            "tradename",
            "dbaname",
            "doingbusinessas",
            "dba",
            "displayname",
            "displaynametext",
            "namesprimary",
            "nameprimary",
            "primaryname",
            "fullname",
            "title",
            "shop",
            "business",
            "store",
            "place",
            "venue",
            "company",
            "establishment",
            "facilityname",
            "organization",
            "label",
            "names",
        ],
    ),
    (
        Field::AlternativeName,
        &[
            "altname",
            "alternativename",
            "alternatename",
            "othername",
            "officialname",
            "shortname",
            "oldname",
            "legalname",
            "aka",
            "nickname",
            "namescommon",
            "namesrulesvalue",
            "ownershipname",
        ],
    ),
    (
        Field::Brand,
        &[
            "brand",
            "brandname",
            "brandnamesprimary",
            "chainbrand",
            "franchise",
        ],
    ),
    (
        Field::BrandWikidata,
        &["brandwikidata", "wikidatabrand", "brandqid"],
    ),
    (
        Field::Operator,
        &[
            "operator",
            "owner",
            "ownername",
            "operatorname",
            "proprietor",
        ],
    ),
    (
        Field::HouseNumber,
        &[
            "housenumber",
            "housenum",
            "houseno",
            "streetnumber",
            "streetno",
            "addrhousenumber",
            "addrhouse",
            "addressnumber",
            "buildingnumber",
            "streetnum",
        ],
    ),
    (
        Field::Street,
        &[
            "street",
            "streetname",
            "addrstreet",
            "addrstree",
            "roadname",
            "road",
            "thoroughfare",
        ],
    ),
    (
        Field::Unit,
        &[
            "unit",
            "suite",
            "address2",
            "addressline2",
            "addr2",
            "addrunit",
            "addrsuite",
            "street2",
            "apt",
            "apartment",
            "unitnumber",
            "suitenumber",
            "streetaddress2",
        ],
    ),
    (
        Field::Address,
        &[
            "address",
            "streetaddress",
            "address1",
            "addressline1",
            "addressline",
            "addr1",
            "addr",
            "addrfull",
            "street1",
            "streetaddress1",
            "shopaddress",
            "storeaddress",
            "businessaddress",
            "physicaladdress",
            "locationaddress",
            "siteaddress",
            "mailingaddress",
            "addressstreetaddress",
            "addressesfreeform",
            "freeform",
            "locationstreet",
        ],
    ),
    (
        Field::FullAddress,
        &[
            "fulladdress",
            "formattedaddress",
            "completeaddress",
            "locationformattedaddress",
            "addressfull",
            "addresstext",
        ],
    ),
    (
        Field::City,
        &[
            "city",
            "town",
            "cityname",
            "addrcity",
            "locality",
            "municipality",
            "addresslocality",
            "addresseslocality",
            "locationlocality",
            "village",
            "placecity",
            "shopcity",
            "citytown",
            "townname",
            "towncity",
            "posttown",
        ],
    ),
    (
        Field::County,
        &["county", "countyname", "addrcounty", "parish"],
    ),
    (
        Field::State,
        &[
            "state",
            "st",
            "province",
            "statecode",
            "stateabbr",
            "stateabbreviation",
            "statename",
            "addrstate",
            "region",
            "addressregion",
            "addressesregion",
            "locationregion",
            "stateprovince",
            "provincestate",
            "prov",
            "usstate",
            "adminregion",
            "regioncode",
        ],
    ),
    (
        Field::Zip,
        &[
            "zip",
            "zipcode",
            "postal",
            "postcode",
            "postalcode",
            "zippostalcode",
            "zippostal",
            "zip5",
            "addrpostcode",
            "addrpostc",
            "addrzip",
            "plz",
            "addresspostalcode",
            "addressespostcode",
            "locationpostcode",
            "postalzip",
            "zippostcode",
        ],
    ),
    (
        Field::ZipPlus4,
        &["zipplus4", "zip4", "plus4", "zipext", "zipsuffix"],
    ),
    (
        Field::Country,
        &[
            "country",
            "countrycode",
            "addrcountry",
            "addresscountry",
            "addressescountry",
            "locationcountry",
            "countryname",
            "nation",
        ],
    ),
    (
        Field::Latitude,
        &[
            "latitude",
            "lat",
            "y",
            "latdd",
            "latdeg",
            "latitudedeg",
            "declat",
            "decimallatitude",
            "gpslat",
            "gpslatitude",
            "ycoord",
            "ycoordinate",
            "geolat",
            "coordinateslatitude",
            "geocodesmainlatitude",
            "locationlat",
            "locationlatitude",
            "centerlat",
            "geometrylocationlat",
            "centroidlat",
            "intptlat",
        ],
    ),
    (
        Field::Longitude,
        &[
            "longitude",
            "lng",
            "lon",
            "long",
            "x",
            "lngdd",
            "londd",
            "longdd",
            "londeg",
            "longitudedeg",
            "declon",
            "declong",
            "decimallongitude",
            "gpslon",
            "gpslong",
            "gpslng",
            "gpslongitude",
            "xcoord",
            "xcoordinate",
            "geolon",
            "geolng",
            "geolong",
            "coordinateslongitude",
            "geocodesmainlongitude",
            "locationlng",
            "locationlon",
            "locationlongitude",
            "centerlon",
            "geometrylocationlng",
            "centroidlon",
            "centroidlng",
            "intptlon",
        ],
    ),
    (
        Field::Coordinates,
        &[
            "coordinates",
            "coords",
            "latlon",
            "latlng",
            "latlong",
            "geopoint",
            "point",
            "geolocation",
            "geom",
            "thegeom",
            "wkt",
            "geometry",
            "geo",
            "location",
            "latitudelongitude",
            "gps",
            "gpscoordinates",
        ],
    ),
    (
        Field::Phone,
        &[
            "phone",
            "tel",
            "telephone",
            "phonenumber",
            "phoneno",
            "contactphone",
            "businessphone",
            "phone1",
            "phones",
            "telephonenumber",
            "telno",
            "mobile",
            "contactnumber",
            "nationalphonenumber",
            "displayphone",
            "phonedisplay",
            "formattedphonenumber",
        ],
    ),
    (
        Field::Email,
        &["email", "emailaddress", "contactemail", "mail", "emails"],
    ),
    (
        Field::Website,
        &[
            "website",
            "web",
            "url",
            "websiteurl",
            "webaddress",
            "site",
            "weburl",
            "homepage",
            "contactwebsite",
            "webpage",
            "link",
            "websites",
            "websiteuri",
            "www",
            "domain",
            "businessurl",
        ],
    ),
    (
        Field::Hours,
        &[
            "hours",
            "openinghours",
            "openinghour",
            "openhours",
            "businesshours",
            "hoursofoperation",
            "dayshours",
            "operatinghours",
            "schedule",
            "hoursdisplay",
            "storehours",
            "times",
            "openingtimes",
            "dayhours",
            "hourstext",
            "workinghours",
            "regularopeninghoursweekdaydescriptions",
            "openinghoursweekdaytext",
        ],
    ),
    (
        Field::DayHours(0),
        &[
            "monday",
            "mondayhours",
            "hoursmonday",
            "mon",
            "monhours",
            "hoursmon",
        ],
    ),
    (
        Field::DayHours(1),
        &[
            "tuesday",
            "tuesdayhours",
            "hourstuesday",
            "tue",
            "tues",
            "tuehours",
            "hourstue",
        ],
    ),
    (
        Field::DayHours(2),
        &[
            "wednesday",
            "wednesdayhours",
            "hourswednesday",
            "wed",
            "wedhours",
            "hourswed",
        ],
    ),
    (
        Field::DayHours(3),
        &[
            "thursday",
            "thursdayhours",
            "hoursthursday",
            "thu",
            "thur",
            "thurs",
            "thuhours",
            "hoursthu",
        ],
    ),
    (
        Field::DayHours(4),
        &[
            "friday",
            "fridayhours",
            "hoursfriday",
            "fri",
            "frihours",
            "hoursfri",
        ],
    ),
    (
        Field::DayHours(5),
        &[
            "saturday",
            "saturdayhours",
            "hourssaturday",
            "sat",
            "sathours",
            "hourssat",
        ],
    ),
    (
        Field::DayHours(6),
        &[
            "sunday",
            "sundayhours",
            "hourssunday",
            "sun",
            "sunhours",
            "hourssun",
        ],
    ),
    (
        Field::Category,
        &[
            "category",
            "categories",
            "fsqcategorylabels",
            "categoryname",
            "categoriesname",
            "categoriesprimary",
            "primarycategory",
            "basiccategory",
            "taxonomyprimary",
            "categoriesalternate",
            "type",
            "types",
            "cuisine",
            "amenity",
            "tags",
            "kind",
            "subcategory",
            "businesstype",
            "placetype",
            "maincategory",
            "primarytype",
            "fsqcategoryids",
            "categoriesfsqcategoryid",
        ],
    ),
    (
        Field::Wifi,
        &[
            "wifi",
            "haswifi",
            "freewifi",
            "internet",
            "internetaccess",
            "wifiavailable",
            "wlan",
        ],
    ),
    (
        Field::OutdoorSeating,
        &[
            "outdoorseating",
            "hasoutdoorseating",
            "patio",
            "outdoor",
            "outdoorseats",
            "terrace",
            "outsideseating",
        ],
    ),
    (
        Field::Parking,
        &["parking", "hasparking", "parkingavailable", "freeparking"],
    ),
    (
        Field::Dogs,
        &[
            "dogs",
            "dogfriendly",
            "petfriendly",
            "petsallowed",
            "dogsallowed",
            "pets",
            "dog",
            "allowsdogs",
        ],
    ),
    (
        Field::WorkFriendly,
        &[
            "workfriendly",
            "goodforwork",
            "laptopfriendly",
            "worklaptops",
            "laptops",
            "laptop",
            "goodforworking",
            "workspace",
            "studyfriendly",
        ],
    ),
    (
        Field::PriceLevel,
        &["pricelevel", "price", "pricerange", "pricetier", "prices"],
    ),
    (
        Field::Description,
        &[
            "description",
            "about",
            "summary",
            "details",
            "bio",
            "editorialsummary",
            "notes",
            "comments",
        ],
    ),
    (
        Field::Image,
        &[
            "image",
            "imageurl",
            "photo",
            "photourl",
            "picture",
            "pictureurl",
            "img",
            "thumbnail",
            "featuredimage",
            "coverimage",
            "imagelink",
        ],
    ),
    (
        Field::Closed,
        &[
            "closed",
            "permanentlyclosed",
            "isclosed",
            "ispermanentlyclosed",
        ],
    ),
    (
        Field::Status,
        &["status", "operatingstatus", "businessstatus", "placestatus"],
    ),
    (
        Field::ClosedDate,
        &[
            "closeddate",
            "dateclosed",
            "closingdate",
            "closedon",
            "closuredate",
            "enddate",
            "locationenddate",
            "businessenddate",
        ],
    ),
    (
        Field::Chain,
        &[
            "chain",
            "chainname",
            "chainsname",
            "chains",
            "ischain",
            "fsqchainid",
            "fsqchainname",
            "chainsfsqchainid",
            "chainid",
        ],
    ),
    (
        Field::RefreshedAt,
        &[
            "refreshedat",
            "daterefreshed",
            "updatedat",
            "updated",
            "lastupdated",
            "lastupdate",
            "modified",
            "modifiedat",
            "datemodified",
            "lastmodified",
            "updatetime",
            "sourcesupdatetime",
            "timestamp",
            "lastverified",
            "checkdate",
            "verifiedat",
            "dateupdated",
        ],
    ),
];

static LOOKUP: LazyLock<HashMap<&'static str, (Field, u8)>> = LazyLock::new(|| {
    let mut lookup = HashMap::new();
    for (field, names) in NAMES {
        for (rank, name) in (0_u8..).zip(names.iter()) {
            lookup.entry(*name).or_insert((*field, rank));
        }
    }
    lookup
});

/// Objects whose members mean the same as if they stood outside.
const CONTAINERS: &[&str] = &[
    "address",
    "location",
    "contact",
    "geo",
    "geometry",
    "coordinates",
    "position",
    "properties",
    "attributes",
    "fields",
    "source",
    "addresses",
    "geocodes",
    "main",
    "details",
    "amenities",
    "features",
    "info",
    "data",
];

/// Lower case letters and digits of a column's name.
pub(crate) fn normalised(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// What a column or a dotted path of properties holds, with its rank among the names of that field
/// (0 = the most telling).
pub(crate) fn recognise(name: &str) -> Option<(Field, u8)> {
    if let Some(found) = LOOKUP.get(normalised(name).as_str()) {
        return Some(*found);
    }
    let (parents, last) = name.rsplit_once('.')?;
    let neutral = parents
        .split('.')
        .all(|parent| CONTAINERS.contains(&normalised(parent).as_str()));
    let found = if neutral {
        LOOKUP.get(normalised(last).as_str()).copied()
    } else {
        None
    };
    // Below what stands outside.
    found.map(|(field, rank)| (field, rank.saturating_add(64)))
}

impl Field {
    /// The name for `--map COLUMN=FIELD`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let names = NAMES
            .iter()
            .find(|(field, _)| *field == self)
            .and_then(|(_, names)| names.first());
        names.copied().unwrap_or("")
    }

    /// All fields in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(field, _)| *field)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// No field has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no field; choose one of: {}", all_names())]
pub struct UnknownField {
    /// The name that was given.
    pub name: String,
}

fn all_names() -> String {
    Field::all().map(Field::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Field {
    type Err = UnknownField;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = LOOKUP.get(normalised(name).as_str());
        found.map(|(field, _)| *field).ok_or_else(|| UnknownField {
            name: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_people_use() {
        let field = |name| recognise(name).map(|(field, _)| field);
        for (name, expected) in [
            ("Business Name", Field::Name),
            ("SHOP", Field::Name),
            ("ZIP/Postal Code", Field::Zip),
            ("Lng", Field::Longitude),
            ("Address 1", Field::Address),
            ("addr:street", Field::Street),
            ("Days/Hours", Field::Hours),
            ("tel", Field::Phone),
            ("Web-Site", Field::Website),
            ("@lat", Field::Latitude),
            ("location.address", Field::Address),
            ("location.postcode", Field::Zip),
            ("names.primary", Field::Name),
            ("geocodes.main.latitude", Field::Latitude),
            ("chains.name", Field::Chain),
            ("address.city", Field::City),
            ("Thurs", Field::DayHours(3)),
        ] {
            assert_eq!(field(name), Some(expected), "{name}");
        }
        for name in ["owner.phone", "Employees", "", "--"] {
            assert_eq!(field(name), None, "{name}");
        }
    }

    #[test]
    fn every_field_is_found_by_its_own_name_and_no_name_is_given_twice() {
        let mut seen = std::collections::HashSet::new();
        for (field, names) in NAMES {
            assert_eq!(field.name().parse(), Ok(*field));
            for name in *names {
                assert_eq!(normalised(name), **name);
                assert!(seen.insert(*name), "{name} stands twice");
            }
        }
        assert!(
            "frobnicate"
                .parse::<Field>()
                .unwrap_err()
                .to_string()
                .contains("latitude")
        );
    }
}
