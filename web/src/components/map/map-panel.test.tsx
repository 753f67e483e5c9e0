import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeShop, site } from "../../../test/support/samples.ts";
import { SiteProvider } from "../../lib/site.tsx";
import MapPanel from "./map-panel.tsx";

afterEach(cleanup);

const shown = () => (
  <SiteProvider site={site}>
    <button type="button" aria-controls="map">
      Hide map
    </button>
    <div id="map" className="map-place">
      <MapPanel shops={[makeShop()]} around={null} list={{ current: null }} />
    </div>
  </SiteProvider>
);

it("comes into view for whoever pressed the button, and moves nobody else's page", () => {
  const moved = vi.fn();
  Element.prototype.scrollIntoView = moved;
  render(shown());
  expect(moved).not.toHaveBeenCalled();
  cleanup();
  const { rerender } = render(
    <button type="button" aria-controls="map">
      Hide map
    </button>,
  );
  screen.getByRole("button").focus();
  const focused = vi.spyOn(document, "activeElement", "get");
  focused.mockReturnValue(screen.getByRole("button"));
  rerender(shown());
  expect(moved).toHaveBeenCalledWith({ block: "nearest" });
  focused.mockRestore();
});
