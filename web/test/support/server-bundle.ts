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

/**
 * Evaluates the server's bundle as QuickJS does: in a realm that has the language alone, without the web's
 * classes, timers or `Intl`.
 */
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
  const realm = vm.createContext({ host });
  vm.runInContext(
    "for (const name of ['Intl', 'console', 'WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name]; globalThis.queueMicrotask ??= (f) => { Promise.resolve().then(f); };",
    realm,
  );
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
