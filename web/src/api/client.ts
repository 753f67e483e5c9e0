/** The body of an error response. */
interface Refusal {
  message?: unknown;
  code?: unknown;
  field?: unknown;
  fields?: unknown;
  details?: unknown;
  requestId?: unknown;
  lastPage?: unknown;
}

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
    const { message, code, field, fields, details, requestId, lastPage } = refusal(body);
    this.readable = textOr(message);
    this.code = textOr(code);
    this.field = textOr(field);
    this.fields = fields;
    this.details = details;
    this.requestId = textOr(requestId);
    this.lastPage = typeof lastPage === "number" ? lastPage : undefined;
  }
}

const textOr = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Reads JSON from our own API. `credentials` is "omit" for calls that must not send cookies. */
export async function getJson(
  path: string,
  signal?: AbortSignal,
  credentials: RequestCredentials = "include",
): Promise<unknown> {
  const response = await fetch(path, {
    credentials,
    headers: { accept: "application/json" },
    ...(signal ? { signal } : {}),
  });
  return readJson(response);
}

/** Slightly below the 64 KB that all such requests may have together. */
const KEEPALIVE_BYTES = 60_000;

/** Sends JSON; a call without a body has no content type. */
export async function sendJson(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<unknown> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const response = await fetch(path, {
    method,
    credentials: "include",
    // A write is sent even if the same click leaves the page. Browsers refuse large ones.
    keepalive: new Blob([text]).size < KEEPALIVE_BYTES,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  return readJson(response);
}

export async function readJson(response: Response): Promise<unknown> {
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
