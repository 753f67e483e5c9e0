import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answering, freePort, run, runBeside, runWatched, start } from "./process.mjs";

const built = join(
  process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url)),
  "release/townperk",
);

const script = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A Townperk data folder with its server and commands. */
export class Townperk {
  #folder;
  #extra;
  #binary;
  #server;
  /** Without a trailing slash; set by `serve`. */
  url = "";

  /**
   * @param {string} folder  an existing folder @param {Record<string, string>} [settings]  in addition to the usual ones
   * @param {string} [binary]  a build other than the release in the target folder
   */
  constructor(folder, settings = {}, binary = built) {
    this.#folder = folder;
    this.#extra = settings;
    this.#binary = binary;
  }

  /** Imports a file; the server may be running. @param {string} file  @returns {string} the command's report */
  import(file) {
    return run(this.#binary, ["import", file], this.#settings());
  }

  /** Like `import`, with its duration and memory use. @param {string} file @param {string} source  the list's name */
  importWatched(file, source) {
    return runWatched(this.#binary, ["import", file, "--source", source], this.#settings());
  }

  /** Like `import`; returns its CPU time in seconds. @param {string} file */
  importTimed(file) {
    const command = [script("processor-time.py"), this.#binary, "import", file];
    return Number(run("python3", command, this.#settings()));
  }

  /** Runs a command to its end, whatever it complains of; returns its CPU time in seconds. @param {string[]} words */
  async timed(words) {
    const command = [script("processor-time.py"), "--may-fail", this.#binary, ...words];
    return Number(await runBeside("python3", command, this.#settings()));
  }

  /** A value from the server's metrics. @param {string} name */
  async metric(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.split(" ")[1] ?? Number.NaN);
  }

  /** Starts the server without waiting. */
  async launch() {
    const address = `127.0.0.1:${await freePort()}`;
    this.url = `http://${address}`;
    this.#server = start(this.#binary, ["serve"], {
      ...this.#settings(),
      TOWNPERK_LISTEN: address,
    });
    return this.#server;
  }

  /** Starts the server and waits until it is ready for reads. */
  async serve() {
    const server = await this.launch();
    await answering(`${this.url}/readyz`, server);
  }

  async stop() {
    await this.#server?.stop();
  }

  get pid() {
    return this.#server.pid;
  }

  /** The town with the most shops, and the first shop on its page. */
  async largestTown() {
    const towns = await readJson(`${this.url}/api/cities/all`);
    const town = towns.reduce((most, next) =>
      next.coffeeShopCount > most.coffeeShopCount ? next : most,
    );
    const { items } = await readJson(
      `${this.url}/api/cities/${town.slug}/coffee-shops?page=1&pageSize=48`,
    );
    return {
      path: `/cities/${town.slug}`,
      shops: town.coffeeShopCount,
      shopPath: `/coffee-shops/${items[0].slug}`,
    };
  }

  /** The number of shops in the directory: the sum of the towns' counts. */
  async shopCount() {
    const towns = await readJson(`${this.url}/api/cities/all`);
    return towns.reduce((sum, { coffeeShopCount }) => sum + coffeeShopCount, 0);
  }

  #settings() {
    return {
      TOWNPERK_DATA_DIR: join(this.#folder, "data"),
      TOWNPERK_LOG: "warn",
      TOWNPERK_DRAIN_SECONDS: "0",
      ...this.#extra,
    };
  }
}

/** @param {string} url */
export async function readJson(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/**
 * Logs in as the administrator; returns what calls the API.
 * @param {string} url @param {string} password
 * @returns {Promise<(method: string, path: string, body?: object) => Promise<any>>}
 */
export async function logIn(url, password) {
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/admin/login`, {
    method: "POST",
    headers,
    body: JSON.stringify({ password }),
  });
  if (!login.ok) throw new Error(`the login answered ${login.status}`);
  const cookies = login.headers.getSetCookie().map((one) => one.split(";")[0]);
  const cookie = cookies.join("; ");
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}
