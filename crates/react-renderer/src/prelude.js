// The few things of a browser that a React server bundle expects and QuickJS lacks.
// Only what bundles were seen to need: no streams, no crypto, no fetch, no event loop.
const { get, log, parseUrl, setUrlPart, parseQuery, writeQuery } = globalThis.rendererNative;
delete globalThis.rendererNative;

const text = (value) => String(value).toWellFormed();

const define = (members) => {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
};

define({
  host: Object.freeze({
    get: (path) => get(text(path)),
    log: (level, message) => log(text(level), text(message)),
  }),
});

// Console: one line per call.

const show = (value) => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value}\n${value.stack ?? ''}`.trimEnd();
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};
const logger =
  (level) =>
  (...values) =>
    log(level, text(values.map(show).join(' ')));
const ignore = () => undefined;

define({
  console: {
    error: logger('error'),
    warn: logger('warn'),
    log: logger('info'),
    info: logger('info'),
    debug: logger('debug'),
    trace: logger('debug'),
    assert: (condition, ...values) => condition || logger('error')('Assertion failed:', ...values),
    group: ignore,
    groupCollapsed: ignore,
    groupEnd: ignore,
    time: ignore,
    timeEnd: ignore,
  },
});

// Timers never fire: a page is finished when its promise settles, and nothing runs after that.

define({
  setTimeout: () => 0,
  setInterval: () => 0,
  setImmediate: () => 0,
  clearTimeout: ignore,
  clearInterval: ignore,
  clearImmediate: ignore,
});

// Aborting.

class AbortSignal {
  #listeners = new Set();
  aborted = false;
  reason = undefined;
  onabort = null;

  static abort(reason) {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  }

  static timeout() {
    return new AbortSignal();
  }

  static any(signals) {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener('abort', () => controller.abort(signal.reason));
    }
    return controller.signal;
  }

  addEventListener(type, listener) {
    if (type === 'abort' && listener) this.#listeners.add(listener);
  }

  removeEventListener(type, listener) {
    if (type === 'abort') this.#listeners.delete(listener);
  }

  throwIfAborted() {
    if (this.aborted) throw this.reason;
  }

  static fire(signal, reason) {
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason;
    const event = { type: 'abort', target: signal };
    signal.onabort?.(event);
    for (const listener of signal.#listeners) {
      if (typeof listener === 'function') listener.call(signal, event);
      else listener.handleEvent(event);
    }
    signal.#listeners.clear();
  }
}

const { fire } = AbortSignal;
delete AbortSignal.fire;

class AbortController {
  signal = new AbortSignal();

  abort(reason = new DOMException('This operation was aborted', 'AbortError')) {
    fire(this.signal, reason);
  }
}

define({ AbortController, AbortSignal });

// Addresses.

class URLSearchParams {
  #pairs = [];
  #changed = ignore;

  constructor(init = '') {
    if (typeof init === 'object' && init !== null) {
      const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const pair of pairs) {
        const [name, value, ...rest] = pair;
        if (value === undefined || rest.length > 0) throw new TypeError('Each pair needs a name and a value');
        this.#pairs.push([text(name), text(value)]);
      }
    } else {
      this.#pairs = parseQuery(text(init).replace(/^\?/, ''));
    }
  }

  static bind(query, changed) {
    const params = new URLSearchParams(query);
    params.#changed = changed;
    return params;
  }

  static reset(params, query) {
    params.#pairs = parseQuery(query.replace(/^\?/, ''));
  }

  #set(pairs) {
    this.#pairs = pairs;
    this.#changed(this.toString());
  }

  #matches = (name, value) => (pair) => pair[0] === text(name) && (value === undefined || pair[1] === text(value));

  get size() {
    return this.#pairs.length;
  }

  append(name, value) {
    this.#set([...this.#pairs, [text(name), text(value)]]);
  }

  delete(name, value) {
    const matches = this.#matches(name, value);
    this.#set(this.#pairs.filter((pair) => !matches(pair)));
  }

  get(name) {
    return this.#pairs.find(this.#matches(name))?.[1] ?? null;
  }

  getAll(name) {
    return this.#pairs.filter(this.#matches(name)).map((pair) => pair[1]);
  }

  has(name, value) {
    return this.#pairs.some(this.#matches(name, value));
  }

  set(name, value) {
    const at = this.#pairs.findIndex(this.#matches(name));
    if (at < 0) return this.append(name, value);
    const matches = this.#matches(name);
    const kept = this.#pairs.filter((pair, index) => index <= at || !matches(pair));
    kept[at] = [text(name), text(value)];
    this.#set(kept);
  }

  sort() {
    this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  forEach(callback, self) {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  *entries() {
    for (const [name, value] of this.#pairs) yield [name, value];
  }

  *keys() {
    for (const [name] of this.#pairs) yield name;
  }

  *values() {
    for (const [, value] of this.#pairs) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  toString() {
    return writeQuery(this.#pairs);
  }
}

const { bind, reset } = URLSearchParams;
delete URLSearchParams.bind;
delete URLSearchParams.reset;

// The order of the parts is that of `parse_url` in web_url.rs.
const settable = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const partNames = ['href', 'origin', ...settable];

class URL {
  #parts;
  #params;

  constructor(address, base) {
    this.#parts = parseUrl(text(address), base === undefined ? undefined : text(base));
    if (!this.#parts) throw new TypeError(`Invalid URL: ${text(address)}`);
  }

  static canParse(address, base) {
    return URL.parse(address, base) !== null;
  }

  static parse(address, base) {
    try {
      return new URL(address, base);
    } catch {
      return null;
    }
  }

  static part(url, index) {
    return url.#parts[index];
  }

  static change(url, name, value) {
    url.#parts = parseUrl(setUrlPart(url.#parts[0], name, value), undefined);
  }

  get href() {
    return this.#parts[0];
  }

  set href(address) {
    const parts = parseUrl(text(address), undefined);
    if (!parts) throw new TypeError(`Invalid URL: ${text(address)}`);
    this.#parts = parts;
    if (this.#params) reset(this.#params, this.search);
  }

  get searchParams() {
    this.#params ??= bind(this.search, (query) => change(this, 'search', query));
    return this.#params;
  }

  static refresh(url) {
    if (url.#params) reset(url.#params, url.search);
  }

  toString() {
    return this.href;
  }

  toJSON() {
    return this.href;
  }
}

const { part, change, refresh } = URL;
for (const name of ['part', 'change', 'refresh']) delete URL[name];

for (const [index, name] of partNames.entries()) {
  if (name === 'href') continue;
  Object.defineProperty(URL.prototype, name, {
    get() {
      return part(this, index);
    },
    set: settable.includes(name)
      ? function (value) {
          change(this, name, text(value));
          if (name === 'search') refresh(this);
        }
      : undefined,
    enumerable: true,
    configurable: true,
  });
}

define({ URL, URLSearchParams });

// Headers and Response: enough for a router that throws redirects and statuses.

class Headers {
  #values = new Map();

  constructor(init = []) {
    const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  append(name, value) {
    const key = String(name).toLowerCase();
    const before = this.#values.get(key);
    this.#values.set(key, before === undefined ? String(value) : `${before}, ${value}`);
  }

  delete(name) {
    this.#values.delete(String(name).toLowerCase());
  }

  get(name) {
    return this.#values.get(String(name).toLowerCase()) ?? null;
  }

  has(name) {
    return this.#values.has(String(name).toLowerCase());
  }

  set(name, value) {
    this.#values.set(String(name).toLowerCase(), String(value));
  }

  forEach(callback, self) {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  entries() {
    return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1)).values();
  }

  keys() {
    return this.entries().map(([name]) => name);
  }

  values() {
    return this.entries().map(([, value]) => value);
  }

  [Symbol.iterator]() {
    return this.entries();
  }
}

class Response {
  #body;

  constructor(body = null, { status = 200, statusText = '', headers } = {}) {
    this.#body = body;
    this.status = status;
    this.statusText = statusText;
    this.headers = new Headers(headers);
  }

  static json(data, init) {
    const response = new Response(JSON.stringify(data), init);
    if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json');
    return response;
  }

  static redirect(address, status = 302) {
    return new Response(null, { status, headers: { location: address } });
  }

  get ok() {
    return this.status >= 200 && this.status < 300;
  }

  async text() {
    return this.#body === null ? '' : String(this.#body);
  }

  async json() {
    return JSON.parse(await this.text());
  }
}

define({ Headers, Response });
