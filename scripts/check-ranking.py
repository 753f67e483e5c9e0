#!/usr/bin/env python3
"""Computes the community ranking of towns from the database with the formula on /how-we-rank, and compares it with the
server's. Shares no code with the server.

usage: scripts/check-ranking.py http://127.0.0.1:8080 data/townperk.sqlite alexandria-la hammond-la monroe-la
"""

import json
import math
import sqlite3
import sys
import urllib.request
import uuid
from datetime import datetime, timezone

HALF_LIFE = 180 * 24 * 3600


def moment(text):
    return datetime.fromisoformat(text).astimezone(timezone.utc)


def ask(url):
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def votes(database, shop, midnight):
    """(v, voters): the latest vote before midnight of each counted visitor (five new ones per day and network), halved every 180 days."""
    v, voters = 0.0, 0
    rows = database.execute("SELECT voted_at, previous_at FROM votes WHERE is_ranked AND shop_id = ?", (shop,))
    for voted_at, previous_at in rows:
        before = [moment(at) for at in (voted_at, previous_at) if at and moment(at) < midnight]
        if before:
            v += 0.5 ** ((midnight - max(before)).total_seconds() / HALF_LIFE)
            voters += 1
    return v, voters


def ratings(rating, count):
    return (rating * (1 if count is None else count), 1 if count is None else count) if rating else (0, 0)


def order(database, mean, town, midnight):
    columns = "id, name, image_url, google_rating, google_review_count"
    rows = database.execute(
        f"SELECT {columns} FROM shops WHERE city_id = (SELECT id FROM cities WHERE slug = ?)"
        " AND is_active AND deleted_at IS NULL AND closed_at IS NULL",
        (town,),
    )
    ranked = []
    for shop, name, image, rating, count in rows:
        total, n = ratings(rating, count)
        v, voters = votes(database, shop, midnight)
        score = (5 * mean + total) / (5 + n) + math.log2(1 + v)
        ranked.append((-round(score, 6), -voters, image is None, name.lower(), str(uuid.UUID(bytes=shop)), name))
    return sorted(ranked)


def main():
    server, path, *towns = sys.argv[1:]
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    numbers = ask(f"{server}/api/ranking")
    midnight = datetime.fromisoformat(numbers["rankedOn"]).replace(tzinfo=timezone.utc)
    listed = database.execute(
        "SELECT google_rating, google_review_count FROM shops WHERE is_active AND deleted_at IS NULL AND closed_at IS NULL"
    )
    sums = [ratings(*row) for row in listed]
    mean = sum(total for total, _ in sums) / sum(n for _, n in sums)
    print(f"m = {mean:.3f} (the server says {numbers['meanRating']})")
    wrong = 0
    for town in towns:
        answer = ask(f"{server}/api/cities/{town}/coffee-spots")
        shown = answer["communityShops"] or answer["shops"]
        ours = order(database, mean, town, midnight)[:10]
        print(f"\n{town}")
        for place, (mine, its) in enumerate(zip(ours, shown, strict=True), 1):
            same = mine[5] == its["name"] and f"{-mine[0]:.2f}" == its["ranking"]["score"]
            wrong += not same
            print(f"{place:3} {-mine[0]:8.4f} {-mine[1]:5} voters  {mine[5]}" + ("" if same else f"  != {its['name']} {its['ranking']}"))
    print(f"\n{'all as the server has it' if not wrong else f'{wrong} places differ'}")
    sys.exit(bool(wrong))


main()
