import type { BrowserContext, ConsoleMessage } from "@playwright/test";

/** Chromium's messages about the machine: no graphics card, and slow first paint. */
const OF_THE_MACHINE =
  /GL Driver Message .*GPU stall due to ReadPixels|was preloaded using link preload but not used within a few seconds/;

/** Collects what a browser reports: console errors and warnings, uncaught exceptions, CSP violations. */
export class Complaints {
  readonly heard: string[] = [];
  /** Addresses whose document was a 404 or 410: Chromium logs those, and the test asked for them. */
  readonly #missingDocuments = new Set<string>();
  readonly #tolerated: RegExp[] = [];

  static async listen(context: BrowserContext): Promise<Complaints> {
    const complaints = new Complaints();
    context.on("response", (response) => {
      const missing = response.status() === 404 || response.status() === 410;
      if (missing && response.request().isNavigationRequest())
        complaints.#missingDocuments.add(response.url());
    });
    context.on("console", (message) => complaints.#console(message));
    context.on("weberror", (error) => complaints.heard.push(`exception: ${error.error().stack}`));
    // Chromium logs most violations itself; the event covers the rest, such as report-only ones.
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI}`);
      });
    });
    return complaints;
  }

  /** Ignores a message that the test causes on purpose, such as a refused request. */
  tolerate(text: RegExp) {
    this.#tolerated.push(text);
  }

  #console(message: ConsoleMessage) {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const { url } = message.location();
    if (this.#missingDocuments.has(url) && message.text().startsWith("Failed to load resource"))
      return;
    if (OF_THE_MACHINE.test(message.text())) return;
    if (this.#tolerated.some((text) => text.test(message.text()))) return;
    this.heard.push(`console ${message.type()}: ${message.text()} (${url})`);
  }
}
