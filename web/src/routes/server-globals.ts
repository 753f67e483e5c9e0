/**
 * The few web classes that the router uses and QuickJS does not have. Each does only what is used here:
 * nothing is fetched or cancelled during a render.
 */

declare const host: { log(level: string, message: string): void };

class HeadersStandIn {
  readonly #entries = new Map<string, string>();
  constructor(init?: Iterable<readonly [string, string]> | Record<string, string>) {
    if (!init) return;
    const pairs = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of pairs as Iterable<[string, string]>) this.set(name, value);
  }
  get(name: string) {
    return this.#entries.get(name.toLowerCase()) ?? null;
  }
  set(name: string, value: string) {
    this.#entries.set(name.toLowerCase(), String(value));
  }
  has(name: string) {
    return this.#entries.has(name.toLowerCase());
  }
  append(name: string, value: string) {
    this.set(name, value);
  }
  delete(name: string) {
    this.#entries.delete(name.toLowerCase());
  }
  [Symbol.iterator]() {
    return this.#entries[Symbol.iterator]();
  }
}

class ResponseStandIn {
  readonly body: unknown;
  readonly status: number;
  readonly headers: HeadersStandIn;
  constructor(body?: unknown, init: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body ?? null;
    this.status = init.status ?? 200;
    this.headers = new HeadersStandIn(init.headers);
  }
}

class AbortSignalStandIn {
  aborted = false;
  reason: unknown = undefined;
  addEventListener() {}
  removeEventListener() {}
  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }
}

class AbortControllerStandIn {
  readonly signal = new AbortSignalStandIn();
  abort(reason?: unknown) {
    this.signal.aborted = true;
    this.signal.reason = reason;
  }
}

class SearchParamsStandIn {
  readonly #pairs: [string, string][] = [];
  constructor(init: string | Record<string, string> = "") {
    if (typeof init !== "string") {
      for (const [name, value] of Object.entries(init)) this.#pairs.push([name, String(value)]);
      return;
    }
    for (const part of init.replace(/^\?/, "").split("&")) {
      if (part === "") continue;
      const cut = part.indexOf("=");
      const name = cut < 0 ? part : part.slice(0, cut);
      this.#pairs.push([decodePlus(name), cut < 0 ? "" : decodePlus(part.slice(cut + 1))]);
    }
  }
  get(name: string) {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
  }
  append(name: string, value: string) {
    this.#pairs.push([name, String(value)]);
  }
  set = this.append;
  entries() {
    return this.#pairs[Symbol.iterator]();
  }
  [Symbol.iterator]() {
    return this.#pairs[Symbol.iterator]();
  }
  toString() {
    return this.#pairs
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join("&");
  }
}

function decodePlus(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function log(level: string) {
  return (...parts: unknown[]) => host.log(level, parts.map(String).join(" "));
}

const standIns: Record<string, unknown> = {
  Headers: HeadersStandIn,
  Response: ResponseStandIn,
  AbortSignal: AbortSignalStandIn,
  AbortController: AbortControllerStandIn,
  URLSearchParams: SearchParamsStandIn,
  console: {
    log: log("info"),
    info: log("info"),
    debug: log("debug"),
    warn: log("warn"),
    error: log("error"),
  },
  // A render is over before any timer could fire.
  setTimeout: () => 0,
  clearTimeout: () => {},
  setInterval: () => 0,
  clearInterval: () => {},
};

for (const [name, value] of Object.entries(standIns)) {
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}
