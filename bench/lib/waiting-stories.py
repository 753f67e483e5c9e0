"""Adds stories that wait for a decision: waiting-stories.py DATABASE COUNT"""

import sqlite3
import sys

database = sqlite3.connect(sys.argv[1], timeout=10)
database.execute(
    """
    INSERT INTO stories (id, shop_id, status, prompt1_response, prompt2_response, created_at, updated_at)
    SELECT randomblob(16), id, 'pending', 'The town of ' || name || ' has a festival by the river every summer.',
        NULL, created_at, updated_at
    FROM shops ORDER BY slug LIMIT ?""",
    (int(sys.argv[2]),),
)
database.commit()
print(database.total_changes)
