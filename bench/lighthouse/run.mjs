// Lighthouse with mobile settings: the median of several runs on each kind of page, on the built binary with the demo.
// usage: node bench/lighthouse/run.mjs [--runs 5] [--only home] [--photos] [--url http://…]   (--photos: 48 in the town;
// --url: a running server)
// Fails below the design's targets: 100 for accessibility, best practices and SEO, 95 for performance.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { serveDemo } from "./demo.mjs";

const BARS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const TIMES = {
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    url: { type: "string" },
    photos: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);

const read = async (url) => (await fetch(url)).json();

/** The town with the most shops, its first shop, and the newest article if there is one. */
async function pagesOf(url) {
  const towns = await read(`${url}/api/cities/all`);
  const town = towns.reduce((most, next) =>
    next.coffeeShopCount > most.coffeeShopCount ? next : most,
  );
  const [shop] = await read(`${url}/api/cities/${town.slug}/coffee-shops`);
  const pages = [
    { name: "home", path: "/" },
    { name: `town (${town.coffeeShopCount} shops)`, path: `/cities/${town.slug}` },
    { name: "shop", path: `/coffee-shops/${shop.slug}` },
  ];
  const articles = await fetch(`${url}/api/blog/articles`);
  if (articles.ok) {
    const [article] = await articles.json();
    if (article) pages.push({ name: "article", path: `/blog/${article.slug}` });
  }
  // Search pages are noindex, so their SEO score is meaningless.
  pages.push({
    name: "search",
    path: `/search?q=${encodeURIComponent(town.name)}`,
    without: ["seo"],
  });
  return pages;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Retries, because Chromium sometimes loses a trace; a real fault fails every time. */
async function report(address, port) {
  for (let attempt = 1; ; attempt += 1) {
    const { lhr } = await lighthouse(address, { port, logLevel: "error", output: "json" });
    if (!lhr.runtimeError) return lhr;
    if (attempt === 3) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  }
}

async function measure(url, port, { path, without = [] }) {
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await report(url + path, port));
  }
  const scores = {};
  for (const category of Object.keys(BARS)) {
    if (without.includes(category)) continue;
    scores[category] = Math.round(
      100 * median(results.map((one) => one.categories[category].score)),
    );
  }
  const times = {};
  for (const [name, audit] of Object.entries(TIMES)) {
    times[name] = median(results.map((one) => one.audits[audit].numericValue));
  }
  return { scores, times, last: results.at(-1) };
}

/** Reasons for a page's missing points, one line each. */
function shortcomings({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `    ${category}: ${id}: ${audits[id].displayValue ?? audits[id].title}`);
}

const server = values.url ? { url: values.url, stop: () => undefined } : await serveDemo(values);
const chrome = await launch({
  chromePath: execFileSync(new URL("../../scripts/find-chromium.sh", import.meta.url).pathname, {
    encoding: "utf8",
  }).trim(),
  chromeFlags: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
  ],
});
let below = 0;
try {
  const pages = await pagesOf(server.url);
  for (const page of pages.filter(({ name }) => !values.only || name.startsWith(values.only))) {
    await fetch(server.url + page.path); // drawn once, as for every visitor but the first
    const { scores, times, last } = await measure(server.url, chrome.port, page);
    const text = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
    console.log(
      `${page.name}: ${text.join(", ")}; LCP ${Math.round(times.LCP)} ms, TBT ${Math.round(times.TBT)} ms, CLS ${times.CLS.toFixed(3)}`,
    );
    for (const [category, score] of Object.entries(scores)) {
      if (score < BARS[category]) below += 1;
      if (score < BARS[category])
        for (const line of shortcomings(last, category)) console.log(line);
    }
  }
} finally {
  await chrome.kill();
  await server.stop();
}
process.exitCode = below > 0 ? 1 : 0;
