import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type Answer,
  ApiError,
  addressOf,
  type Filling,
  getJson,
  type Input,
  type Operation,
  type PathOf,
  Unreachable,
} from "../api/client.ts";
import { Unanswered } from "../api/limits.ts";
import type { components } from "../api/schema.gen.ts";
import { useSignedIn } from "./session.tsx";

/** What screens call the API with. */
export { type Answer, addressOf, type Body, call } from "../api/client.ts";

interface ReadOptions {
  /** For lists: shows the previous response while the new one is loading. */
  keep?: boolean;
  /** Delays the call until this is true. */
  enabled?: boolean;
  /** Reads again after as many milliseconds while the page is visible, once there was an answer. */
  every?: number;
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
  const {
    keep = false,
    enabled = true,
    every,
    ...filling
  } = (input ?? {}) as Filling & ReadOptions;
  const address = addressOf(path, filling);
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => signedIn(() => getJson(address, signal)) as Promise<Answer<"get", P>>,
    staleTime: 0,
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(every ? readingAgain(every) : {}),
  });
}

const readingAgain = (every: number) => ({
  // What was refused waits for "Try again".
  refetchInterval: ({ state }: { state: { data: unknown } }) =>
    state.data === undefined ? (false as const) : every,
  refetchOnWindowFocus: true,
});

/** A failure that the page has noticed itself, in words for the person. */
export class Problem extends Error {}

const UNREACHABLE = "The server can't be reached.";
const UNANSWERED = "The server didn't answer in time.";
const AGAIN = "Please try again.";

/** The error text for a person: the server's message, else `fallback`, with the reason if the connection failed. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof Problem) return error.message;
  const reason =
    error instanceof Unanswered ? UNANSWERED : error instanceof Unreachable ? UNREACHABLE : "";
  if (mayBeSaved(error))
    return `${reason} It may have been saved: please look before you try again.`;
  if (reason)
    return fallback === AGAIN ? `${reason} ${AGAIN}` : `${fallback.replace(/\.$/, "")}. ${reason}`;
  return (error instanceof ApiError && error.readable) || fallback;
}

/** Whether a write ended without an answer: the server may have done it. */
export const mayBeSaved = (error: unknown) => error instanceof Unanswered && error.mayBeSaved;

/** The title of the message about a failure; that something failed isn't known of what may have been saved. */
export const titleOf = (error: unknown, title: string) =>
  mayBeSaved(error) ? "No answer from the server" : title;

export type FieldProblem = components["schemas"]["FieldError"];

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
