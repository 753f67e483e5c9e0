import { describe, expect, it } from "vitest";
import { email, lengthOf, phone, sixDigits, text, webAddress, z, zip } from "./rules.ts";

/** The parsed value, or the first error. */
function judge<T>(schema: z.ZodMiniType<T>, value: unknown): T | string | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues[0]?.message;
}

describe("text", () => {
  it("is cleaned, and required only where it says so", () => {
    expect(judge(text(), "  a ")).toBe("a");
    expect(judge(text(), "   ")).toBe("");
    expect(judge(text({ required: "Name is required" }), " \n ")).toBe("Name is required");
  });

  it("has as many characters as people count in it", () => {
    expect(lengthOf(" é☕ ")).toBe(2);
    const short = text({ max: 3 });
    expect(judge(short, "☕☕☕")).toBe("☕☕☕");
    expect(judge(short, "e\u0301e\u0301e\u0301")).toBe("ééé");
    expect(judge(short, "abcd")).toBe("Please use 3 characters or fewer.");
    const name = text({ max: 3, label: "Name" });
    expect(judge(name, "abcd")).toBe("Name must be 3 characters or fewer");
  });
});

it("an e-mail address has two sides and a domain", () => {
  const rule = email("Valid email is required");
  expect(judge(rule, " ann@shop.example ")).toBe("ann@shop.example");
  for (const wrong of [
    "",
    "ann",
    "ann@",
    "@shop.example",
    "ann@shop",
    "a b@shop.example",
    "a@b..c",
  ])
    expect(judge(rule, wrong), wrong).toBe("Valid email is required");
  expect(judge(email("Wrong", false), "")).toBe("");
});

it("a ZIP code is five digits or nine, however they are separated", () => {
  const rule = zip("Wrong");
  expect(judge(rule, "71301")).toBe("71301");
  for (const nine of ["71301-1234", "713011234", " 71301 1234 "])
    expect(judge(rule, nine)).toBe("71301-1234");
  for (const wrong of ["", "7130", "713011", "7130a", "71301-12"])
    expect(judge(rule, wrong), wrong).toBe("Wrong");
});

it("a web address gets its scheme, and no other scheme passes", () => {
  expect(judge(webAddress(), "shop.example")).toBe("https://shop.example");
  expect(judge(webAddress(), "HTTP://shop.example/a?b=c")).toBe("HTTP://shop.example/a?b=c");
  expect(judge(webAddress(), "")).toBe("");
  expect(judge(webAddress({ required: "Needed" }), " ")).toBe("Needed");
  for (const wrong of [
    "javascript:alert(1)",
    "https://me:pw@shop.example",
    "shop",
    "ftp://a.example",
    "a b.example",
  ])
    expect(judge(webAddress(), wrong), wrong).toMatch(/^Please enter a valid web address/);
});

it("a telephone number has ten digits, with or without the country's", () => {
  for (const right of ["", "318-555-0100", "(318) 555 0100", "+1 318.555.0100", "1-800-COFFEES"])
    expect(judge(phone("Wrong"), right)).toBe(right);
  for (const wrong of ["555-0100", "call us", "800-COFFEE", "318-555-01000"])
    expect(judge(phone("Wrong"), wrong), wrong).toBe("Wrong");
});

it("a code keeps its digits alone", () => {
  for (const pasted of ["123456", "123 456", "123-456", " 123456\n"])
    expect(judge(sixDigits(), pasted)).toBe("123456");
  expect(judge(sixDigits("Six"), "12345")).toBe("Six");
});

it("schemas never try whether functions may be made out of text", () => {
  expect(z.config().jitless).toBe(true);
});
