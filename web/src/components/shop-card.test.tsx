// @vitest-environment node
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { makeShop } from "../../test/support/samples.ts";
import { KeptMarkupContext } from "../lib/kept-markup.ts";
import { keptMarkup } from "../routes/kept-markup.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { ShopCard } from "./shop-card.tsx";

describe("a card", () => {
  const keep = keptMarkup();
  const draw = (texts: Parameters<typeof makeShop>[0]) =>
    renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <ToastProvider>
          <KeptMarkupContext value={keep}>
            <ShopCard shop={makeShop({ imageUrl: "/photos/a.webp", ...texts })} />
          </KeptMarkupContext>
        </ToastProvider>
      </QueryClientProvider>,
    );
  const label = "Written by AI";

  it("says when no person wrote its text, also where the server keeps its HTML", () => {
    const same = { description: "Beans from Peru.", ownerDescription: null };
    expect(draw({ ...same, aiGeneratedDescription: null })).not.toContain(label);
    const made = draw({ ...same, aiGeneratedDescription: "Beans from Peru." });
    expect(made).toContain(`Beans from Peru.</p><p class="text-[0.9375rem] text-soft">${label}`);
    expect(draw({ ...same, aiGeneratedDescription: null })).not.toContain(label);
  });

  it("says nothing below an owner's words", () => {
    const html = draw({ ownerDescription: "We roast.", aiGeneratedDescription: "They roast." });
    expect(html).toContain("We roast.");
    expect(html).not.toContain(label);
  });
});
