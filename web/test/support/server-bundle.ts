import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import type { Outcome } from "../../src/routes/outcome.ts";

/** Answers a read, or undefined for "not found". */
export type Answer = (path: string) => unknown;

export interface Rendered {
  html: string;
  /** The reads that the page requested, in order. */
  asked: string[];
  log: string[];
}

const source = readFileSync(join(import.meta.dirname, "../../dist/server/entry-server.js"), "utf8");
const script = new vm.Script(source.replace(/export\{\};?\s*$/, ""), {
  filename: "entry-server.js",
});

/** The web classes that the renderer provides in QuickJS. No other web APIs are available, nor is `Intl`. */
const lent = { AbortController, AbortSignal, Headers, Response, URL, URLSearchParams };

/** Evaluates the server bundle as QuickJS does: in its own realm, with little besides the language. */
export function loadServerBundle(answerRead: Answer) {
  const state: { asked: string[]; log: string[] } = { asked: [], log: [] };
  const host = {
    get(path: string) {
      state.asked.push(path);
      const answer = answerRead(path);
      return answer === undefined ? null : JSON.stringify(answer);
    },
    log(level: string, message: string) {
      state.log.push(`${level}: ${message}`);
    },
  };
  const note =
    (level: string) =>
    (...parts: unknown[]) =>
      host.log(level, parts.map(String).join(" "));
  const console = {
    log: note("info"),
    info: note("info"),
    warn: note("warn"),
    error: note("error"),
  };
  // Timers never fire: a page is finished when its promise settles.
  const timers = {
    setTimeout: () => 0,
    clearTimeout() {},
    setInterval: () => 0,
    clearInterval() {},
  };
  const realm = vm.createContext({ host, console, queueMicrotask, ...lent, ...timers });
  vm.runInContext("delete globalThis.Intl; delete globalThis.WebAssembly;", realm);
  script.runInContext(realm);
  return async (
    path: string,
    search = "",
    outcome: Outcome = { status: 200 },
  ): Promise<Rendered> => {
    state.asked = [];
    state.log = [];
    const argument = JSON.stringify({ path, search, origin: "https://townperk.example", outcome });
    const html: string = await realm.render(argument);
    return { html, asked: state.asked, log: state.log };
  };
}
