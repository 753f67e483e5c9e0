// The card's form. It alone sees the card; the page around it is told whether the form is complete and how a payment went.
(() => {
  "use strict";

  const fields = Object.fromEntries(["number", "expiry", "cvc", "zip"].map((id) => [id, document.getElementById(id)]));
  const form = document.getElementById("card");
  let port;
  let setting;
  let wasComplete = false;

  const digits = (text) => text.replace(/\D/g, "");

  function hasCheckDigit(number) {
    const sum = [...number].reverse().reduce((total, digit, place) => {
      const weighed = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
    return sum % 10 === 0;
  }

  function expiry() {
    const [month = "", year = ""] = fields.expiry.value.split("/").map(digits);
    return { month, year };
  }

  /** What is wrong with a field, in Stripe's words; nothing when it is right. */
  function complaint(id) {
    const value = digits(fields[id].value);
    if (id === "number") {
      if (value.length < 16) return ["incomplete_number", "Your card number is incomplete."];
      return hasCheckDigit(value) ? undefined : ["invalid_number", "Your card number is invalid."];
    }
    if (id === "expiry") {
      const { month, year } = expiry();
      if (month.length < 2 || year.length < 2) return ["incomplete_expiry", "Your card's expiration date is incomplete."];
      if (Number(month) < 1 || Number(month) > 12) return ["invalid_expiry_month", "Your card's expiration month is invalid."];
      const today = new Date();
      const last = new Date(2000 + Number(year), Number(month), 1);
      return last > today ? undefined : ["invalid_expiry_year_past", "Your card's expiration year is in the past."];
    }
    if (id === "cvc") return value.length >= 3 ? undefined : ["incomplete_cvc", "Your card's security code is incomplete."];
    return value.length >= 5 ? undefined : ["incomplete_zip", "Your ZIP is incomplete."];
  }

  function show(id, problem) {
    const input = fields[id];
    document.getElementById(`${id}-error`).textContent = problem ? problem[1] : "";
    if (problem) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    tellHeight();
  }

  /** The first thing that is wrong; all of them are shown. */
  function validate() {
    let first;
    for (const id of Object.keys(fields)) {
      const problem = complaint(id);
      show(id, problem);
      first ??= problem;
    }
    return first && { type: "validation_error", code: first[0], message: first[1] };
  }

  function tell(event, detail) {
    port?.postMessage({ event, detail });
  }

  function tellHeight() {
    port?.postMessage({ height: Math.ceil(form.getBoundingClientRect().height) });
  }

  function tellChange() {
    const complete = Object.keys(fields).every((id) => !complaint(id));
    const empty = Object.values(fields).every((field) => field.value === "");
    if (complete !== wasComplete || !complete) {
      tell("change", { complete, empty, collapsed: false, value: { type: "card" } });
    }
    wasComplete = complete;
  }

  function paint(appearance = {}) {
    for (const [name, value] of Object.entries(appearance.variables ?? {})) {
      if (/^[a-zA-Z]+$/.test(name)) document.documentElement.style.setProperty(`--${name}`, value);
    }
    tellHeight();
  }

  async function send(method, path, values) {
    const sent = new URLSearchParams(values);
    const address = `${setting.api}/v1/${path}`;
    try {
      const response =
        method === "GET" ? await fetch(`${address}?${sent}`) : await fetch(address, { method, body: sent });
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

  async function confirm(params) {
    const error = validate();
    if (error) return { error };
    const { month, year } = expiry();
    const billing = { ...setting.defaults, ...params.payment_method_data?.billing_details };
    const values = {
      key: setting.key,
      client_secret: setting.clientSecret,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": digits(fields.number.value),
      "payment_method_data[card][exp_month]": month,
      "payment_method_data[card][exp_year]": year,
      "payment_method_data[card][cvc]": digits(fields.cvc.value),
      "payment_method_data[billing_details][address][postal_code]": digits(fields.zip.value),
      "payment_method_data[billing_details][address][country]": "US",
    };
    for (const name of ["name", "email", "phone"]) {
      if (billing[name]) values[`payment_method_data[billing_details][${name}]`] = billing[name];
    }
    for (const name of ["return_url", "receipt_email"]) if (params[name]) values[name] = params[name];
    const intent = setting.clientSecret.split("_secret_")[0];
    return send("POST", `payment_intents/${intent}/confirm`, values);
  }

  async function carryOut(message) {
    if (message.request === "validate") {
      const error = validate();
      return error ? { error } : {};
    }
    return confirm(message.confirmParams);
  }

  async function take(message) {
    if (message.request === "focus") return fields.number.focus();
    if (message.request === "focus_wrong") return document.querySelector("[aria-invalid=true]")?.focus();
    if (message.request === "appearance") return paint(message.appearance);
    if (message.request === "clear") {
      for (const field of Object.values(fields)) field.value = "";
      return tellChange();
    }
    port.postMessage({ answers: message.number, result: await carryOut(message) });
  }

  async function begin(greeting) {
    setting = greeting;
    paint(setting.appearance);
    const intent = String(setting.clientSecret).split("_secret_")[0];
    const { error } = await send("GET", `payment_intents/${intent}`, {
      key: setting.key,
      client_secret: setting.clientSecret,
    });
    if (error) return tell("loaderror", { error });
    tellHeight();
    tell("ready", {});
    tellChange();
  }

  fields.number.addEventListener("input", () => {
    fields.number.value = digits(fields.number.value).slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
  });
  fields.expiry.addEventListener("input", (event) => {
    const typed = digits(fields.expiry.value).slice(0, 4);
    const deletes = event.inputType?.startsWith("delete");
    fields.expiry.value = typed.length > 2 || (typed.length === 2 && !deletes) ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed;
  });
  for (const [id, most] of [["cvc", 4], ["zip", 5]]) {
    fields[id].addEventListener("input", () => {
      fields[id].value = digits(fields[id].value).slice(0, most);
    });
  }
  for (const [id, field] of Object.entries(fields)) {
    field.addEventListener("input", () => {
      if (field.getAttribute("aria-invalid")) show(id, complaint(id));
      tellChange();
    });
    field.addEventListener("blur", () => {
      if (field.value) show(id, complaint(id));
      tell("blur", {});
    });
    field.addEventListener("focus", () => tell("focus", {}));
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("details").addEventListener("toggle", tellHeight);
  new ResizeObserver(tellHeight).observe(form);

  window.addEventListener("message", (event) => {
    if (port || !event.data?.sandbox) return;
    [port] = event.ports;
    port.onmessage = (message) => take(message.data);
    begin(event.data.sandbox);
  });
})();
