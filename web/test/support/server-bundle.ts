import { readFileSync } from "node:fs";
import vm from "node:vm";
import type { Outcome } from "../../src/routes/outcome.ts";

/** Answers a read, or undefined for "not found". */
export type Answer = (path: string) => unknown;

export interface Rendered {
  html: string;
  /** Reads that the page asked for, in order. */
  asked: string[];
  log: string[];
}

const source = readFileSync(new URL("../../dist/server/entry-server.js", import.meta.url), "utf8");
const script = new vm.Script(source.replace(/export\{\};?\s*$/, ""), {
  filename: "entry-server.js",
});

/** The web's classes that the renderer lends to QuickJS; nothing else of the web is there, nor `Intl`. */
const lent = { AbortController, AbortSignal, Headers, Response, URL, URLSearchParams };

/** Evaluates the server's bundle as QuickJS does: in a realm of its own, with the language and little more. */
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
