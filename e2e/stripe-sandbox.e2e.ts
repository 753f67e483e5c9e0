import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import Stripe from "stripe";
import { answerBank } from "./pages.ts";
import { endRoutes } from "./routes.ts";
import {
  answerStripeHosts,
  CARDS,
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "./stripe-sandbox.ts";
import { type Name, StripeTypes } from "./stripe-types.ts";

const DAY = 24 * 3600;

const test = base.extend<
  { stripe: Stripe; received: { body: string; signature: string }[]; routesEnd: undefined },
  { sandbox: Sandbox; hook: { url: string; heard: { body: string; signature: string }[] } }
>({
  hook: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here
    async ({}, use) => {
      const heard: { body: string; signature: string }[] = [];
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on("data", (part: Buffer) => parts.push(part));
        request.on("end", () => {
          const signature = String(request.headers["stripe-signature"]);
          heard.push({ body: Buffer.concat(parts).toString(), signature });
          response.end();
        });
      });
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      const { port } = server.address() as AddressInfo;
      await use({ url: `http://127.0.0.1:${port}/`, heard });
      server.close();
    },
    { scope: "worker" },
  ],
  sandbox: [
    async ({ hook }, use) => {
      const sandbox = await startSandbox(hook.url);
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker" },
  ],
  stripe: async ({ sandbox }, use) => {
    const { hostname, port } = new URL(sandbox.url);
    await use(new Stripe(SECRET_KEY, { host: hostname, port: Number(port), protocol: "http" }));
  },
  received: async ({ hook }, use) => use(hook.heard),
  routesEnd: [
    async ({ context }, use) => {
      await use(undefined);
      await endRoutes(context);
    },
    { auto: true },
  ],
});

/** A subscription waiting for its first payment. */
async function subscribe(stripe: Stripe, email: string) {
  const price = await stripe.prices.create({
    unit_amount: 500,
    currency: "usd",
    recurring: { interval: "month" },
    product_data: { name: "Boost" },
  });
  const customer = await stripe.customers.create({ email, name: "Ann" });
  return stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: "default_incomplete",
    payment_settings: { save_default_payment_method: "on_subscription" },
    expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments"],
  });
}

function intentOf(subscription: Stripe.Subscription): string {
  const invoice = subscription.latest_invoice as Stripe.Invoice;
  return String(invoice.confirmation_secret?.client_secret.split("_secret_")[0]);
}

