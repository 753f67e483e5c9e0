import { useEffect, useRef, useState } from "react";
import { messageOf } from "../api.ts";
import { useSignedIn } from "../session.tsx";

export interface Upload {
  id: number;
  name: string;
  state: "sending" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  message: string | null;
  /** Whether a retry could help. */
  canRetry: boolean;
}

interface Options<Answer> {
  send: (
    file: File,
    how: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Answer>;
  done: (answer: Answer, file: File) => void;
  /** Why a file isn't even sent: its type or size; null if it is fine. */
  refuse: (file: File) => string | null;
}

/** How many files are uploaded at the same time, so that a slow connection finishes one after another. */
const AT_ONCE = 2;

/** Uploads, each with its own progress, cancel and retry. */
export function useUploads<Answer>(options: Options<Answer>) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const files = useRef(new Map<number, { file: File; sending: AbortController }>());
  const latest = useRef(options);
  latest.current = options;
  const count = useRef(0);
  const signedIn = useSignedIn();
  useEffect(() => {
    const all = files.current;
    return () => {
      for (const { sending } of all.values()) sending.abort();
      all.clear();
    };
  }, []);

  const change = (id: number, changed: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  const remove = (id: number) => {
    files.current.get(id)?.sending.abort();
    files.current.delete(id);
    setUploads((before) => before.filter((one) => one.id !== id));
  };

  const waiting = useRef<number[]>([]);
  const active = useRef(0);
  const start = (id: number) => {
    change(id, { state: "sending", progress: 0, message: null });
    waiting.current.push(id);
    sendNext();
  };
  const sendNext = () => {
    while (active.current < AT_ONCE) {
      const id = waiting.current.shift();
      if (id === undefined) return;
      active.current += 1;
      void sendOne(id).finally(() => {
        active.current -= 1;
        sendNext();
      });
    }
  };

  const sendOne = async (id: number) => {
    const held = files.current.get(id);
    if (!held) return;
    held.sending = new AbortController();
    const { signal } = held.sending;
    try {
      const onProgress = (progress: number) => change(id, { progress });
      const answer = await signedIn(() => latest.current.send(held.file, { signal, onProgress }));
      change(id, { state: "done", progress: 1 });
      files.current.delete(id);
      latest.current.done(answer, held.file);
    } catch (error) {
      if (signal.aborted) return;
      const message = messageOf(error, "Upload failed. Please check your connection.");
      change(id, { state: "failed", message });
    }
  };

  const add = (chosen: Iterable<File>) => {
    for (const file of chosen) {
      count.current += 1;
      const id = count.current;
      const refused = latest.current.refuse(file);
      const upload = {
        id,
        name: file.name,
        state: refused ? ("failed" as const) : ("sending" as const),
        progress: 0,
        message: refused,
        canRetry: refused === null,
      };
      setUploads((before) => [...before, upload]);
      if (refused) continue;
      files.current.set(id, { file, sending: new AbortController() });
      start(id);
    }
  };
  return { uploads, add, retry: start, remove };
}
