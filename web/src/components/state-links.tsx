import type { State } from "../api/types.ts";
import { paths } from "../lib/paths.ts";

/** Every state with its towns, so that every shop is at most three links from the home page. */
export function StateLinks({ states }: { states: readonly State[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 text-[0.9375rem]">
      {states.map(({ code, name }) => (
        <li key={code}>
          <a className="link inline-block py-1.5" href={paths.cities({ state: code })}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
