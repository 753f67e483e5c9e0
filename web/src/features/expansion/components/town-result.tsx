import { adminPaths } from "../../../components/admin/paths.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { type ExpandedTown, leftOut, serviceText, townName } from "./words.ts";

interface Props {
  town: ExpandedTown;
  /** Whether the shops are in the directory; not for a trial, or after undo. */
  isWritten: boolean;
}

/** What a run did in one town: its pages, the shops, and what was left out. */
export function TownResult({ town, isWritten }: Props) {
  const { coffeeShops, questions, services } = town;
  return (
    <>
      <Pages town={town} isWritten={isWritten} />
      {coffeeShops.length > 0 && (
        <ul className="mt-3 grid gap-2" aria-label={`Coffee shops in ${townName(town)}`}>
          {coffeeShops.map(({ slug, name, address, rating }) => (
            <li key={slug}>
              {isWritten ? (
                <a className="link font-semibold" href={paths.shop(slug)}>
                  {name}
                </a>
              ) : (
                <span className="font-semibold">{name}</span>
              )}
              <span className="block text-[0.9375rem] text-soft">
                {rating === null ? address : `${address}. Rating: ${rating} of 5`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-3 grid gap-1 text-[0.9375rem]">
        {leftOut(town).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {questions.length > 0 && (
          <li>
            {`${plural(questions.length, "possible duplicate or chain", "possible duplicates or chains")}: `}
            {questions.map(({ name }) => name).join(", ")}
            {". "}
            <a className="link" href={adminPaths.importQuestions()}>
              Decide in Import Questions
            </a>
          </li>
        )}
        {services.map((service) => (
          <li key={service.service} className={service.error ? "text-red" : "text-soft"}>
            {serviceText(service)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A new town has its pages from its first shop on. */
function Pages({ town, isWritten }: Props) {
  const { citySlug, cityExists, coffeeShopsAdded } = town;
  const name = townName(town);
  const hasPage = cityExists || (isWritten && coffeeShopsAdded > 0);
  if (!hasPage)
    return (
      <p className="mt-2">
        {coffeeShopsAdded > 0
          ? `${name} is new. It gets its page and its best-breakfast and best-coffee pages.`
          : `${name} isn't in the directory yet.`}
      </p>
    );
  const links = [
    { text: name, href: paths.city(citySlug) },
    { text: "Best breakfast", href: paths.bestBreakfast(citySlug) },
    { text: "Best coffee", href: paths.bestCoffee(citySlug) },
  ];
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      {links.map(({ text, href }) => (
        <li key={href}>
          <a className="link" href={href}>
            {text}
          </a>
        </li>
      ))}
      {!cityExists && (
        <li>
          <span className="badge badge-green">New town</span>
        </li>
      )}
    </ul>
  );
}
