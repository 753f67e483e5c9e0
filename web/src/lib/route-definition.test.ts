// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fillRead, parseQuery } from "./route-definition.ts";

const query = {
  q: { type: "text", default: "", maxLength: 5 },
  page: { type: "integer", default: 1, min: 1, max: 100 },
  openNow: { type: "flag", default: false },
  sort: { type: "choice", default: "", values: ["newest"] },
  lat: { type: "number", default: null, min: -90, max: 90 },
} as const;

const defaults = { q: "", page: 1, openNow: false, sort: "", lat: null };

describe("parseQuery", () => {
  it("takes defaults for what is absent, unknown, malformed or out of range", () => {
    expect(parseQuery(query, {})).toEqual(defaults);
    const odd = { page: "0", openNow: "yes", sort: "oldest", lat: "91", utm_source: "x", q: "  " };
    expect(parseQuery(query, odd)).toEqual(defaults);
    for (const page of ["-1", "1e1", "101", "2.0", "", " 2"]) {
      expect(parseQuery(query, { page }).page).toBe(1);
    }
  });

  it("takes a tab or a line's end within a text for a space, as the server does", () => {
    expect(parseQuery(query, { q: "a\tb \r\n c" }).q).toBe("a b c");
  });

  it("reads what is well formed", () => {
    const asked = { q: " alexandria ", page: "7", openNow: "true", sort: "newest", lat: "-31.25" };
    expect(parseQuery(query, asked)).toEqual({
      q: "alexa",
      page: 7,
      openNow: true,
      sort: "newest",
      lat: -31.25,
    });
  });
});

describe("fillRead", () => {
  it("fills places from the path and the query, encoded", () => {
    const address = fillRead("/api/cities/{slug}/shops?page={page}", { slug: "a b/c" }, query, {
      ...defaults,
      page: 2,
    });
    expect(address).toBe("/api/cities/a%20b%2Fc/shops?page=2");
  });

  it("appends only what is not default, in the order of the group", () => {
    const template = "/api/search{?q,page,openNow,lat}";
    expect(fillRead(template, {}, query, defaults)).toBe("/api/search");
    expect(fillRead(template, {}, query, { ...defaults, openNow: true, q: "a&b", lat: 0 })).toBe(
      "/api/search?q=a%26b&openNow=true&lat=0",
    );
    expect(fillRead("/api/search?pageSize=24{?q}", {}, query, { ...defaults, q: "x" })).toBe(
      "/api/search?pageSize=24&q=x",
    );
  });
});
