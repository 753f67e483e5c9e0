import http from "node:http";
import { compare, costOf, filled, prose } from "./lib/costs.mjs";
import { ask } from "./lib/steady.mjs";

/** Each may send 600 events in ten minutes. */
const NETWORKS = 50_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
/** `serde_json` refuses more. */
const LEVELS = 127;

/** Arrays in arrays. @param {number} levels */
const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);

/** As `filled`, for bodies of so many bytes. @param {number} length */
const bodyOf = (length) => (before, part, after, between) =>
  filled(length, [before, after], part, between);

/** A body that is one text long. @param {string} before @param {string} after */
const longText = (before, after) => (length) =>
  before + prose(length - before.length - after.length) + after;

/**
 * Bodies for a path, by their names, each beside a plain one of its length.
 * @param {string} path @param {(length: number) => string} plain @param {Record<string, string>} bodies
 */
const inputs = (path, plain, bodies) =>
  Object.entries(bodies).map(([name, body]) => ({
    name,
    length: body.length,
    plain: { path, body: plain(body.length) },
    costly: { path, body },
  }));

/** Nothing longer is read where a route doesn't say otherwise. */
function signIns() {
  const body = bodyOf(65_536);
  return inputs("/api/sign-in", longText('{"email":"', '"}'), {
    "a text of escaped letters": body('{"email":"', () => "\\u0061", '"}'),
    "a text of escaped pairs": body('{"email":"', () => "\\ud83d\\ude00", '"}'),
    "a text of line breaks": body('{"email":"', () => "\\n", '"}'),
    "a whole number": body('{"email":', () => "1", "}"),
    "a fraction": body('{"email":0.', () => "1", "}"),
    "an exponent": body('{"email":1e', () => "9", "}"),
    blanks: body('{"email":"a"', () => " ", "}"),
    "arrays of 127 levels": body('{"email":[', () => nested(LEVELS), "]}", ","),
    "levels without end": body('{"email":', () => "[", ""),
    "keys that nobody knows": body("{", (number) => `"k${number}":0`, "}", ","),
    "one key that nobody knows": body('{"', () => "k", '":0}'),
    "one key, again and again": body("{", () => '"email":"a"', "}", ","),
  });
}

/** Lists and numbers. What else is wrong with the form keeps it from being accepted. @param {string} slug  of a shop */
function suggestions(slug) {
  const [body, start] = [bodyOf(16_384), '{"kind":"edit","email":"a"'];
  const path = `/api/coffee-shops/${slug}/suggestions`;
  const letter = (number) => `"${String.fromCharCode(97 + (number % 26))}"`;
  return inputs(path, longText(`${start},"description":"`, '"}'), {
    "suggestion: empty categories": body(`${start},"categories":[`, () => '""', "]}", ","),
    "suggestion: categories of a letter": body(`${start},"categories":[`, letter, "]}", ","),
    "suggestion: a whole number": body(`${start},"afterMillis":`, () => "1", "}"),
  });
}

/** Likewise. */
function listings() {
  const body = bodyOf(32_768);
  const id = (number) => `"0190a8b2-0000-4000-8000-${String(number).padStart(12, "0")}"`;
  return inputs("/api/coffee-shops", longText('{"description":"', '"}'), {
    "listing: IDs": body('{"differentFrom":[', id, "]}", ","),
    "listing: a fraction": body('{"latitude":0.', () => "3", "}"),
  });
}

/** JSON in JSON: an event's metadata, the only text of strangers that is read into a map. */
function events() {
  const [body, path] = [bodyOf(2000), "/api/analytics/track"];
  const event = (metadata) => ({
    path,
    body: JSON.stringify({ eventType: "boost_plan_selected", metadata }),
  });
  const plain = longText('{"note":"', '"}');
  const texts = {
    "metadata: arrays of 126 levels": body(
      "{",
      (number) => `"k${number}":${nested(LEVELS - 1)}`,
      "}",
      ",",
    ),
    "metadata: levels without end": body('{"k":', () => "[", ""),
    "metadata: many keys": body("{", (number) => `"${number}":0`, "}", ","),
    "metadata: one key, again and again": body("{", () => '"k":0', "}", ","),
    "metadata: empty texts": body('{"k":[', () => '""', "]}", ","),
    "metadata: a whole number": body('{"k":', () => "1", "}"),
  };
  return Object.entries(texts).map(([name, text]) => ({
    name,
    length: text.length,
    plain: event(plain(text.length)),
    costly: event(text),
  }));
}

/**
 * JSON bodies that are made to cost more than their length explains. All are refused, so that no form is taken.
 * @param {import("./lib/townperk.mjs").Townperk} townperk  that serves @param {{ rounds: number, seconds: number }} options
 */
export async function measureBodyCosts(townperk, { rounds, seconds }) {
  const { shopPath } = await townperk.largestTown();
  const slug = shopPath.split("/").at(-1);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let sent = 0;
  const send = async ({ path, body }) => {
    const network = sent % NETWORKS;
    sent += 1;
    const headers = {
      "content-type": "application/json",
      "user-agent": BROWSER,
      "x-forwarded-for": `11.${network >> 8}.${network % 256}.7`,
    };
    const url = townperk.url + path;
    const { status } = await ask(url, { agent, method: "POST", headers, body });
    if (status !== 400) throw new Error(`${path} answered ${status} to ${body.slice(0, 60)}…`);
  };
  const bodies = [...signIns(), ...suggestions(slug), ...listings(), ...events()];
  const rows = await compare(bodies, rounds, (side) =>
    costOf(townperk.pid, seconds, () => send(side)),
  );
  agent.destroy();
  return rows;
}
