// @vitest-environment node
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { KeepMarkup } from "../lib/kept-markup.ts";
import { keptMarkup } from "./kept-markup.ts";

function Part({ keep }: { keep: KeepMarkup }) {
  return <p>{keep("a", () => "one & two")}</p>;
}

describe("kept markup", () => {
  it("draws a part once", () => {
    let drawn = 0;
    const keep = keptMarkup();
    const draw = () => <b>{`${++drawn} & more`}</b>;
    expect([keep("a", draw), keep("b", draw), keep("a", draw)]).toEqual([
      "<b>1 &amp; more</b>",
      "<b>2 &amp; more</b>",
      "<b>1 &amp; more</b>",
    ]);
  });

  it("forgets what was not asked for the longest when it holds too much", () => {
    const drawn: string[] = [];
    const keep = keptMarkup(30);
    const ask = (key: string) =>
      keep(key, () => {
        drawn.push(key);
        return <b>123</b>;
      });
    // Eleven characters each including their keys: two fit.
    for (const key of ["a", "b", "a", "c", "a", "b"]) ask(key);
    expect(drawn).toEqual(["a", "b", "c", "b"]);
  });

  it("leaves nothing behind when drawing fails", () => {
    const keep = keptMarkup();
    const fail = () => {
      throw new Error("no");
    };
    expect(() => keep("a", fail)).toThrow("no");
    expect(keep("a", () => "yes")).toBe("yes");
  });

  it("is drawn within another drawing", () => {
    const keep = keptMarkup();
    expect(
      renderToString(
        <div>
          <Part keep={keep} />
          <b>two</b>
        </div>,
      ),
    ).toBe("<div><p>one &amp;amp; two</p><b>two</b></div>");
  });
});
