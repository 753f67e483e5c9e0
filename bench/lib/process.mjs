import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** All running processes, to be stopped if a measurement is interrupted. */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

/**
 * Starts a program in the background. Its output is kept for error messages.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 */
export function start(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  let ended = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-20_000);
    });
  const exited = Promise.race([
    once(child, "exit"),
    once(child, "error").then(([error]) => (output += error.message)),
  ]).then(() => {
    ended = true;
    running.delete(child);
  });
  return {
    pid: child.pid,
    output: () => output,
    hasEnded: () => ended,
    exitCode: () => child.exitCode,
    ended: () => exited,
    async stop() {
      if (!ended) child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Runs a program and returns its standard output; if it fails, throws with its error output.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 */
export const run = (command, args, env = {}) =>
  execFileSync(command, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "pipe"],
  });

/**
 * Runs a program asynchronously and returns its output (the last 20,000 characters).
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 */
export async function runBeside(command, args, env = {}) {
  const program = start(command, args, env);
  await program.ended();
  if (program.exitCode() !== 0) throw new Error(`${command} failed:\n${program.output()}`);
  return program.output();
}

/**
 * Runs a program, which may take minutes, and samples its memory.
 * @param {string} command @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<{ output: string, seconds: number, peaks: number[] }>} `peaks`: resident bytes, sampled every second
 */
export async function runWatched(command, args, env = {}) {
  const began = performance.now();
  const program = start(command, args, env);
  const peaks = [];
  for (let asked = 0; !program.hasEnded(); await sleep(20)) {
    if (performance.now() - asked < 1000) continue;
    asked = performance.now();
    const bytes = residentBytes(program.pid);
    if (bytes > 0) peaks.push(bytes);
  }
  if (program.exitCode() !== 0) throw new Error(`${command} failed:\n${program.output()}`);
  return { output: program.output(), seconds: (performance.now() - began) / 1000, peaks };
}

/** An unused port of 127.0.0.1. */
export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  return port;
}

/**
 * Polls the address every 2 ms until it answers 200.
 * @param {string} url @param {ReturnType<typeof start>} server @param {number} [seconds]
 */
export async function answering(url, server, seconds = 120) {
  for (
    const deadline = performance.now() + seconds * 1000;
    performance.now() < deadline;
    await sleep(2)
  ) {
    if (server.hasEnded())
      throw new Error(`the server behind ${url} has ended:\n${server.output()}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
  }
  throw new Error(`${url} did not answer 200 within ${seconds} s:\n${server.output()}`);
}

/** Current resident memory of a process in bytes; 0 if it has ended. @param {number} pid */
export function residentBytes(pid) {
  try {
    return Number(run("ps", ["-o", "rss=", "-p", String(pid)])) * 1024;
  } catch {
    return 0;
  }
}

/**
 * CPU time of a process and its children so far, in seconds: user and system time. NaN on
 * systems without /proc.
 * @param {number} pid
 */
export function processorSeconds(pid) {
  const processes = new Map(processNumbers().map((number) => [number, accountOf(number)]));
  const belongs = (number) =>
    number === pid || (processes.get(number) && belongs(processes.get(number).parent));
  const own = [...processes].filter(([number, account]) => account && belongs(number));
  const ticks = own.reduce((sum, [, account]) => sum + account.ticks, 0);
  return own.length > 0 ? ticks / TICKS_PER_SECOND : Number.NaN;
}

function processNumbers() {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Nothing when it has ended. @param {number} number */
function accountOf(number) {
  try {
    // proc(5): state and parent follow the name; user and system time are fields 14 and 15 overall.
    const fields = readFileSync(`/proc/${number}/stat`, "utf8").split(") ").at(-1).split(" ");
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

/** Linux clock ticks per second, the same on all common platforms. */
const TICKS_PER_SECOND = 100;