test.describe("the official client", () => {
  test("buys a subscription, sees it renewed, and cancels it", async ({ stripe, sandbox }) => {
    const waiting = await subscribe(stripe, "ann@example.com");
    expect(waiting.status).toBe("incomplete");
    const paid = await stripe.paymentIntents.confirm(intentOf(waiting), {
      payment_method: "pm_card_visa",
    });
    expect(paid.status).toBe("succeeded");
    expect((await stripe.subscriptions.retrieve(waiting.id)).status).toBe("active");

    await sandbox.advance(32 * DAY);
    const invoices = await stripe.invoices.list({ subscription: waiting.id });
    expect(invoices.data.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
      ["subscription_cycle", "paid"],
      ["subscription_create", "paid"],
    ]);

    const ending = await stripe.subscriptions.update(waiting.id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect((await stripe.subscriptions.cancel(waiting.id)).status).toBe("canceled");
  });

  test("gives money back, and meets a dispute", async ({ stripe }) => {
    const payment = {
      amount: 800,
      currency: "usd",
      confirm: true,
      return_url: "https://example.com/",
    };
    const paid = await stripe.paymentIntents.create({ ...payment, payment_method: "pm_card_visa" });
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    expect(refund.status).toBe("succeeded");
    const charge = await stripe.charges.retrieve(String(paid.latest_charge), {
      expand: ["refunds"],
    });
    expect([charge.refunded, charge.refunds?.data.length]).toEqual([true, 1]);

    const disputed = await stripe.paymentIntents.create({
      ...payment,
      payment_method: "pm_card_createDispute",
    });
    const disputes = await stripe.disputes.list({ payment_intent: disputed.id });
    const lost = await stripe.disputes.close(String(disputes.data[0]?.id));
    expect(lost.status).toBe("lost");
  });

  test("reads a refusal as a card error", async ({ stripe }) => {
    const refused = stripe.paymentIntents.create({
      amount: 800,
      currency: "usd",
      confirm: true,
      payment_method: "pm_card_visa_chargeDeclinedInsufficientFunds",
      return_url: "https://example.com/",
    });
    await expect(refused).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "insufficient_funds",
      message: "Your card has insufficient funds.",
    });
  });

  test("repeats a call with its key, and nothing happens twice", async ({ stripe, sandbox }) => {
    await sandbox.order("faults", { path: "/v1/customers", kind: "lose_answer", status: "500" });
    const made = await stripe.customers.create({ email: "twice@example.com" });
    const all = await stripe.customers.list({ email: "twice@example.com" });
    expect(all.data.map((customer) => customer.id)).toEqual([made.id]);
    const key = { idempotencyKey: "one-key" };
    await stripe.customers.create({ email: "a@example.com" }, key);
    const other = stripe.customers.create({ email: "b@example.com" }, key);
    await expect(other).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  });

  test("lives by a test clock", async ({ stripe }) => {
    const start = 1_893_456_000;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
    const customer = await stripe.customers.create({
      test_clock: clock.id,
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
    const price = await stripe.prices.create({
      unit_amount: 500,
      currency: "usd",
      recurring: { interval: "month" },
      product_data: { name: "Boost" },
    });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    });
    expect([subscription.status, subscription.created]).toEqual(["active", start]);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 95 * DAY });
    const invoices = await stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data).toHaveLength(4);
  });

  test("takes the signature of every event", async ({ stripe, received }) => {
    await stripe.customers.create({ email: "signed@example.com" });
    const sent = () => received.find(({ body }) => body.includes("signed@example.com"));
    await expect.poll(sent).toBeTruthy();
    const { body, signature } = sent() ?? { body: "", signature: "" };
    const tolerance = 10 ** 9; // other tests move the clock
    const event = stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET, tolerance);
    expect(event.type).toBe("customer.created");
    const forged = body.replace("signed@", "forged@");
    expect(() =>
      stripe.webhooks.constructEvent(forged, signature, WEBHOOK_SECRET, tolerance),
    ).toThrow(/signature/);
  });

  test("finds every member that its types require, and no other", async ({ stripe }) => {
    const types = new StripeTypes();
    const waiting = await subscribe(stripe, "shapes@example.com");
    const intent = await stripe.paymentIntents.confirm(intentOf(waiting), {
      payment_method: "pm_card_visa",
    });
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    const disputed = await stripe.paymentIntents.create({
      amount: 800,
      currency: "usd",
      confirm: true,
      payment_method: "pm_card_createDispute",
      return_url: "https://example.com/",
    });
    const declined = await stripe.paymentIntents.create({ amount: 800, currency: "usd" });
    await stripe.paymentIntents
      .confirm(declined.id, { payment_method: "pm_card_visa_chargeDeclined" })
      .catch(() => {});
    const running = await stripe.subscriptions.retrieve(waiting.id);
    const price = running.items.data[0]?.price;
    const customer = String(running.customer);
    const shown: [Name, unknown][] = [
      ["Subscription", waiting],
      ["Subscription", running],
      ["Price", price],
      ["Product", await stripe.products.retrieve(String(price?.product))],
      ["Customer", await stripe.customers.retrieve(customer)],
      ["PaymentIntent", intent],
      ["PaymentIntent", await stripe.paymentIntents.retrieve(declined.id)],
      [
        "PaymentMethod",
        await stripe.paymentMethods.retrieve(String(running.default_payment_method)),
      ],
      ["Charge", await stripe.charges.retrieve(String(intent.latest_charge))],
      ["Charge", (await stripe.charges.list({ payment_intent: declined.id })).data[0]],
      ["Refund", refund],
      ["Dispute", (await stripe.disputes.list({ payment_intent: disputed.id })).data[0]],
      ["Invoice", (await stripe.invoices.list({ subscription: waiting.id })).data[0]],
      ["InvoicePayment", (await stripe.invoicePayments.list({ limit: 1 })).data[0]],
      [
        "BillingPortal.Session",
        await stripe.billingPortal.sessions.create({
          customer,
          return_url: "https://example.com/",
        }),
      ],
      ["TestHelpers.TestClock", await stripe.testHelpers.testClocks.create({ frozen_time: 1 })],
      ["WebhookEndpoint", (await stripe.webhookEndpoints.list()).data[0]],
    ];
    const complaints = shown.flatMap(([name, value]) => types.complaints(name, value));
    expect(complaints).toEqual([]);

    const events = await stripe.events.list({ limit: 100 });
    const kinds = new Set(events.data.map((event) => event.type));
    expect([...kinds]).toContain("invoice.paid");
    // The full type of an event is a union of hundreds; the common fields are the same for all.
    for (const event of events.data) {
      expect([event.api_version, event.livemode, event.object]).toEqual([
        Stripe.API_VERSION,
        false,
        "event",
      ]);
    }
  });
});

