// The browser's side of the sandbox: the part of Stripe.js that a Payment Element needs. Card data stays in the frame, as
// with Stripe. No style attribute and no inline script, so a strict policy of the page has nothing to refuse.
(() => {
  "use strict";

  const here = new URL(document.currentScript.src);
  const root = here.origin + here.pathname.replace(/\/(v3|endive)(\/.*)?$/, "");
  const api = here.hostname === "js.stripe.com" ? "https://api.stripe.com" : root;

  const intentOf = (secret) => String(secret).split("_secret_")[0];

  async function call(method, path, fields) {
    const form = new URLSearchParams(fields);
    const address = `${api}/v1/${path}`;
    try {
      const response =
        method === "GET"
          ? await fetch(`${address}?${form}`)
          : await fetch(address, { method, body: form });
      const body = await response.json();
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch {
      return {
        error: {
          type: "api_connection_error",
          message: "An error occurred with our connection to Stripe. Please check your internet connection.",
        },
      };
    }
  }

  function setStyles(node, styles) {
    for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value);
  }

  /** A frame of ours, and the two ends of a channel to it. */
  function openFrame(file, title, greeting, onMessage) {
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = `${root}/v3/${file}`;
    setStyles(frame, { border: "0", width: "100%", display: "block", "color-scheme": "normal" });
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => onMessage(event.data);
    frame.addEventListener(
      "load",
      () => frame.contentWindow.postMessage({ sandbox: greeting }, here.origin, [channel.port2]),
      { once: true },
    );
    return { frame, port: channel.port1 };
  }

  /** The bank's question, over the whole page. */
  function askHolder() {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "Card authentication");
      setStyles(dialog, { border: "0", padding: "0", width: "min(28rem, 92vw)", "border-radius": "8px" });
      const answer = (agrees) => {
        dialog.close();
        dialog.remove();
        resolve(agrees);
      };
      const { frame } = openFrame("authenticate.html", "Card authentication", {}, (message) => answer(message.agrees));
      setStyles(frame, { height: "18rem" });
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        answer(false);
      });
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  class PaymentElement {
    #listeners = new Map();
    #waiting = new Map();
    #calls = 0;
    #frame;
    #port;

    constructor(shared, options) {
      this.shared = shared;
      this.options = options;
    }

    mount(target) {
      const node = typeof target === "string" ? document.querySelector(target) : target;
      if (!node) throw new Error(`The selector you specified (${target}) applies to no DOM elements that are currently on the page.`);
      const greeting = {
        api,
        key: this.shared.key,
        clientSecret: this.shared.clientSecret,
        appearance: this.shared.appearance,
        defaults: this.options.defaultValues?.billingDetails ?? {},
      };
      const opened = openFrame("elements.html", "Secure payment input frame", greeting, (message) => this.#take(message));
      this.#frame = opened.frame;
      this.#port = opened.port;
      setStyles(this.#frame, { height: "18rem" });
      node.replaceChildren(this.#frame);
    }

    #take(message) {
      if (message.answers !== undefined) {
        // While the page keeps the focus, nobody could type into a field; and a frame that gets it forgets which field had it.
        if (message.result.error?.type === "validation_error") {
          this.#frame?.focus();
          this.#port?.postMessage({ request: "focus_wrong" });
        }
        this.#waiting.get(message.answers)?.(message.result);
        this.#waiting.delete(message.answers);
        return;
      }
      if (message.height) {
        setStyles(this.#frame, { height: `${message.height}px` });
        return;
      }
      for (const listener of this.#listeners.get(message.event) ?? []) {
        listener({ elementType: "payment", ...message.detail });
      }
    }

    ask(request) {
      if (!this.#port) return Promise.resolve({ error: { type: "invalid_request_error", message: "The Payment Element is not mounted." } });
      this.#calls += 1;
      const number = this.#calls;
      return new Promise((resolve) => {
        this.#waiting.set(number, resolve);
        this.#port.postMessage({ number, ...request });
      });
    }

    on(event, listener) {
      const listeners = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, [...listeners, listener]);
      return this;
    }

    once(event, listener) {
      const first = (detail) => {
        this.off(event, first);
        listener(detail);
      };
      return this.on(event, first);
    }

    off(event, listener) {
      const kept = (this.#listeners.get(event) ?? []).filter((known) => listener && known !== listener);
      this.#listeners.set(event, kept);
      return this;
    }

    update(options) {
      this.options = { ...this.options, ...options };
    }

    focus() {
      this.#frame?.focus();
      this.#port?.postMessage({ request: "focus" });
    }

    blur() {
      this.#frame?.blur();
    }

    clear() {
      this.#port?.postMessage({ request: "clear" });
    }

    collapse() {}

    repaint(appearance) {
      this.#port?.postMessage({ request: "appearance", appearance });
    }

    unmount() {
      this.#frame?.remove();
      this.#frame = undefined;
      this.#port?.close();
      this.#port = undefined;
    }

    destroy() {
      this.unmount();
      this.shared.element = null;
    }
  }

  class Elements {
    constructor(key, options) {
      this.shared = { key, clientSecret: options.clientSecret, appearance: options.appearance ?? {}, element: null };
    }

    create(kind, options = {}) {
      if (kind !== "payment") throw new Error(`The sandbox has no element "${kind}".`);
      if (this.shared.element) throw new Error("Can only create one Payment Element per Elements instance.");
      this.shared.element = new PaymentElement(this.shared, options);
      return this.shared.element;
    }

    getElement(kind) {
      return kind === "payment" ? this.shared.element : null;
    }

    update(options) {
      if (options.appearance) {
        this.shared.appearance = options.appearance;
        this.shared.element?.repaint(options.appearance);
      }
    }

    async fetchUpdates() {
      return {};
    }

    async submit() {
      const element = this.shared.element;
      if (!element) return { error: { type: "invalid_request_error", message: "There is no Payment Element." } };
      const { error } = await element.ask({ request: "validate" });
      return error ? { error } : { selectedPaymentMethod: "card" };
    }
  }

  async function confirmPayment(key, { elements, confirmParams = {}, redirect = "always" }) {
    const { shared } = elements;
    if (redirect === "always" && !confirmParams.return_url) {
      throw new Error("You must provide a return_url when confirming a PaymentIntent.");
    }
    let result = await shared.element.ask({ request: "confirm", confirmParams });
    if (result.paymentIntent?.status === "requires_action") {
      const agrees = await askHolder();
      const intent = intentOf(shared.clientSecret);
      result = await call("POST", `payment_intents/${intent}/sandbox_authenticate`, {
        key,
        client_secret: shared.clientSecret,
        agrees: String(agrees),
      });
      const failure = result.paymentIntent?.last_payment_error;
      if (failure) result = { error: { ...failure, payment_intent: result.paymentIntent } };
    }
    if (result.error || redirect === "if_required") return result;
    const back = new URL(confirmParams.return_url);
    back.searchParams.set("payment_intent", intentOf(shared.clientSecret));
    back.searchParams.set("payment_intent_client_secret", shared.clientSecret);
    back.searchParams.set("redirect_status", "succeeded");
    window.location.assign(back);
    return new Promise(() => {});
  }

  function unknown(name) {
    return () => {
      throw new Error(`The sandbox has no ${name}().`);
    };
  }

  function Stripe(key) {
    if (!key) throw new Error("Missing value for Stripe(): apiKey should be a string.");
    return {
      elements: (options = {}) => new Elements(key, options),
      confirmPayment: (options) => confirmPayment(key, options),
      retrievePaymentIntent: (clientSecret) =>
        call("GET", `payment_intents/${intentOf(clientSecret)}`, { key, client_secret: clientSecret }),
      confirmCardPayment: unknown("confirmCardPayment"),
      createPaymentMethod: unknown("createPaymentMethod"),
      createToken: unknown("createToken"),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    };
  }

  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
