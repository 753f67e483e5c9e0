import { ApiError } from "../../api/client.ts";

interface Sending {
  method?: "POST" | "PUT";
  signal: AbortSignal;
  /** From 0 to 1, if the browser knows. */
  onProgress: (share: number) => void;
}

/** Sends a file as a request's body. `fetch` doesn't report progress. */
export function sendFile(address: string, file: Blob, sending: Sending): Promise<unknown> {
  const { method = "PUT", signal, onProgress } = sending;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.withCredentials = true;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
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
}
