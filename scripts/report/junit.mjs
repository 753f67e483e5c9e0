// A JUnit report: one test per operation of the API that schemathesis tested.
import { firstLines } from "./suite.mjs";

/** @param {string} xml @returns {import("./suite.mjs").Suite} */
export function readJunit(xml) {
  const suite = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    slow: [],
    missing: [],
  };
  for (const [, attributes, content = ""] of xml.matchAll(
    /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const name = attribute(attributes, "name");
    suite.slow.push({ name, seconds: Number(attribute(attributes, "time")) });
    const failure = /<(?:failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/.exec(
      content,
    );
    if (failure) {
      suite.failed += 1;
      const message = [attribute(failure[1], "message"), readable(failure[2] ?? "")].join("\n");
      suite.failures.push({ name, message: firstLines(message) });
    } else if (/<skipped\b/.test(content)) suite.skipped += 1;
    else suite.passed += 1;
  }
  return suite;
}

function attribute(attributes, name) {
  return readable(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}

const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function readable(text) {
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1")
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
    );
}
