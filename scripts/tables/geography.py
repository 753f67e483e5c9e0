"""Distances, name normalization, and the county that contains a point."""

import math
import re
import unicodedata
from collections import defaultdict

from sources import Point

EARTH_RADIUS_MILES = 3959.0
WORDS = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}


def distance(a: Point, b: Point) -> float:
    """Great-circle distance in miles."""
    lat_a, lon_a, lat_b, lon_b = map(math.radians, (*a, *b))
    squared = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    return 2 * EARTH_RADIUS_MILES * math.asin(min(1.0, math.sqrt(squared)))


def fold(name: str) -> str:
    """A key that is equal for Saint and St., with and without accents, spaces and punctuation."""
    ascii_name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).lower()
    words = re.sub(r"[^a-z0-9]+", " ", re.sub(r"['’‘ʻ`.]", "", ascii_name)).split()
    return "".join(WORDS.get(word, word) for word in words)


class Counties:
    """County polygons of a TopoJSON file."""

    def __init__(self, topology: dict) -> None:
        self.names: dict[str, str] = {}
        self._by_state: dict[str, list[tuple[str, tuple, list[list[Point]]]]] = defaultdict(list)
        arcs = _arcs(topology)
        for shape in topology["objects"]["counties"]["geometries"]:
            rings = _rings(shape, arcs)
            lons = [lon for ring in rings for lon, _ in ring]
            lats = [lat for ring in rings for _, lat in ring]
            box = (min(lats), min(lons), max(lats), max(lons))
            self.names[shape["id"]] = shape["properties"]["name"]
            self._by_state[shape["id"][:2]].append((shape["id"], box, rings))

    def at(self, state_fips: str, point: Point) -> str:
        """The county of the state that contains the point, else the one with the nearest border."""
        holder = self.holding(state_fips, point)
        return holder or min(self._by_state[state_fips], key=lambda county: _nearest_corner(county[2], point))[0]

    def holding(self, state_fips: str, point: Point) -> str | None:
        """The county of the state that contains the point, if any."""
        lat, lon = point
        for fips, box, rings in self._by_state[state_fips]:
            if box[0] <= lat <= box[2] and box[1] <= lon <= box[3] and _inside(rings, lon, lat):
                return fips
        return None

    def in_another_state(self, state_fips: str, point: Point) -> bool:
        """Whether another state's county contains the point; its own state's simplified coastline may exclude it."""
        return not self.holding(state_fips, point) and any(self.holding(other, point) for other in self._by_state if other != state_fips)


def states(topology: dict) -> dict[str, tuple[str, Point]]:
    """FIPS number to name and center; longitudes past the date line (the Aleutians) continue below -180."""
    arcs = _arcs(topology)
    result = {}
    for shape in topology["objects"]["states"]["geometries"]:
        rings = [[(lon - 360 if lon > 0 else lon, lat) for lon, lat in ring] for ring in _rings(shape, arcs)]
        area = moment_lon = moment_lat = 0.0
        for ring in rings:
            for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
                cross = x1 * y2 - x2 * y1
                area += cross
                moment_lon += (x1 + x2) * cross
                moment_lat += (y1 + y2) * cross
        result[shape["id"]] = (shape["properties"]["name"], (moment_lat / (3 * area), moment_lon / (3 * area)))
    return result


def _arcs(topology: dict) -> list[list[Point]]:
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    decoded = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        decoded.append(points)
    return decoded


def _rings(shape: dict, arcs: list[list[Point]]) -> list[list[Point]]:
    polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
    rings = []
    for polygon in polygons:
        for indices in polygon:
            ring: list[Point] = []
            for index in indices:
                points = arcs[index] if index >= 0 else arcs[~index][::-1]
                ring.extend(points[1:] if ring else points)
            rings.append(ring)
    return rings


def _inside(rings: list[list[Point]], lon: float, lat: float) -> bool:
    inside = False
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
            if (y1 > lat) != (y2 > lat) and lon < (x2 - x1) * (lat - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def _nearest_corner(rings: list[list[Point]], point: Point) -> float:
    return min(distance(point, (lat, lon)) for ring in rings for lon, lat in ring)
