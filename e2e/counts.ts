import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Server } from "./server.ts";

const run = promisify(execFile);

/** How often an event happened, as stored by the server. */
export interface Count {
  kind: string;
  /** The ID of the town, shop or article; all zeros if there is none. */
  subject: string;
  detail: string;
  count: number;
  results: number | null;
}

// Node.js 20 can't read SQLite files; Python can, and the tests need it anyway.
const READ = `
import json, sqlite3, sys, uuid
database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
rows = database.execute("SELECT kind, subject, detail, SUM(count), MAX(results) FROM event_counts GROUP BY 1, 2, 3")
names = ("kind", "subject", "detail", "count", "results")
print(json.dumps([dict(zip(names, (kind, str(uuid.UUID(bytes=subject)), *rest))) for kind, subject, *rest in rows]))
`;

/** All stored events. The server writes them every five seconds. */
export async function readCounts({ database }: Server): Promise<Count[]> {
  const { stdout } = await run("python3", ["-c", READ, database]);
  return JSON.parse(stdout) as Count[];
}

/** The events of one subject, as lines such as "page_view shop 2". */
export async function countsOf(server: Server, subject: string): Promise<string[]> {
  const counts = (await readCounts(server)).filter((row) => row.subject === subject);
  return counts.map(({ kind, detail, count }) => [kind, detail, count].join(" ")).sort();
}
