import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Server } from "./server.ts";

const run = promisify(execFile);

/** How often something happened, as the server keeps it. */
export interface Count {
  kind: string;
  /** The town, shop or article; all zeros for none. */
  subject: string;
  detail: string;
  count: number;
  results: number | null;
}

// Node.js 20 reads no SQLite file; Python, which the tests need anyway, does.
const READ = `
import json, sqlite3, sys, uuid
database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
rows = database.execute("SELECT kind, subject, detail, SUM(count), MAX(results) FROM event_counts GROUP BY 1, 2, 3")
names = ("kind", "subject", "detail", "count", "results")
print(json.dumps([dict(zip(names, (kind, str(uuid.UUID(bytes=subject)), *rest))) for kind, subject, *rest in rows]))
`;

/** All events that are written: the server does so every five seconds. */
export async function readCounts({ database }: Server): Promise<Count[]> {
  const { stdout } = await run("python3", ["-c", READ, database]);
  return JSON.parse(stdout) as Count[];
}

/** What is written of one subject, as lines such as "page_view shop 2". */
export async function countsOf(server: Server, subject: string): Promise<string[]> {
  const counts = (await readCounts(server)).filter((row) => row.subject === subject);
  return counts.map(({ kind, detail, count }) => [kind, detail, count].join(" ")).sort();
}
