import { limited, limitsOf } from "./limits.ts";
import type { components, paths } from "./schema.gen.ts";

/** API calls, typed by the generated schema: an unknown address or a body of the wrong shape doesn't compile. */

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The addresses that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];

export type Operation<M extends Method, P> = P extends keyof paths
  ? paths[P] extends { [K in M]: infer O extends object }
    ? O
    : never
  : never;

type PathInput<O> = O extends { parameters: { path: infer T } } ? { path: T } : unknown;

type QueryInput<O> = O extends { parameters: { query: infer T } }
  ? { query: T }
  : O extends { parameters: { query?: infer T } }
    ? [T] extends [undefined]
      ? unknown
      : { query?: T }
    : unknown;

type BodyInput<O> = O extends { requestBody: { content: { "application/json": infer T } } }
  ? { body: T }
  : O extends { requestBody?: { content: { "application/json": infer T } } }
    ? { body?: T }
    : unknown;

interface Options {
  signal?: AbortSignal;
  /** "omit" for calls that must not send cookies. */
  credentials?: RequestCredentials;
}

export type Input<O> = PathInput<O> & QueryInput<O> & BodyInput<O>;

/** Calls without parameters and body need no further argument. */
type Arguments<O> =
  Record<never, never> extends Input<O>
    ? [input?: Input<O> & Options]
    : [input: Input<O> & Options];

type Success = 200 | 201 | 202 | 204;

/** The response of a successful call; `null` without a body. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R }
    ? {
        [S in keyof R & Success]: R[S] extends { content: { "application/json": infer T } }
          ? T
          : null;
      }[keyof R & Success]
    : never;

/** The request body of a call. */
export type Body<M extends Method, P extends PathOf<M>> =
  BodyInput<Operation<M, P>> extends { body?: infer T } ? T : never;

/** The parts of any input that fill an address. */
export interface Filling {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The address of a call. Omits query parameters that are undefined or null, and repeats lists. */
export function addressOf(path: string, { path: places = {}, query = {} }: Filling = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(places[name] ?? ""),
  );
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return parts.length > 0 ? `${filled}?${parts.join("&")}` : filled;
}

/** The body of an error response, which may come from something that isn't our server. */
type Refusal = Partial<Record<keyof components["schemas"]["Error"], unknown>>;

/** A response that wasn't 2xx. `message` is "status: text", for logs; people see `readable`. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's sentence for the person, if there is one. */
  readonly readable: string | null;
  /** A stable word for programs. */
  readonly code: string | null;
  /** The field or query parameter that it's about. */
  readonly field: string | null;
  /** Several fields at once, each with its sentence, as sent by the server. */
  readonly fields: unknown;
  /** What is missing, where a password isn't enough or has to be entered again: "name", "password" or "code". */
  readonly factor: string | null;
  /** Data for the program besides the sentence; its `kind` says which case it is. */
  readonly details: unknown;
  /** Names the request in the server's log. */
  readonly requestId: string | null;
  /** The last page of a list that has none with the requested number. */
  readonly lastPage: number | undefined;
  /** The raw response body. */
  readonly body: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    const { message, code, field, fields, factor, details, requestId, lastPage } = refusal(body);
    this.readable = textOr(message);
    this.code = textOr(code);
    this.field = textOr(field);
    this.fields = fields;
    this.factor = textOr(factor);
    this.details = details;
    this.requestId = textOr(requestId);
    this.lastPage = typeof lastPage === "number" ? lastPage : undefined;
  }
}

const textOr = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Reads from an address of our own API, as a page's reads name it. */
export function getJson(path: string, signal: AbortSignal): Promise<unknown> {
  const send = async (signal: AbortSignal) =>
    readJson(
      await fetch(path, {
        credentials: "include",
        headers: { accept: "application/json" },
        signal,
      }),
    );
  return limited(send, { signal });
}

/** Slightly below the 64 KB that all requests that outlive their page may have together. */
const KEEPALIVE_BYTES = 60_000;

/** The connection failed: the server is down, or the device is offline. */
export class Unreachable extends TypeError {}

/**
 * Makes one call. Throws an `ApiError` for an error response, `Unreachable` if the connection fails, and `Unanswered` if no answer
 * comes in time.
 */
export function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[input]: Arguments<Operation<M, P>>
): Promise<Answer<M, P>> {
  const { body, signal, credentials = "include", ...filling } = (input ?? {}) as Filling & Options;
  const text = body === undefined ? "" : JSON.stringify(body);
  const send = async (signal: AbortSignal) => {
    const response = await fetch(addressOf(path, filling), {
      method: method.toUpperCase(),
      credentials,
      // A write is sent even if the same click leaves the page. Browsers refuse large ones.
      keepalive: method !== "get" && new Blob([text]).size < KEEPALIVE_BYTES,
      headers: {
        accept: "application/json",
        ...(text && { "content-type": "application/json" }),
      },
      ...(text && { body: text }),
      signal,
    }).catch((error: unknown) => {
      throw error instanceof TypeError ? new Unreachable(error.message) : error;
    });
    return (await readJson(response)) as Answer<M, P>;
  };
  return limited(send, limitsOf(method, path, signal));
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return text === "" ? null : JSON.parse(text);
}

/** The body of an error response; empty if it didn't come from our server. */
function refusal(body: string): Refusal {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
