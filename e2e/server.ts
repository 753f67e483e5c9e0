import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const project = fileURLToPath(new URL("..", import.meta.url));
const binary = resolve(project, process.env.CARGO_TARGET_DIR ?? "target", "debug/townperk");

/** In ms. The server gives itself ten seconds, and a loaded machine needs some to end the process. */
const LONGEST_STOP = 25_000;
/** The first one makes up the demo before. */
const LONGEST_START = 90_000;

/** Names the data folder that servers with the demo start with a copy of: made once, in `demo-folder.ts`. */
export const DEMO_FOLDER = "TOWNPERK_E2E_DEMO_FOLDER";

/** Nothing, the towns and shops that most tests share, or also the past that a newcomer finds. */
export type Demo = "none" | "shops" | "everything";

const COMMANDS: Record<Demo, string[]> = {
  none: ["serve"],
  shops: ["serve", "--demo=shops"],
  everything: ["serve", "--demo"],
};

/** The built binary with a demo, or none, in a folder of its own. */
export interface Server {
  /** Without a trailing slash. */
  url: string;
  /** The data folder. */
  data: string;
  /** The folder that mails are written to. */
  mails: string;
  /** The SQLite file. */
  database: string;
  /** Everything the server has printed so far. */
  output(): string;
  /** Runs another command of the binary on the same data. */
  townperk(...words: string[]): Promise<string>;
  /** Stops, to simulate a lost network: connections are refused until it comes back. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * `settings` are environment variables in addition to those every test server gets. Only the shops are copied: a past is as
 * old as its server.
 */
export async function startServer(
  settings: Record<string, string> = {},
  demo: Demo = "shops",
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "townperk-e2e-"));
  const data = join(folder, "data");
  const made = process.env[DEMO_FOLDER];
  if (demo === "shops" && made) await cp(made, data, { recursive: true });
  const address = `127.0.0.1:${await freePort()}`;
  // Settings in the developer's environment must not reach the server under test.
  const env = {
    PATH: process.env.PATH,
    TOWNPERK_LISTEN: address,
    TOWNPERK_DATA_DIR: data,
    // Lets a test use its own client IP, so that tests don't share rate limits.
    TOWNPERK_TRUSTED_PROXIES: "127.0.0.1",
    TOWNPERK_DRAIN_SECONDS: "0",
    // A busy machine is neither a stuck render nor an outage of the database.
    TOWNPERK_RENDER_DEADLINE_MS: "20000",
    TOWNPERK_DATABASE_TIMEOUT_MS: "20000",
    ...settings,
  };
  const output: string[] = [];
  const launch = () => {
    const started = spawn(binary, COMMANDS[demo], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
    return started;
  };
  let child = launch();

  const stop = async () => {
    await end(child, output);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, `http://${address}`);
  } catch (cause) {
    await stop();
    throw new Error(`${binary} did not become ready; it said:\n${output.join("")}`, { cause });
  }
  const townperk = async (...words: string[]) => {
    const { stdout } = await run(binary, words, { cwd: folder, env });
    return stdout;
  };
  return {
    url: `http://${address}`,
    data,
    mails: join(data, "mail"),
    database: join(data, "townperk.sqlite"),
    output: () => output.join(""),
    townperk,
    leave: () => end(child, output),
    comeBack: async () => {
      if (child.exitCode === null && child.signalCode === null) return;
      child = launch();
      await ready(child, `http://${address}`);
    },
    stop,
  };
}

async function ready(child: ChildProcess, url: string) {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + LONGEST_START; Date.now() < deadline; await sleep(50)) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw new Error("no answer of 200 at /readyz in time");
}

/** Sends SIGTERM first: the end of a run also tests graceful shutdown. */
async function end(child: ChildProcess, output: string[]) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const inTime = await Promise.race([exited, sleep(LONGEST_STOP, undefined, { ref: false })]);
  if (inTime) return;
  child.kill("SIGKILL");
  throw new Error(
    `the server did not stop within ${LONGEST_STOP / 1000} s of SIGTERM; it said:\n${output.join("").slice(-2000)}`,
  );
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
