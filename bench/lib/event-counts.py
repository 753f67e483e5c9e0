"""How many events a data folder's database has counted, all kinds and days together.

usage: event-counts.py DATABASE
"""

import sqlite3
import sys

database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
print(database.execute("SELECT COALESCE(SUM(count), 0) FROM event_counts").fetchone()[0])
