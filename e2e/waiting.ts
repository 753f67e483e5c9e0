import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Server } from "./server.ts";

const run = promisify(execFile);

// Node.js 20 can't write SQLite files; Python can, and the tests need it anyway.
const WRITE = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=10)
database.execute("""
    INSERT INTO stories (id, shop_id, status, prompt1_response, prompt2_response, created_at, updated_at)
    SELECT randomblob(16), id, 'pending', 'The town of ' || name || ' has a festival.', NULL, created_at, updated_at
    FROM shops
    WHERE deleted_at IS NULL AND is_active AND closed_at IS NULL AND id NOT IN (SELECT shop_id FROM stories)
    ORDER BY slug LIMIT ?""", (int(sys.argv[2]),))
database.commit()
print(database.total_changes)
`;

/** Adds stories that wait for moderation, one for each of this many shops; returns their number. */
export async function addWaitingStories({ database }: Server, count: number): Promise<number> {
  const { stdout } = await run("python3", ["-c", WRITE, database, String(count)]);
  return Number(stdout);
}

const SCHEDULED = `
import sqlite3, sys
database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, timeout=10)
for (slug,) in database.execute("SELECT slug FROM articles WHERE published_at > strftime('%Y-%m-%d %H:%M:%S', 'now')"):
    print(slug)
`;

/** The slugs of articles scheduled for the future. */
export async function scheduledArticles({ database }: Server): Promise<string[]> {
  const { stdout } = await run("python3", ["-c", SCHEDULED, database]);
  return stdout.split("\n").filter((slug) => slug !== "");
}
