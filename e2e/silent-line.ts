import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

const BAD_GATEWAY =
  "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 11\r\nconnection: close\r\n\r\nBad Gateway";

/** A line to a server that can fall silent: it goes on accepting, and nothing answers. */
export interface SilentLine {
  /** Without a trailing slash. */
  url: string;
  /** From now on, nothing passes in either direction. */
  fallSilent(): void;
  /** What waited passes, and all that comes. What a browser has given up since never arrives. */
  speak(): void;
  /** Answers as a proxy does whose server is away. */
  loseServer(): void;
  close(): Promise<void>;
}

export async function startLine(url: string): Promise<SilentLine> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let state: "speaks" | "silent" | "lost" = "speaks";
  const follow = (socket: Socket) => {
    sockets.add(socket);
    // The browser ends what it aborts.
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  };
  const join = (from: Socket, to: Socket) => {
    from.on("data", (part) => {
      const pass = () => {
        if (to.writable) to.write(part);
      };
      if (state === "silent") waiting.push(pass);
      else pass();
    });
    from.on("close", () => to.end());
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((browser) => {
    follow(browser);
    if (state === "lost") {
      browser.once("data", () => browser.end(BAD_GATEWAY));
      return;
    }
    const server = connect(Number(port), hostname);
    follow(server);
    join(browser, server);
    join(server, browser);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no free port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    fallSilent() {
      state = "silent";
    },
    speak() {
      state = "speaks";
      for (const pass of waiting.splice(0)) pass();
    },
    loseServer() {
      state = "lost";
      endAll();
    },
    async close() {
      listener.close();
      endAll();
      await once(listener, "close");
    },
  };
}
