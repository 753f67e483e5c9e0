import type { State } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";

/** Every state with its towns: no shop is further from home than three links. */
export function StateLinks({ states }: { states: readonly State[] }) {
  if (states.length === 0) return null;
  return (
    <nav aria-labelledby="states" className="page mt-8">
      <h3 id="states" className="mb-1 font-semibold text-lg">
        Cities by state
      </h3>
      <ul className="flex flex-wrap gap-x-4 text-[0.9375rem]">
        {states.map(({ code, name }) => (
          <li key={code}>
            <a className="link inline-block py-1.5" href={paths.cities({ state: code })}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
