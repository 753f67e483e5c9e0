import { expect, it } from "vitest";
import { prepareBody } from "./body.ts";

it("lists the headings of the second level by their words", () => {
  const { parts } = prepareBody(
    '<h2 id="part-salt">Salt &amp; <em>water</em></h2><p>x</p><h3 id="part-deep">Deep</h3><h2 id="part-so">So &lt;b&gt;</h2>',
  );
  expect(parts).toEqual([
    { id: "part-salt", text: "Salt & water" },
    { id: "part-so", text: "So <b>" },
  ]);
});

it("lets tables and code be scrolled sideways, also with a keyboard", () => {
  const { html } = prepareBody("<table><tr><td>1</td></tr></table><pre><code>a\nb</code></pre>");
  document.body.innerHTML = html;
  const groups = [...document.querySelectorAll<HTMLElement>("[role=group]")];
  expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual(["Table", "Code"]);
  expect(groups.map((group) => group.tabIndex)).toEqual([0, 0]);
  expect(groups.map((group) => group.firstElementChild?.tagName)).toEqual(["TABLE", "PRE"]);
});

it("leaves everything else as the server wrote it", () => {
  const html = '<p>1 &lt;table&gt; <a href="/cities">all</a></p><blockquote><p>x</p></blockquote>';
  expect(prepareBody(html)).toEqual({ html, parts: [] });
});
