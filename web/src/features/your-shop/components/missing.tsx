import type { MissingPart } from "../../../api/your-shop.ts";
import { MISSING } from "../words.ts";

/** What guests look for first and don't find, most important first. */
export function Missing({ missing }: { missing: readonly MissingPart[] }) {
  const parts = missing.flatMap((part) => MISSING[part] ?? []);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="missing" className="mt-6 rounded-md bg-amber-wash p-5 text-amber-ink">
      <h2 id="missing" className="font-bold text-xl">
        {parts.length === 1 ? "One thing is missing" : `${parts.length} things are missing`}
      </h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-6">
        {parts.map(({ text, href }) => (
          <li key={text}>
            <a className="inline-block py-0.5 underline underline-offset-4" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
