import { afterEach, describe, expect, it, vi } from "vitest";
import { ageText, buttonsOf, decisionsOf, holds, type Waiting } from "./inbox-decisions.ts";

const HOUR = 3_600_000;

describe("an age", () => {
  it.each([
    [-5, "just now"],
    [59_000, "just now"],
    [60_000, "1 minute"],
    [HOUR - 1, "59 minutes"],
    [HOUR, "1 hour"],
    [47 * HOUR, "1 day"],
    [48 * HOUR, "2 days"],
  ])("of %d milliseconds is %s", (millis, text) => {
    expect(ageText(millis)).toBe(text);
  });
});

describe("decisions", () => {
  const item = (kind: string): Waiting => ({
    kind,
    id: "1",
    title: "",
    text: "",
    since: "2026-03-04T15:00:00Z",
    shopSlug: null,
    record: null,
    version: null,
    photoUrl: null,
    blocked: null,
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(["story", "suggestion", "import"])(
    "about a %s say which version was read",
    async (kind) => {
      const bodies: unknown[] = [];
      vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
        bodies.push(JSON.parse(String(body)));
        return Promise.resolve(Response.json({ entry: null }));
      });
      await decisionsOf(item(kind))?.approve.run({ id: "1", version: 7 });
      expect(bodies).toEqual([{ version: 7 }]);
    },
  );

  it("ask for a reason where somebody is told of it", () => {
    const reason = (kind: string) => decisionsOf(item(kind))?.reject?.reason;
    expect(reason("claim")).toBe("required");
    expect(reason("takedown_photo")).toBe("required");
    expect(reason("story")).toBe("optional");
    expect(reason("import")).toBe("none");
  });

  it("offer what a take-down asks for first, and all the rest", () => {
    const verbs = (kind: string) => {
      const decisions = decisionsOf(item(kind));
      return [decisions?.approve, ...(decisions?.others ?? [])].map((one) => one?.verb);
    };
    expect(verbs("takedown_photo")).toEqual([
      "Remove all photos",
      "Unpublish the page",
      "Mark as closed",
      "I've handled it",
    ]);
    expect(verbs("takedown_other")[0]).toBe("I've handled it");
  });

  it("that remove a shop can be taken back for longer, and say what was done", () => {
    expect(decisionsOf(item("shop"))?.reject).toMatchObject({ done: "Deleted", removesShop: true });
    const chain = decisionsOf(item("chain_report"));
    expect(chain?.approve).toMatchObject({ done: "Removed", removesShop: true });
    expect(chain?.reject?.removesShop).toBeUndefined();
    expect(decisionsOf(item("closed_reports"))?.approve.removesShop).toBe(false);
  });

  it("ask no reason to dismiss a mail, and leave out what nobody knows", () => {
    expect(decisionsOf(item("mail"))?.reject?.reason).toBe("none");
    expect(decisionsOf(item("something new"))).toBeUndefined();
  });

  it("about a possible duplicate begin with the same shop, about a chain's name with leaving it out", () => {
    const record = (why: object, shopSlug: string | null) =>
      ({ ...item("import"), shopSlug, record: { why, source: "osm" } }) as Waiting;
    const verbs = (one: Waiting) => buttonsOf(one).map(({ key, verb }) => `${key} ${verb}`);
    expect(verbs(record({ code: "similar", signs: ["name"] }, "blue-door"))).toEqual([
      "s Same shop",
      "a Add as new",
      "r Leave out",
    ]);
    expect(verbs(record({ code: "common_name", brand: "Second Cup" }, null))).toEqual([
      "r Leave out",
      "a Add as new",
    ]);
  });

  it("are found by what is seen, with or without accents", () => {
    const cafe = { ...item("story"), title: "Café Olé, Natchez", text: "The fair in July." };
    for (const typed of ["cafe", "OLÉ natchez", "local story", "july fair"])
      expect(holds(cafe, typed), typed).toBe(true);
    expect(holds(cafe, "cafe july august")).toBe(false);
    const held = { ...item("claim"), blocked: "The address isn't confirmed yet." };
    expect(holds(held, "claim confirmed")).toBe(true);
  });
});
