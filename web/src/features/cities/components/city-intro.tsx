import { Fragment } from "react";
import type { City, CityFacts, Neighbor, Shop } from "../../../api/types.ts";
import { FreshnessStars } from "../../../components/freshness-stars.tsx";
import { paths } from "../../../lib/paths.ts";
import { between, plural } from "../../../lib/text.ts";

interface CityIntroProps {
  city: City;
  facts: CityFacts;
  /** The first ones on the page. */
  shops: readonly Shop[];
}

/** Three paragraphs made of the town's own facts, so that no other town could have them. */
export function CityIntro({ city, facts, shops }: CityIntroProps) {
  return (
    <section aria-labelledby="culture" className="page mt-12">
      <h2 id="culture" className="font-bold text-2xl leading-tight md:text-[1.75rem]">
        {`${city.name}'s Independent Coffee Culture`}
      </h2>
      {city.description && <p className="mt-3 text-lg md:hidden">{city.description}</p>}
      <div className="city-intro mt-5 grid gap-x-10 gap-y-4 text-[1.0625rem] leading-relaxed lg:grid-cols-3">
        <p>
          {placeSentence(city, shops)}
          {streetsSentence(city, facts)} {votesSentence(city)}
        </p>
        <p>
          <HoursAndNews facts={facts} />
          {amenitiesSentence(facts)}
          {"See also the "}
          <a href={paths.featured()}>featured shops</a>
          {" and our "}
          <a href={paths.blog()}>coffee blog</a>.
        </p>
        <p>
          <Neighbors towns={facts.neighbors} />
          {facts.neighbors.length > 0 ? "For anywhere else, " : "For other towns, "}
          <a href={paths.cities()}>browse all cities</a>.
        </p>
      </div>
      {city.freshness && (
        <p className="mt-6">
          {"Freshness of hours: "}
          <FreshnessStars stars={city.freshness} />
          {` ${city.hoursConfirmed} of ${plural(city.coffeeShopCount, "shop")} confirmed within a year. `}
          <a className="link" href={paths.howFresh({ state: city.state })}>
            How we grade
          </a>
        </p>
      )}
      {city.coffeeShopCount > 0 && (
        <p className="mt-6 flex flex-wrap gap-3">
          {facts.hasBreakfast && (
            <a className="button" href={paths.bestBreakfast(city.slug)}>
              {`Best Breakfast in ${city.name}`}
            </a>
          )}
          <a className="button" href={paths.bestCoffee(city.slug)}>
            {`Best Coffee in ${city.name}`}
          </a>
        </p>
      )}
    </section>
  );
}

function placeSentence(
  { name, county, stateName, coffeeShopCount }: City,
  [first, second, third]: readonly Shop[],
): string {
  // The District of Columbia is both.
  const isInCounty = county && county !== stateName;
  const place = isInCounty ? `${name}, in ${county}, ${stateName},` : `${name}, ${stateName},`;
  if (coffeeShopCount === 0)
    return `${place} has no independent coffee shop in this directory yet.`;
  // Two out of three or more; with fewer shops, the cards below already say so.
  const some = first && second && third ? `, among them ${first.name} and ${second.name}` : "";
  return `${place} has ${plural(coffeeShopCount, "independent coffee shop")} in this directory${some}.`;
}

function streetsSentence({ coffeeShopCount }: City, { streets }: CityFacts): string {
  if (streets.length === 0) return "";
  const names = streets.map((name, index) => between(index, streets.length) + name);
  return ` Look for ${coffeeShopCount === 1 ? "it" : "them"} on ${names.join("")}.`;
}

/** "3 have seats outdoors, 2 welcome pets and 5 offer WiFi. " */
function amenitiesSentence({ outdoorSeating, petFriendly, wifi }: CityFacts): string {
  const parts = [
    { count: outdoorSeating, one: "has", many: "have", what: "seats outdoors" },
    { count: petFriendly, one: "welcomes", many: "welcome", what: "pets" },
    { count: wifi, one: "offers", many: "offer", what: "WiFi" },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return "";
  const texts = parts.map(
    ({ count, one, many, what }, index) =>
      `${between(index, parts.length)}${count} ${count === 1 ? one : many} ${what}`,
  );
  return `${texts.join("")}. `;
}

function votesSentence({ coffeeShopCount, shopsWith }: City): string {
  if (coffeeShopCount === 0) return "If you know one, tell the owner: a basic listing is free.";
  if (shopsWith === 0) return "Nobody has voted here yet, so the first upvote could be yours.";
  if (coffeeShopCount === 1) return "Customers have upvoted it.";
  if (shopsWith === coffeeShopCount) return "Customers have upvoted every one of them.";
  return `Customers have upvoted ${shopsWith === 1 ? "one" : shopsWith} of them so far.`;
}

function HoursAndNews({ facts: { openFirst, newest } }: { facts: CityFacts }) {
  return (
    <>
      {openFirst && (
        <>
          The first to open in the morning is{" "}
          <a href={paths.shop(openFirst.slug)}>{openFirst.name}</a>
          {`, at ${openFirst.time}${openFirst.hoursFrom ? `, by hours from ${openFirst.hoursFrom}` : ""}. `}
        </>
      )}
      {newest && (
        <>
          The newest listing is <a href={paths.shop(newest.slug)}>{newest.name}</a>
          {`, added in ${newest.added}. `}
        </>
      )}
    </>
  );
}

function Neighbors({ towns }: { towns: readonly Neighbor[] }) {
  if (towns.length === 0) return null;
  return (
    <>
      {"Nearby: "}
      {towns.map((town, index) => (
        <Fragment key={town.slug}>
          {between(index, towns.length)}
          <a href={paths.city(town.slug)}>{`${town.name}, ${town.state}`}</a>
          {` (${town.distance}, ${plural(town.coffeeShopCount, "shop")})`}
        </Fragment>
      ))}
      {". "}
    </>
  );
}
