"""Fills a stopped data folder's database with counts of events over 90 days, and with the sums that the server keeps of them.

usage: fill-analytics.py DATABASE ROWS
"""

import datetime
import sqlite3
import sys
import uuid

DAYS = 90
path, rows = sys.argv[1], int(sys.argv[2])
database = sqlite3.connect(path)
for table in ("event_counts", "event_days", "view_totals", "search_texts"):
    database.execute(f"DELETE FROM {table}")
shops = [row[0] for row in database.execute("SELECT id FROM shops ORDER BY id")]
towns = [row[0] for row in database.execute("SELECT id FROM cities ORDER BY id")]
NIL = uuid.UUID(int=0).bytes
today = datetime.datetime.now(datetime.timezone.utc).date()


def counts():
    """A third are views, a third clicks, a third searches; each referring site is counted once a day."""
    per_day = rows // DAYS
    for back in range(DAYS):
        day = (today - datetime.timedelta(days=back)).isoformat()
        for number in range(per_day):
            part, turn = number % 3, number // 3
            if part == 0 and turn % 10 == 0:
                yield day, "page_view", towns[turn // 10 % len(towns)], "city", 1 + turn % 9, None
            elif part == 0:
                yield day, "page_view", shops[turn % len(shops)], "shop", 1 + turn % 7, None
            elif part == 1:
                yield day, "website_click", shops[turn % len(shops)], f"x{turn // len(shops)}", 1, None
            elif turn % 50 == 0:
                yield day, "referrer", NIL, f"site{turn // 50 % 200}.example", 3, None
            else:
                yield day, "search", NIL, f"search {turn} of {back % 10}", 1, turn % 4


database.executemany(
    "INSERT INTO event_counts (day, kind, subject, detail, count, results) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING",
    counts(),
)
for statement in (
    "INSERT INTO event_days (day, kind, count) SELECT day, kind, SUM(count) FROM event_counts GROUP BY day, kind",
    "INSERT INTO view_totals (subject, kind, count) SELECT subject, detail, SUM(count) FROM event_counts"
    " WHERE kind = 'page_view' GROUP BY subject, detail",
    # No two visitors search in the same second of a day, as in reality.
    "INSERT INTO search_texts (text, count, results, last_at) SELECT detail, SUM(count), MAX(results), MAX(day)"
    " || strftime(' %H:%M:%S+00:00', ROW_NUMBER() OVER (ORDER BY detail) % 86400, 'unixepoch')"
    " FROM event_counts WHERE kind = 'search' GROUP BY detail",
):
    database.execute(statement)
database.commit()
print(database.execute("SELECT COUNT(*) FROM event_counts").fetchone()[0])
