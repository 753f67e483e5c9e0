/** An answer that was not 2xx. `message` is "status: text", for logs; people read `readable`. */
export class ApiError extends Error {
  readonly status: number;
  /** The sentence that the server wrote for the person, when it wrote one. */
  readonly readable: string | null;
  /** The last page of a list that has none with the number that was asked for. */
  readonly lastPage: number | undefined;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    const { message, lastPage } = refusal(body);
    this.readable = typeof message === "string" && message !== "" ? message : null;
    this.lastPage = typeof lastPage === "number" ? lastPage : undefined;
  }
}

/** Reads JSON from our own API. `credentials` is "omit" for what no cookie may go with. */
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

/** Sends JSON; a call without a body carries no content type. */
export async function sendJson(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: "include",
    // A write that was begun is sent also when the visitor leaves the page with the same click.
    keepalive: true,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readJson(response);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return text === "" ? null : JSON.parse(text);
}

/** What a refused call was answered with; nothing when it was not our server that wrote it. */
function refusal(body: string): { message?: unknown; lastPage?: unknown } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
