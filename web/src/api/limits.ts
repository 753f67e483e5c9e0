/**
 * How long the app waits for the server, in milliseconds (D113). The passport's worker, which imports nothing, has the first one
 * itself.
 */

/** A call, and an upload or a download without progress. */
const CALL = 8000;
/** The server asks somebody else meanwhile, such as the payment provider or a shop's website, or it converts a picture. */
const ASKING = 30_000;
/** Work that is answered at its end (D63), by a server that waits up to 55 seconds for it. */
const WORK = 60_000;
/** Code of a part of the page that isn't small, such as the map's: a slow line shows no progress of it. */
export const LARGE_CODE = 60_000;
/** The device's location, and the question that the browser asks first. */
export const LOCATION = 15_000;

/** What the addresses of these calls have in common. None of them is a GET. */
const ASKS =
  /boost|subscription|portal|payer-address|check-website|uploads|try-|(crop|logo|icon|image|admin\/coffee-shops\/[^/]+)$/;
const WORKS =
  /admin\/.*(undo|merge|decide|people|remove-demo|expansion|enhancement|-images|states|bulk-edits|chain-names|import-files(\?|$))/;
/** They aren't GET because of what they send, and change nothing that anybody sees. */
const READS = /(show|read|preview|info|export|session|login|sign-in|enter|admin\/confirm)$|uploads/;

/** No answer came in time. */
export class Unanswered extends Error {
  /** The server may have done what it was asked to, and the next look tells. */
  readonly mayBeSaved: boolean;

  constructor(mayBeSaved = false) {
    super("no answer in time");
    this.mayBeSaved = mayBeSaved;
  }
}

interface Limited {
  signal?: AbortSignal | undefined;
  millis?: number;
  mayBeSaved?: boolean | undefined;
}

/**
 * Rejects with `Unanswered` once nothing has come for the time of the limit, and aborts what runs. `progress` begins the time
 * anew, for uploads and downloads, or another time.
 */
export function limited<T>(
  run: (signal: AbortSignal, progress: (next?: number) => void) => Promise<T>,
  { signal, millis = CALL, mayBeSaved }: Limited = {},
): Promise<T> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const leave = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", leave);
  if (signal?.aborted) leave();
  return new Promise<T>((resolve, reject) => {
    const progress = (next = millis) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new Unanswered(mayBeSaved));
        ending.abort();
      }, next);
    };
    progress();
    run(ending.signal, progress).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  });
}

/** The same for what can't be aborted, such as code that is loaded. */
export const inTime = <T>(running: Promise<T>, millis = CALL) => limited(() => running, { millis });

/** The limits of a call, by its method in small letters and its address, filled or not. */
export const limitsOf = (method: string, path: string, signal?: AbortSignal): Limited =>
  method === "get"
    ? { signal }
    : {
        signal,
        millis: WORKS.test(path) ? WORK : ASKS.test(path) ? ASKING : CALL,
        mayBeSaved: !READS.test(path),
      };
