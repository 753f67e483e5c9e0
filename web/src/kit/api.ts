import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError, getJson, readJson } from "../api/client.ts";
import type { paths } from "../api/schema.gen.ts";
import { useSignedIn } from "./session.tsx";

/** API calls, typed by the generated schema: an unknown address or a body of the wrong shape doesn't compile. */

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The addresses that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P> = P extends keyof paths
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
}

type Input<O> = PathInput<O> & QueryInput<O> & BodyInput<O>;

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
interface Filling {
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

/** Browsers refuse longer bodies (64 KiB) for keepalive requests. */
const LONGEST_KEPT_ALIVE = 60_000;

/** The connection failed: the server is down, or the device is offline. */
export class Unreachable extends TypeError {}

/** Makes one call. Throws an `ApiError` for an error response, and `Unreachable` if the connection fails. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[input]: Arguments<Operation<M, P>>
): Promise<Answer<M, P>> {
  const { body, ...rest } = (input ?? {}) as Filling & Options;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const isWrite = method !== "get";
  const response = await fetch(addressOf(path, rest), {
    method: method.toUpperCase(),
    credentials: "include",
    // A write should reach the server even if the same click leaves the page.
    keepalive: isWrite && (text ?? "").length < LONGEST_KEPT_ALIVE,
    headers: {
      accept: "application/json",
      ...(text === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(text === undefined ? {} : { body: text }),
    ...(rest.signal ? { signal: rest.signal } : {}),
  }).catch((error: unknown) => {
    throw error instanceof TypeError ? new Unreachable(error.message) : error;
  });
  return (await readJson(response)) as Answer<M, P>;
}

interface ReadOptions {
  /** For lists: shows the previous response while the new one is loading. */
  keep?: boolean;
  /** Delays the call until this is true. */
  enabled?: boolean;
}

/**
 * Reads from the API while a component is mounted. Unlike a page's reads it refetches on every mount, because owners
 * and the administrator change what they see.
 */
export function useApi<P extends PathOf<"get">>(
  path: P,
  ...[input]: [
    ...(Record<never, never> extends Input<Operation<"get", P>>
      ? [input?: Input<Operation<"get", P>> & ReadOptions]
      : [input: Input<Operation<"get", P>> & ReadOptions]),
  ]
) {
  const { keep = false, enabled = true, ...filling } = (input ?? {}) as Filling & ReadOptions;
  const address = addressOf(path, filling);
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => signedIn(() => getJson(address, signal)) as Promise<Answer<"get", P>>,
    staleTime: 0,
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

/** After a write: refetches every response whose address begins with one of `prefixes`. */
export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    (...prefixes: string[]) =>
      client.invalidateQueries({
        predicate: ({ queryKey: [address] }) =>
          prefixes.some((prefix) => String(address).startsWith(prefix)),
      }),
    [client],
  );
}

const UNREACHABLE = "The server can't be reached.";
const AGAIN = "Please try again.";

/** The error text for a person: the server's message, else `fallback`, with the reason if the connection failed. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof Unreachable) {
    if (fallback === AGAIN) return `${UNREACHABLE} ${AGAIN}`;
    return `${fallback.replace(/\.$/, "")}. ${UNREACHABLE}`;
  }
  return (error instanceof ApiError && error.readable) || fallback;
}

export interface FieldProblem {
  field: string;
  message: string;
}

/** The field errors of a refused call; empty if the error concerns the whole. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof ApiError)) return [];
  if (Array.isArray(error.fields) && error.fields.length > 0) return error.fields.filter(isProblem);
  const { field, readable } = error;
  return field && readable ? [{ field, message: readable }] : [];
}

function isProblem(value: unknown): value is FieldProblem {
  const { field, message } = (value ?? {}) as Record<string, unknown>;
  return typeof field === "string" && typeof message === "string";
}
