import type * as towns from "./draw-town.ts";
import type * as fronts from "./storefront/draw-storefront.ts";

/** The drawing code, by kind. */
interface Drawings {
  fronts: typeof fronts;
  towns: typeof towns;
}

/** Provided by the server during its renders. A browser loads a kind when it has to draw one itself. */
export const lent: Partial<Drawings> = {};

const fetchKind: { [K in keyof Drawings]: () => Promise<Drawings[K]> } = {
  fronts: () => import("./storefront/draw-storefront.ts"),
  towns: () => import("./draw-town.ts"),
};

/** A shared object, so that React sees no change and leaves the existing content alone. */
const AS_IT_IS = { __html: "" };

/**
 * The content of an `<svg>` or a `<g>` as text. The server draws it, and browsers keep what the server drew. If it can
 * become a different drawing, the element needs a `key`.
 */
export function drawn<K extends keyof Drawings>(kind: K, draw: (by: Drawings[K]) => string) {
  if (import.meta.env.SSR) {
    const by = lent[kind];
    if (!by) throw new Error(`nobody lends the drawings of ${kind}`);
    return { dangerouslySetInnerHTML: { __html: draw(by) } };
  }
  return {
    dangerouslySetInnerHTML: AS_IT_IS,
    suppressHydrationWarning: true,
    ref: (element: SVGElement | null) => {
      if (element && !element.firstChild) void fill(element, kind, draw);
    },
  };
}

async function fill<K extends keyof Drawings>(
  element: SVGElement,
  kind: K,
  draw: (by: Drawings[K]) => string,
) {
  // Without its code, the drawing stays empty.
  const by = await fetchKind[kind]().catch(() => null);
  if (by && !element.firstChild) element.innerHTML = draw(by);
}