test.describe("the script", () => {
  /** A page with a form, and a CSP as strict as the product's. */
  async function openForm(
    page: Page,
    context: BrowserContext,
    sandbox: Sandbox,
    clientSecret: string,
  ): Promise<string[]> {
    await answerStripeHosts(context, sandbox);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const policy = [
      "default-src 'none'",
      "script-src 'self' https://js.stripe.com",
      "frame-src https://js.stripe.com",
      "connect-src https://api.stripe.com",
      "style-src 'self'",
    ].join("; ");
    await context.route("https://shop.test/**", (route) => {
      const isScript = new URL(route.request().url()).pathname === "/pay.js";
      const html = `<!doctype html><title>Pay</title><main><div id="card"></div><button>Pay</button>
        <p id="result"></p></main><script src="https://js.stripe.com/endive/stripe.js"></script>
        <script src="/pay.js"></script>`;
      const script = `
        const stripe = Stripe("${PUBLISHABLE_KEY}");
        const elements = stripe.elements({ clientSecret: "${clientSecret}" });
        const show = (text) => { document.getElementById("result").textContent = text; };
        const card = elements.create("payment", { defaultValues: { billingDetails: { name: "Ann" } } });
        card.on("ready", () => show("ready"));
        card.on("loaderror", ({ error }) => show("loaderror " + error.message));
        card.on("change", ({ complete }) => { document.title = complete ? "complete" : "incomplete"; });
        card.mount("#card");
        document.querySelector("button").addEventListener("click", async () => {
          const submitted = await elements.submit();
          if (submitted.error) return show(submitted.error.code);
          const { error, paymentIntent } = await stripe.confirmPayment({
            elements, redirect: "if_required",
            confirmParams: { return_url: "https://shop.test/back", receipt_email: "ann@example.com" },
          });
          show(error ? error.code + ": " + error.message : paymentIntent.status);
        });`;
      return route.fulfill({
        contentType: isScript ? "text/javascript" : "text/html",
        headers: { "content-security-policy": policy },
        body: isScript ? script : html,
      });
    });
    await page.goto("https://shop.test/");
    return complaints;
  }

  async function typeCard(page: Page, number: string): Promise<void> {
    const frame = page.frameLocator("#card iframe");
    await frame.getByLabel("Card number").fill(number);
    await frame.getByLabel("Expiration date").fill("12 / 34");
    await frame.getByLabel("Security code").fill("123");
    await frame.getByLabel("ZIP code").fill("71301");
  }

  function newPayment(stripe: Stripe): Promise<Stripe.PaymentIntent> {
    return stripe.paymentIntents.create({ amount: 800, currency: "usd" });
  }

  test("pays, and sends name and receipt address", async ({ page, context, sandbox, stripe }) => {
    const payment = await newPayment(stripe);
    const complaints = await openForm(page, context, sandbox, String(payment.client_secret));
    await expect(page.locator("#result")).toHaveText("ready");
    await expect(page.frameLocator("#card iframe").getByText("nothing is charged")).toBeVisible();
    await typeCard(page, CARDS.pays);
    await expect(page).toHaveTitle("complete");
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.locator("#result")).toHaveText("succeeded");
    const charges = await stripe.charges.list({ payment_intent: payment.id });
    expect(charges.data[0]?.receipt_email).toBe("ann@example.com");
    expect(charges.data[0]?.billing_details.name).toBe("Ann");
    expect(complaints).toEqual([]);
  });

  for (const [card, text] of [
    [CARDS.declined, "card_declined: Your card was declined."],
    [CARDS.insufficientFunds, "card_declined: Your card has insufficient funds."],
  ] as const) {
    test(`says of ${card}: ${text}`, async ({ page, context, sandbox, stripe }) => {
      const payment = await newPayment(stripe);
      await openForm(page, context, sandbox, String(payment.client_secret));
      await expect(page.locator("#result")).toHaveText("ready");
      await typeCard(page, card);
      await page.getByRole("button", { name: "Pay" }).click();
      await expect(page.locator("#result")).toHaveText(text);
      await typeCard(page, CARDS.pays);
      await page.getByRole("button", { name: "Pay" }).click();
      await expect(page.locator("#result")).toHaveText("succeeded");
    });
  }

  for (const [answer, text] of [
    ["Complete authentication", "succeeded"],
    ["Fail authentication", /^payment_intent_authentication_failure: We are unable/],
  ] as const) {
    test(`asks the holder: ${answer}`, async ({ page, context, sandbox, stripe }) => {
      const payment = await newPayment(stripe);
      const complaints = await openForm(page, context, sandbox, String(payment.client_secret));
      await expect(page.locator("#result")).toHaveText("ready");
      await typeCard(page, CARDS.asksHolder);
      await page.getByRole("button", { name: "Pay" }).click();
      const dialog = page.getByRole("dialog", { name: "Card authentication" });
      await answerBank(dialog, answer);
      await expect(page.locator("#result")).toHaveText(text);
      await expect(dialog).toBeHidden();
      expect(complaints).toEqual([]);
    });
  }

  test("names what is missing", async ({ page, context, sandbox, stripe }) => {
    const payment = await newPayment(stripe);
    await openForm(page, context, sandbox, String(payment.client_secret));
    await expect(page.locator("#result")).toHaveText("ready");
    await page.frameLocator("#card iframe").getByLabel("Card number").fill("4242 4242");
    await page.getByRole("button", { name: "Pay" }).click();
    await expect(page.locator("#result")).toHaveText("incomplete_number");
    const frame = page.frameLocator("#card iframe");
    await expect(frame.getByText("Your card number is incomplete.")).toBeVisible();
    await expect(frame.getByLabel("Card number")).toBeFocused();
  });

  test("says when a payment cannot be loaded", async ({ page, context, sandbox }) => {
    await openForm(page, context, sandbox, "pi_unknown_secret_unknown");
    await expect(page.locator("#result")).toHaveText(
      "loaderror No such payment_intent: 'pi_unknown'",
    );
  });
});
