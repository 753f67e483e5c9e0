"""Derives the table of chains from the name-suggestion-index. Usage: build_chains.py FOLDER_OF_FETCH OUTPUT_FOLDER

Kept are the brands of 13 categories that serve the whole world, the United States or some of the states. Tier "coffee" is cafes,
coffee and tea shops, bakery cafes and whoever sells donuts, bagels or bubble tea; tier "food" is the rest.
"""

import re
import shutil
import sys
import unicodedata
from pathlib import Path

from sources import Sources

CATEGORIES = [
    "amenity/cafe", "amenity/fast_food", "amenity/fuel", "amenity/ice_cream", "amenity/restaurant", "shop/bakery", "shop/beverages",
    "shop/chocolate", "shop/coffee", "shop/confectionery", "shop/convenience", "shop/pastry", "shop/tea",
]
COFFEE_CATEGORIES = {"amenity/cafe", "shop/coffee", "shop/tea"}
COFFEE_CUISINES = {"coffee_shop", "donut", "bagel", "bubble_tea"}
NAME_TAGS = ["name", "brand", "alt_name", "short_name", "official_name", "name:en", "brand:en"]
SHORTEST_CERTAIN_NAME = 5
# Restaurants and bakeries of the index that sell coffee like a cafe.
BAKERY_CAFES = {"Au Bon Pain", "Brioche Dorée", "Panera Bread", "Paris Baguette", "Tous les Jours"}
# Words that mean a brand as the whole name only: "Street Corner Bakery" is anybody's.
WHOLE_NAMES = {"Corner Bakery"}
# Where a brand is, if the index says everywhere and others have its name elsewhere.
CASEYS = "AL AR FL IA IL IN KS KY MI MN MO MS ND NE OH OK SD TN TX WI"
STATES = {
    "% Arabica": "CA FL NJ NV NY TX", "Black Rock Coffee": "AZ CA CO ID OR TX WA", "Casey's": CASEYS, "Casey's General Store": CASEYS,
}
# Words and names that independent shops use, too; shorter names are ambiguous anyway.
AMBIGUOUS = {
    "% Arabica", "Aroma Espresso Bar", "Bambu", "Big Orange", "Black Sheep Coffee", "Café Amazon", "Casey's", "Casey's General Store",
    "Coffee Republic", "Coffee Time", "Columbus Café", "Costa", "Euro Café", "Grind", "Junbi", "Kitanda", "Mikel", "Quickly",
    "Second Cup", "Snooze", "Tastea", "The Alley", "The Bean", "Think Coffee",
}


def main() -> None:
    sources, output = Sources(Path(sys.argv[1])), Path(sys.argv[2])
    rows = sorted({row(category, brand) for category in CATEGORIES for brand in sources.brands(category)["items"]} - {None})
    with (output / "brands.tsv").open("w", encoding="utf-8", newline="") as file:
        file.write("tier\tbrand\tstates\twikidata\tdoubt\tnames\n")
        for fields in rows:
            if any("\t" in field or "\n" in field for field in fields):
                raise ValueError(f"a field holds a tab or line end: {fields}")
            file.write("\t".join(fields) + "\n")
    license = sources.folder / "npm/name-suggestion-index/LICENSE.md"
    shutil.copyfile(license, output / "brands.LICENSE.md")


def row(category: str, brand: dict) -> tuple[str, ...] | None:
    states = serves(brand["locationSet"])
    if states is None:
        return None
    name = brand["displayName"]
    tags = brand["tags"]
    cuisines = set(tags.get("cuisine", "").split(";"))
    sells_coffee = category in COFFEE_CATEGORIES or cuisines & COFFEE_CUISINES or name in BAKERY_CAFES
    texts = [tags[tag] for tag in NAME_TAGS if tag in tags] + brand.get("matchNames", []) + [name] * bool(sells_coffee)
    names = sorted({simplify(text) for text in texts} - {""})
    doubt = ""
    if name in AMBIGUOUS:
        doubt = "yes"
    elif name in WHOLE_NAMES:
        doubt = "whole"
    elif min(map(len, names)) < SHORTEST_CERTAIN_NAME:
        doubt = "short"
    tier = "coffee" if sells_coffee else "food"
    return (tier, name, STATES.get(name, states), tags.get("brand:wikidata", ""), doubt, " ".join(names))


def serves(where: dict) -> str | None:
    """"" for the whole country, "FL GA" for some states, None for elsewhere."""
    included = [place for place in where["include"] if isinstance(place, str)]
    if "us" in where.get("exclude", []):
        return None
    if "001" in included or "us" in included:
        return ""
    states = {found[1].upper() for place in included if (found := re.match(r"us-([a-z]{2})\b", place))}
    return " ".join(sorted(states)) or None


def simplify(name: str) -> str:
    """Lowercase without spaces, punctuation and diacritics; the matcher normalizes the result further."""
    text = unicodedata.normalize("NFKD", name.replace("&", "and")).lower()
    return "".join(c for c in text if c.isalnum())


if __name__ == "__main__":
    main()
