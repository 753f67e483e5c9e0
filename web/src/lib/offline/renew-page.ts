import { paths } from "../paths.ts";

/** After each change of a shop, updates the offline copy of its page, if this device has one. */
export function renewPageOf(slug: string) {
  import("./keep-pages.ts")
    .then(({ renewKeptPage }) => renewKeptPage(paths.shop(slug)))
    .catch(() => undefined);
}
