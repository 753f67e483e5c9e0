import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";

const project = fileURLToPath(new URL("..", import.meta.url));
const binary = resolve(project, process.env.CARGO_TARGET_DIR ?? "target", "debug/stripe-sandbox");

export const SECRET_KEY = "sk_test_sandbox";
export const PUBLISHABLE_KEY = "pk_test_sandbox";
export const WEBHOOK_SECRET = "whsec_sandbox";

/** Test cards by what they do. */
export const CARDS = {
  pays: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  insufficientFunds: "4000 0000 0000 9995",
  asksHolder: "4000 0025 0000 3155",
  failsAtRenewal: "4000 0000 0000 0341",
};

/** A payment sandbox in its own process. */
export interface Sandbox {
  /** Without a trailing slash. */
  url: string;
  /** Advances the sandbox's clock. */
  advance(seconds: number): Promise<void>;
  /** Calls a control endpoint `/sandbox/…`, such as `faults`. */
  order(what: string, fields: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export async function startSandbox(webhookUrl?: string): Promise<Sandbox> {
  const words = webhookUrl === undefined ? [] : ["--webhook-url", webhookUrl];
  const child = spawn(binary, words, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await addressOf(child);
  const order = async (what: string, fields: Record<string, string>) => {
    const answer = await fetch(`${url}/sandbox/${what}`, {
      method: "POST",
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams(fields),
    });
    if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`);
  };
  return {
    url,
    order,
    advance: (seconds) => order("clock", { advance: String(seconds) }),
    stop: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error(`${binary} has no output`);
  const failed = once(child, "error").then(([error]) => {
    throw error;
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), failed]);
  const address = /listens on (\S+)/.exec(String(line))?.[1];
  if (address === undefined) throw new Error(`${binary} said: ${line}`);
  return address;
}

/** Answers for Stripe's hosts from the sandbox, so that a page runs with its real CSP and needs no test setting. */
export async function answerStripeHosts(context: BrowserContext, sandbox: Sandbox): Promise<void> {
  for (const host of ["js", "api"]) {
    await context.route(`https://${host}.stripe.com/**`, async (route) => {
      const asked = new URL(route.request().url());
      const response = await route.fetch({ url: `${sandbox.url}${asked.pathname}${asked.search}` });
      await route.fulfill({ response });
    });
  }
}
