import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Unanswered } from "../../api/limits.ts";
import { sendFile } from "./send-file.ts";

/** A request that goes as far as the test says. */
class Request {
  static last: Request;
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  status = 200;
  statusText = "";
  responseText = '{"photoURL":"/x"}';
  onload: () => void = () => undefined;
  onabort: () => void = () => undefined;
  aborted = false;
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => undefined;
  abort = () => {
    this.aborted = true;
    this.onabort();
  };
  constructor() {
    Request.last = this;
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ loaded, total: 100, lengthComputable: true });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

function send() {
  const leaving = new AbortController();
  const onProgress = vi.fn<(share: number) => void>();
  const sent = sendFile("/api/uploads/1", new Blob(["x"]), { signal: leaving.signal, onProgress });
  const ended = vi.fn<(error: unknown) => void>();
  sent.catch(ended);
  return { sent, ended, leaving, onProgress, request: Request.last };
}

it("takes as long as it makes progress, and ends eight seconds after the last", async () => {
  const { ended, request, onProgress } = send();
  for (const share of [20, 40, 60]) {
    await pass(7999);
    request.progress(share);
  }
  expect(onProgress).toHaveBeenLastCalledWith(0.6);
  await pass(7999);
  expect(ended).not.toHaveBeenCalled();
  await pass(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(Unanswered));
  expect(request.aborted).toBe(true);
});

it("lets the server convert a picture that arrived whole", async () => {
  const { sent, ended, request } = send();
  request.progress(100);
  request.upload.onload?.();
  await pass(29_000);
  expect(ended).not.toHaveBeenCalled();
  request.onload();
  expect(await sent).toEqual({ photoURL: "/x" });
});

it("is canceled by who sends it", async () => {
  const { ended, leaving, request } = send();
  leaving.abort();
  await pass(0);
  expect(request.aborted).toBe(true);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(DOMException));
});
