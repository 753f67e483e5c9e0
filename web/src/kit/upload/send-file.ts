import { ApiError } from "../../api/client.ts";
import { limited, limitsOf } from "../../api/limits.ts";

interface Sending {
  method?: "POST" | "PUT";
  signal: AbortSignal;
  /** From 0 to 1, if the browser knows. */
  onProgress: (share: number) => void;
}

/**
 * Sends a file as a request's body. `fetch` doesn't report progress. It ends when nothing was sent for as long as any call may take;
 * what the server does with the whole file then has the call's own limit.
 */
export function sendFile(address: string, file: Blob, sending: Sending): Promise<unknown> {
  const { method = "PUT", onProgress } = sending;
  const { millis, mayBeSaved, signal } = limitsOf(method.toLowerCase(), address, sending.signal);
  const send = (signal: AbortSignal, progress: (millis?: number) => void) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.withCredentials = true;
      request.setRequestHeader("accept", "application/json");
      request.setRequestHeader("content-type", file.type || "application/octet-stream");
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        progress();
        if (lengthComputable) onProgress(loaded / total);
      };
      request.upload.onload = () => progress(millis);
      request.onload = () => {
        const { status, statusText, responseText } = request;
        if (status < 200 || status > 299) reject(new ApiError(status, statusText, responseText));
        else resolve(responseText === "" ? null : JSON.parse(responseText));
      };
      request.onerror = () => reject(new TypeError("The connection was lost."));
      request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
      signal.addEventListener("abort", () => request.abort(), { once: true });
      if (signal.aborted) request.abort();
      else request.send(file);
    });
  return limited(send, { signal, mayBeSaved });
}
