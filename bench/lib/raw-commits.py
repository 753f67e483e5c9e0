"""How many transactions a second SQLite itself makes durable here: one vote each (a row, a count, a change), one after the
other, straight through its C library, with the server's own durability (WAL, synchronous=FULL).

usage: raw-commits.py FOLDER SECONDS
"""

import os
import sqlite3
import sys
import time
import uuid

SHOPS = 200

folder, seconds = sys.argv[1], float(sys.argv[2])
path = os.path.join(folder, f"raw-{uuid.uuid4().hex}.sqlite")
database = sqlite3.connect(path, isolation_level=None)
for statement in (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "CREATE TABLE shops (id BLOB PRIMARY KEY, upvote_count INTEGER NOT NULL, version INTEGER NOT NULL)",
    "CREATE TABLE votes (shop_id BLOB, visitor BLOB, voted_at TEXT NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (shop_id, visitor))",
    "CREATE TABLE changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, entity_id BLOB NOT NULL)",
):
    database.execute(statement)
shops = [uuid.uuid4().bytes for _ in range(SHOPS)]
database.executemany("INSERT INTO shops VALUES (?, 0, 1)", [(shop,) for shop in shops])

commits = 0
began = time.perf_counter()
while time.perf_counter() - began < seconds:
    shop = shops[commits % SHOPS]
    database.execute("BEGIN IMMEDIATE")
    database.execute(
        "INSERT INTO votes VALUES (?, ?, '2026-03-04 15:00:00+00:00', 1)", (shop, os.urandom(16))
    )
    database.execute(
        "UPDATE shops SET upvote_count = upvote_count + 1, version = version + 1 WHERE id = ?", (shop,)
    )
    database.execute("INSERT INTO changes (kind, entity_id) VALUES ('shop', ?)", (shop,))
    database.execute("COMMIT")
    commits += 1
print(commits / (time.perf_counter() - began))
database.close()
os.remove(path)
