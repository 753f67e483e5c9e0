//! Column names found in real files.

use super::Field;

/// Each field with its `--map` name and its known names, most specific first. Names are compared in lowercase, without
/// spaces and punctuation.
#[rustfmt::skip]
pub(super) const NAMES: &[(Field, &str, &[&str])] = &[
    (Field::Id, "id", &[
        "id", "fsqplaceid", "fsqid", "placeid", "osmid", "shopid", "storeid", "storecode", "locationid", "businessid",
        "venueid", "sourceid", "externalid", "objectid", "gersid", "uuid", "uid", "gid", "fid", "key",
    ]),
    (Field::Name, "name", &[
        "name", "shopname", "businessname", "coffeeshopname", "coffeeshop", "cafename", "cafe", "storename",
        "placename", "venuename", "locationname", "companyname", "establishmentname", "displayname", "displaynametext", "namesprimary", "nameprimary",
        "primaryname", "fullname", "title", "shop", "business", "store", "place", "venue", "company",
        "establishment", "facilityname", "organization", "label", "names",
    ]),
    (Field::TradeName, "trade_name", &[
        "dbaname", "dba", "tradename", "doingbusinessas", "doingbusinessasname", "dbatradename", "tradenamedba",
        "businessdba", "dbabusinessname", "nameofestablishment", "tradingas", "tradingname",
    ]),
    (Field::LegalName, "legal_name", &[
        "legalname", "ownershipname", "legalbusinessname", "businesslegalname", "legalentityname", "entityname",
        "corporatename", "corporationname", "licensee", "licenseename",
    ]),
    (Field::AlternativeName, "alternative_name", &[
        "altname", "alternativename", "alternatename", "othername", "officialname", "shortname", "oldname",
        "aka", "nickname", "namescommon", "namesrulesvalue",
    ]),
    (Field::Brand, "brand", &[
        "brand", "brandname", "brandnamesprimary", "chainbrand", "franchise",
    ]),
    (Field::BrandWikidata, "brand_wikidata", &[
        "brandwikidata", "wikidatabrand", "brandqid",
    ]),
    (Field::Operator, "operator", &[
        "operator", "owner", "ownername", "operatorname", "proprietor",
    ]),
    (Field::HouseNumber, "house_number", &[
        "housenumber", "housenum", "houseno", "streetnumber", "streetno", "addrhousenumber", "addrhouse",
        "addressnumber", "buildingnumber", "streetnum",
    ]),
    (Field::Street, "street", &[
        "street", "streetname", "addrstreet", "addrstree", "roadname", "road", "thoroughfare",
    ]),
    (Field::Unit, "unit", &[
        "unit", "suite", "address2", "addressline2", "addr2", "addrunit", "addrsuite", "street2", "apt",
        "apartment", "unitnumber", "suitenumber", "streetaddress2",
    ]),
    (Field::Address, "address", &[
        "address", "streetaddress", "address1", "addressline1", "addressline", "addr1", "addr", "addrfull",
        "street1", "streetaddress1", "shopaddress", "storeaddress", "businessaddress", "physicaladdress",
        "locationaddress", "siteaddress", "mailingaddress", "addressstreetaddress", "addressesfreeform",
        "freeform", "locationstreet",
    ]),
    (Field::FullAddress, "full_address", &[
        "fulladdress", "formattedaddress", "completeaddress", "locationformattedaddress", "addressfull",
        "addresstext",
    ]),
    (Field::City, "city", &[
        "city", "town", "cityname", "addrcity", "locality", "municipality", "addresslocality",
        "addresseslocality", "locationlocality", "village", "placecity", "shopcity", "citytown", "townname",
        "towncity", "posttown",
    ]),
    (Field::County, "county", &[
        "county", "countyname", "addrcounty", "parish",
    ]),
    (Field::State, "state", &[
        "state", "st", "province", "statecode", "stateabbr", "stateabbreviation", "statename", "addrstate",
        "region", "addressregion", "addressesregion", "locationregion", "stateprovince", "provincestate",
        "prov", "usstate", "adminregion", "regioncode", "administrativearea",
    ]),
    (Field::Zip, "zip", &[
        "zip", "zipcode", "postal", "postcode", "postalcode", "zippostalcode", "zippostal", "zip5",
        "addrpostcode", "addrpostc", "addrzip", "plz", "addresspostalcode", "addressespostcode",
        "locationpostcode", "postalzip", "zippostcode",
    ]),
    (Field::ZipPlus4, "zip_plus4", &[
        "zipplus4", "zip4", "plus4", "zipext", "zipsuffix",
    ]),
    (Field::Country, "country", &[
        "country", "countrycode", "addrcountry", "addresscountry", "addressescountry", "locationcountry",
        "countryname", "nation", "countryregion",
    ]),
    (Field::Latitude, "latitude", &[
        "latitude", "lat", "y", "latdd", "latdeg", "latitudedeg", "declat", "decimallatitude", "gpslat",
        "gpslatitude", "ycoord", "ycoordinate", "geolat", "coordinateslatitude", "geocodesmainlatitude",
        "locationlat", "locationlatitude", "centerlat", "geometrylocationlat", "centroidlat", "intptlat",
    ]),
    (Field::Longitude, "longitude", &[
        "longitude", "lng", "lon", "long", "x", "lngdd", "londd", "longdd", "londeg", "longitudedeg", "declon",
        "declong", "decimallongitude", "gpslon", "gpslong", "gpslng", "gpslongitude", "xcoord", "xcoordinate",
        "geolon", "geolng", "geolong", "coordinateslongitude", "geocodesmainlongitude", "locationlng",
        "locationlon", "locationlongitude", "centerlon", "geometrylocationlng", "centroidlon", "centroidlng",
        "intptlon",
    ]),
    (Field::Coordinates, "coordinates", &[
        "coordinates", "coords", "latlon", "latlng", "latlong", "geopoint", "point", "geolocation", "geom",
        "thegeom", "wkt", "geometry", "geo", "location", "latitudelongitude", "gps", "gpscoordinates",
    ]),
    (Field::Phone, "phone", &[
        "phone", "tel", "telephone", "phonenumber", "phoneno", "contactphone", "businessphone", "phone1",
        "phones", "telephonenumber", "telno", "mobile", "contactnumber", "nationalphonenumber", "displayphone",
        "phonedisplay", "formattedphonenumber", "primaryphone",
    ]),
    (Field::Email, "email", &[
        "email", "emailaddress", "contactemail", "mail", "emails",
    ]),
    (Field::Website, "website", &[
        "website", "web", "url", "websiteurl", "webaddress", "site", "weburl", "homepage", "contactwebsite",
        "webpage", "link", "websites", "websiteuri", "www", "domain", "businessurl", "googlemapsurl",
        "googlemapsuri", "googlemapslink",
    ]),
    (Field::Hours, "hours", &[
        "hours", "openinghours", "openinghour", "openhours", "businesshours", "hoursofoperation", "dayshours",
        "operatinghours", "schedule", "hoursdisplay", "storehours", "times", "openingtimes", "dayhours",
        "hourstext", "workinghours", "regularopeninghoursweekdaydescriptions", "openinghoursweekdaytext",
    ]),
    (Field::DayHours(0), "monday", &[
        "monday", "mondayhours", "hoursmonday", "mon", "monhours", "hoursmon",
    ]),
    (Field::DayHours(1), "tuesday", &[
        "tuesday", "tuesdayhours", "hourstuesday", "tue", "tues", "tuehours", "hourstue",
    ]),
    (Field::DayHours(2), "wednesday", &[
        "wednesday", "wednesdayhours", "hourswednesday", "wed", "wedhours", "hourswed",
    ]),
    (Field::DayHours(3), "thursday", &[
        "thursday", "thursdayhours", "hoursthursday", "thu", "thur", "thurs", "thuhours", "hoursthu",
    ]),
    (Field::DayHours(4), "friday", &[
        "friday", "fridayhours", "hoursfriday", "fri", "frihours", "hoursfri",
    ]),
    (Field::DayHours(5), "saturday", &[
        "saturday", "saturdayhours", "hourssaturday", "sat", "sathours", "hourssat",
    ]),
    (Field::DayHours(6), "sunday", &[
        "sunday", "sundayhours", "hourssunday", "sun", "sunhours", "hourssun",
    ]),
    (Field::Category, "category", &[
        "taxonomyprimary", "categoriesprimary", "category", "categories", "fsqcategorylabels", "categoryname",
        "categoriesname", "primarycategory", "basiccategory", "categoriesalternate", "type", "types",
        "cuisine", "amenity", "tags", "kind", "subcategory", "businesstype", "placetype", "maincategory",
        "primarytype", "fsqcategoryids", "categoriesfsqcategoryid",
    ]),
    (Field::Wifi, "wifi", &[
        "wifi", "haswifi", "freewifi", "internet", "internetaccess", "wifiavailable", "wlan",
    ]),
    (Field::OutdoorSeating, "outdoor_seating", &[
        "outdoorseating", "hasoutdoorseating", "patio", "outdoor", "outdoorseats", "terrace", "outsideseating",
    ]),
    (Field::Parking, "parking", &[
        "parking", "hasparking", "parkingavailable", "freeparking",
    ]),
    (Field::Dogs, "dogs", &[
        "dogs", "dogfriendly", "petfriendly", "petsallowed", "dogsallowed", "pets", "dog", "allowsdogs",
    ]),
    (Field::WorkFriendly, "work_friendly", &[
        "workfriendly", "goodforwork", "laptopfriendly", "worklaptops", "laptops", "laptop", "goodforworking",
        "workspace", "studyfriendly",
    ]),
    (Field::PriceLevel, "price_level", &[
        "pricelevel", "price", "pricerange", "pricetier", "prices",
    ]),
    (Field::Description, "description", &[
        "description", "about", "summary", "details", "bio", "editorialsummary", "notes", "comments", "fromthebusiness",
    ]),
    (Field::Image, "image_url", &[
        "image", "imageurl", "photo", "photourl", "picture", "pictureurl", "img", "thumbnail", "featuredimage",
        "coverimage", "imagelink",
    ]),
    (Field::Closed, "closed", &[
        "closed", "permanentlyclosed", "isclosed", "ispermanentlyclosed",
    ]),
    (Field::Status, "status", &[
        "status", "operatingstatus", "businessstatus", "placestatus", "licensestatus", "licencestatus",
        "permitstatus", "licstatus", "licensestate", "accountstatus", "facilitystatus", "statusdescription",
        "licensestatusdescription", "currentstatus",
    ]),
    (Field::Open, "open", &["isopen", "open", "isoperating", "isactive"]),
    (Field::Confidence, "confidence", &["confidence"]),
    (Field::Reports, "reports", &["unresolvedflags", "reports"]),
    (Field::ClosedDate, "closed_date", &[
        "closeddate", "dateclosed", "closingdate", "closedon", "closuredate", "enddate", "locationenddate",
        "businessenddate", "locationclosedate", "outofbusinessdate", "closedate",
    ]),
    (Field::Chain, "chain", &[
        "chain", "chainname", "chainsname", "chains", "ischain", "fsqchainid", "fsqchainname",
        "chainsfsqchainid", "chainid",
    ]),
    (Field::RefreshedAt, "refreshed_at", &[
        "refreshedat", "daterefreshed", "updatedat", "updated", "lastupdated", "lastupdate", "modified",
        "modifiedat", "datemodified", "lastmodified", "updatetime", "sourcesupdatetime", "timestamp",
        "lastverified", "checkdate", "verifiedat", "dateupdated",
    ]),
];
