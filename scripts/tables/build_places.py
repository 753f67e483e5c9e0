"""Derives the gazetteer's tables from registry packages. Usage: build_places.py FOLDER_OF_FETCH OUTPUT_FOLDER"""

import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from geography import Counties, distance, fold, states
from sources import Point, Sources

CODES = (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT "
    "VA WA WV WI WY"
).split()
UNUSED_FIPS = {3, 7, 14, 43, 52}
FIPS = [f"{number:02}" for number in range(1, 57) if number not in UNUSED_FIPS]
NEAR_OWN_ZIP_MILES = 30.0
SOURCES_DISAGREE_MILES = 25.0
SAME_PLACE_MILES = 5.0
LARGEST_UNCONFIRMED = 60_000
# A region and two buildings that GeoNames lists as places.
NO_TOWNS = {("Tri-Cities", "WA"), ("Washington Street Courthouse Annex", "AL"), ("Sugarcreek Police Dept", "OH")}
PARTS_AND_RUINS = {"PPLX", "PPLQ", "PPLH", "PPLW"}
CITY_WITH_DISTRICTS = 20_000
PEOPLE_PER_SQUARE_MILE = 3_500
WIDEST_CITY_MILES = 8.0


def main() -> None:
    sources, output = Sources(Path(sys.argv[1])), Path(sys.argv[2])
    fips_of = {code: fips for code, fips in zip(CODES, FIPS, strict=True)}
    atlas = sources.atlas()
    counties, state_shapes = Counties(atlas), states(atlas)
    records = [r for r in sources.zip_records() if usable_zip(r, fips_of)]
    accepted = accepted_cities(records)
    places = build_places(sources, fips_of, counties, accepted)
    zips = build_zips(sources, fips_of, counties, records, places)
    zones = [zone for zone, _ in Counter(row["zone"] for row in zips + places).most_common()]
    for row in zips + places:
        row["zone"] = zones.index(row["zone"])

    write(output / "zip_areas.csv", ["zip", "city", "state", "county_fips", "latitude", "longitude", "kind", "zone"], zips)
    write(output / "places.csv", ["name", "state", "county_fips", "latitude", "longitude", "population", "kind", "zone", "district_of"], places)
    write(output / "time_zones.csv", ["name"], [{"name": zone} for zone in zones])
    write(output / "counties.csv", ["county_fips", "name", "full_name"], county_rows(sources, counties, zips + places))
    rows = [{"fips": fips, "code": code, "shape": state_shapes[fips]} for code, fips in fips_of.items()]
    rows = [row | {"name": row["shape"][0], "latitude": row["shape"][1][0], "longitude": row["shape"][1][1]} for row in rows]
    write(output / "states.csv", ["fips", "code", "name", "latitude", "longitude"], rows)


def usable_zip(record: dict, fips_of: dict[str, str]) -> bool:
    """A ZIP code in use, in the 50 states or D.C., with a point."""
    somewhere = float(record["lat"] or 0) != 0
    return record["active"] and somewhere and record["state"] in fips_of and record["zip_code_type"] != "MILITARY"


def accepted_cities(records: list[dict]) -> dict[tuple[str, str, str], list[Point]]:
    """("P" or "A", folded city, state) to the points of its ZIP codes: P is the primary city, A another one that USPS accepts."""
    found: dict[tuple[str, str, str], list[Point]] = defaultdict(list)
    for record in records:
        point = (float(record["lat"]), float(record["long"]))
        found["P", fold(record["city"]), record["state"]].append(point)
        for city in record["acceptable_cities"]:
            found["A", fold(city), record["state"]].append(point)
    return found


def build_places(sources: Sources, fips_of: dict[str, str], counties: Counties, accepted: dict) -> list[dict]:
    """Places that USPS knows nearby, and others unless they are parts of a city, abandoned, or list its population."""
    features = sources.feature_codes()
    county_digits, titles = sources.geonames_counties(), sources.county_titles()
    rows = []
    for city in sources.geonames_places():
        state, point = city["admin1code"], (city["latitude"], city["longitude"])
        feature = features.get(city["geonameid"], "")
        if state not in fips_of or "(historical)" in city["name"] or (city["name"], state) in NO_TOWNS:
            continue
        name = clean_name(city["name"])
        kind = mail_kind(accepted, name, state, point)
        if kind == "O" and (feature in PARTS_AND_RUINS or city["population"] > LARGEST_UNCONFIRMED):
            continue
        digits = county_digits.get((city["name"], state, str(city["latitude"]), str(city["longitude"])))
        fips = fips_of[state] + (digits or "")
        # Connecticut's planning regions aren't in the county names: its ZIP codes have counties, so its places do, too.
        if fips not in titles:
            fips = counties.at(fips_of[state], point)
        rows.append({
            "name": name, "state": state, "county_fips": fips, "latitude": point[0], "longitude": point[1],
            "population": city["population"], "kind": kind, "zone": city["timezone"], "district_of": "",
            "feature": feature,
        })
    rows = without_copies(rows)
    mark_districts(rows)
    return sorted(rows, key=lambda row: (row["state"], fold(row["name"]), row["county_fips"]))


