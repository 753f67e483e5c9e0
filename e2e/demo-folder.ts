import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DEMO_FOLDER, startServer } from "./server.ts";

const run = promisify(execFile);

const FORGET_JOBS = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=10)
database.execute("DELETE FROM jobs")
database.commit()
database.close()
`;

/** Before all tests: one server makes up the demo, and each later one starts with a copy of its folder. */
export default async function makeDemoFolder() {
  const server = await startServer();
  await server.leave();
  // It may have left in the middle of one, which others would take up a minute later; each begins its own.
  await run("python3", ["-c", FORGET_JOBS, server.database]);
  process.env[DEMO_FOLDER] = server.data;
  return server.stop;
}
