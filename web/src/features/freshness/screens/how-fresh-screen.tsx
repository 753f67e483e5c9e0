import type { ReactNode } from "react";
import type { FreshCity, Freshness, Page, State } from "../../../api/types.ts";
import { FreshnessStars } from "../../../components/freshness-stars.tsx";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { countText, plural } from "../../../lib/text.ts";
import { Pager } from "../../../ui/pager.tsx";

interface Props {
  data: { freshness: Freshness; towns: Page<FreshCity> };
  query: { state: string; page: number };
}

/** What is graded: a number of shops, how many of them have confirmed hours, and the stars for that. */
type Graded = Pick<State, "coffeeShopCount" | "hoursConfirmed" | "freshness">;

/** How fresh the hours are: the formula in words, and the grades of the whole, the states and the towns. */
export default function HowFreshScreen({ data: { freshness, towns }, query }: Props) {
  const { name } = useSite();
  const code = query.state.toUpperCase();
  const state = freshness.states.find((one) => one.code === code);
  const place = state ? ` in ${state.name}` : "";
  const suffix = query.page > 1 ? `, page ${query.page}` : "";
  const isKept = !query.state || towns.total > 0;
  const share = freshness.coffeeShopCount > 0 && shareOf(freshness);
  return (
    <article className="page pt-10 md:pt-14">
      <Head
        title={`How Fresh the Hours Are${place}${suffix}`}
        description={`How many coffee shops${place} had their hours confirmed within a year, by town, and what the stars mean${suffix}.`}
        path={paths.howFresh(isKept ? { state: code, page: query.page } : {})}
        {...(isKept ? {} : { robots: "noindex,follow" })}
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        How Fresh the Hours Are
      </h1>
      <div className="prose mt-8 text-[1.0625rem]">
        <p>
          Opening hours change more often than anything else about a coffee shop. So every shop's
          page says when its hours were last confirmed, and every town, every state and {name} as a
          whole gets a grade for it.
        </p>
        <p className="rounded-md border-[1.5px] border-rule bg-sunk px-5 py-4 text-lg">
          {share ? (
            <>
              {"The whole directory: "}
              <FreshnessStars stars={freshness.freshness ?? 1} />
              {` ${countText(freshness.hoursConfirmed)} of ${plural(freshness.coffeeShopCount, "shop")}, ${share}, had their hours confirmed within a year.`}
            </>
          ) : (
            "There are no shops to grade yet."
          )}
        </p>
        <h2>The formula</h2>
        <p>
          {`The grade is the share of a place's open coffee shops whose hours were confirmed in the last ${freshness.countsForDays} days: by the shop itself, by our editors, or by two visitors from different networks who said the same. The age of a list that the hours came from doesn't count.`}
        </p>
        <ul>
          {freshness.starsFrom.map((percent, index) => (
            <li key={percent}>
              <FreshnessStars stars={5 - index} /> {`${percent}% or more`}
            </li>
          ))}
          <li>
            <FreshnessStars stars={1} /> less than that
          </li>
        </ul>
        <p>
          {`Shops that closed for good don't count. Confirmations count at once; ages are as of ${freshness.gradedOnText}, 00:00 UTC. The stars say how well we know the hours, not how good the coffee is, and nobody can pay for them.`}
        </p>
        <p>Do you know a shop? The question “Are these hours right?” on its page needs one tap.</p>
      </div>
      {!state && freshness.states.length > 0 && (
        <Grades id="states" title="States" what="State">
          {freshness.states.map((one) => (
            <Grade key={one.code} of={one}>
              <a className="link" href={paths.howFresh({ state: one.code })}>
                {one.name}
              </a>
            </Grade>
          ))}
        </Grades>
      )}
      {towns.items.length > 0 ? (
        <Grades id="towns" title={`Towns${place}`} what="Town">
          {towns.items.map((town) => (
            <Grade key={town.slug} of={town}>
              <a className="link" href={paths.city(town.slug)}>
                {`${town.name}, ${town.state}`}
              </a>
            </Grade>
          ))}
        </Grades>
      ) : (
        query.state && <p className="mt-10">There are no coffee shops in such a state.</p>
      )}
      <Pager
        label="Pages of towns"
        page={towns.page}
        pageCount={towns.pageCount}
        hrefOf={(page) => paths.howFresh({ state: query.state, page })}
      />
      <p className="mt-12 flex flex-wrap gap-x-6">
        {query.state && (
          <a className="link py-1 font-semibold" href={paths.howFresh()}>
            All states
          </a>
        )}
        <a className="link py-1 font-semibold" href={paths.cities(state ? { state: code } : {})}>
          {state ? `Coffee towns${place}` : "Browse All Cities"}
        </a>
      </p>
    </article>
  );
}

interface GradesProps {
  id: string;
  title: string;
  what: string;
  children: ReactNode;
}

function Grades({ id, title, what, children }: GradesProps) {
  return (
    <section aria-labelledby={id} className="mt-10 max-w-3xl">
      <h2 id={id} className="font-bold text-2xl">
        {title}
      </h2>
      <table className="mt-3 w-full text-left">
        <thead>
          <tr className="border-rule border-b-2">
            <th scope="col" className="py-2 pr-3">
              {what}
            </th>
            <th scope="col" className="py-2 pr-3">
              Grade
            </th>
            <th scope="col" className="py-2 text-right">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Grade({ of, children }: { of: Graded; children: ReactNode }) {
  return (
    <tr className="border-rule border-b">
      <th scope="row" className="py-2 pr-3 font-semibold">
        {children}
      </th>
      <td className="py-2 pr-3">{of.freshness ? <FreshnessStars stars={of.freshness} /> : "–"}</td>
      <td className="py-2 text-right">
        {`${countText(of.hoursConfirmed)} of ${countText(of.coffeeShopCount)}`}
      </td>
    </tr>
  );
}

/** Rounded down, so that no share looks better than its stars. */
const shareOf = ({ hoursConfirmed, coffeeShopCount }: Graded) =>
  `${Math.floor((100 * hoursConfirmed) / coffeeShopCount)}%`;