def clean_name(name: str) -> str:
    """"City of Milford (balance)" is Milford; a comma would split the table's fields."""
    name = re.sub(r", (CDP|Town of|City of)$", "", name)
    name = re.sub(r" \((balance|village)\)$", "", name)
    name = re.sub(r"^City of ", "", name)
    return "New York" if name == "New York City" else name.replace(",", "").strip()


def mail_kind(accepted: dict, name: str, state: str, point: Point) -> str:
    for kind in ("P", "A"):
        points = accepted.get((kind, fold(name), state), [])
        if any(distance(point, other) <= NEAR_OWN_ZIP_MILES for other in points):
            return kind
    return "O"


def without_copies(rows: list[dict]) -> list[dict]:
    """GeoNames has some towns twice; keeps the one with more inhabitants."""
    kept: dict[tuple[str, str], list[dict]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (-row["population"], row["name"])):
        others = kept[fold(row["name"]), row["state"]]
        copy = any(o["county_fips"] == row["county_fips"] or distance(at(o), at(row)) <= SAME_PLACE_MILES for o in others)
        if not copy:
            others.append(row)
    return [row for group in kept.values() for row in group]


def mark_districts(rows: list[dict]) -> None:
    """A place unknown to USPS, in the area of a postal city ten times as large, is a district of that city."""
    cities = defaultdict(list)
    for row in rows:
        if row["kind"] == "P" and row["population"] >= CITY_WITH_DISTRICTS and row["feature"] not in PARTS_AND_RUINS:
            reach = min(WIDEST_CITY_MILES, math.sqrt(row["population"] / math.pi / PEOPLE_PER_SQUARE_MILE))
            cities[row["state"]].append((reach, row))
    for row in rows:
        if row["kind"] == "O":
            around = [
                (distance(at(row), at(city)), city["name"])
                for reach, city in cities[row["state"]]
                if city["population"] >= 10 * row["population"] and distance(at(row), at(city)) <= reach
            ]
            if around:
                row["kind"], row["district_of"] = "D", min(around)[1]


def build_zips(sources: Sources, fips_of: dict, counties: Counties, records: list[dict], places: list[dict]) -> list[dict]:
    census = sources.census_points()
    titles = {(fips[:2], title): fips for fips, title in sources.county_titles().items()}
    zones = {row["zone"] for row in places}
    by_name = defaultdict(list)
    for place in places:
        by_name[fold(place["name"]), place["state"]].append(at(place))
    rows = []
    for record in records:
        state = record["state"]
        city = re.sub(r"\bMc ([A-Z])", r"Mc\1", record["city"])
        point = (float(record["lat"]), float(record["long"]))
        area = census.get(record["zip_code"], point)
        # The center of an area along a border can be in the next state; use the post office instead.
        if area != point and not counties.in_another_state(fips_of[state], area):
            point = nearer_to_city(area, point, by_name[fold(city), state])
        fips = titles.get((fips_of[state], record["county"])) or counties.at(fips_of[state], point)
        zone = record["timezone"]
        if zone not in zones and "/" not in zone:
            zone = min(places, key=lambda place: distance(point, at(place)))["zone"]
        rows.append({
            "zip": record["zip_code"], "city": city.replace(",", ""), "state": state, "county_fips": fips,
            "latitude": point[0], "longitude": point[1], "zone": zone,
            "kind": {"STANDARD": "S", "PO BOX": "P", "UNIQUE": "U"}[record["zip_code_type"]],
        })
    return sorted(rows, key=lambda row: row["zip"])


def nearer_to_city(census: Point, postal: Point, cities: list[Point]) -> Point:
    """The Census Bureau's point, unless it is far from the USPS point, which is nearer to the ZIP code's own city."""
    if distance(census, postal) <= SOURCES_DISAGREE_MILES or not cities:
        return census
    return min(census, postal, key=lambda point: min(distance(point, city) for city in cities))


def county_rows(sources: Sources, counties: Counties, rows: list[dict]) -> list[dict]:
    titles = sources.county_titles()
    result = []
    for fips in sorted({row["county_fips"] for row in rows}):
        full = titles[fips]
        name = counties.names.get(fips) or re.sub(r" Census Area$", "", full)
        result.append({"county_fips": fips, "name": name, "full_name": full})
    return result


def at(row: dict) -> Point:
    return (row["latitude"], row["longitude"])


def write(path: Path, columns: list[str], rows: list[dict]) -> None:
    """Fields without quotes, because the reader splits at commas; coordinates with 4 decimals, about 10 meters."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(",".join(columns) + "\n")
        for row in rows:
            fields = [f"{row[c]:.4f}".rstrip("0").rstrip(".") if isinstance(row[c], float) else str(row[c]) for c in columns]
            if any("," in field or '"' in field or "\n" in field for field in fields):
                raise ValueError(f"a field needs quotes: {fields}")
            file.write(",".join(fields) + "\n")


if __name__ == "__main__":
    main()
