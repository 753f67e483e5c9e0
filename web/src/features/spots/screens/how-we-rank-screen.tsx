import type { Ranking } from "../../../api/types.ts";
import { clockOf } from "../../../lib/formats.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { plural } from "../../../lib/text.ts";

/** The ranking formula in words and numbers, so that nobody has to take it on trust. */
export default function HowWeRankScreen({ data: { ranking } }: { data: { ranking: Ranking } }) {
  const { name } = useSite();
  const { priorRatings, halfLifeDays, rankedOnText } = ranking;
  return (
    <article className="page pt-10 md:pt-14">
      <Head
        title="How We Rank"
        description={`The formula behind every ranking in ${name}, with today's numbers. Payment never changes it.`}
        path={paths.howWeRank()}
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        How We Rank
      </h1>
      <div className="prose mt-8 text-[1.0625rem]">
        <p>
          The numbered lists on our best breakfast and best coffee pages, and the order of shops on
          a town's page below its featured shops, use one formula. It counts what customers say and
          ignores payments. Boosted shops come before the list and are labeled as paid placement;
          their rank in the list is the same as without a boost.
        </p>
        <h2>The formula</h2>
        <p className="rounded-md border-[1.5px] border-rule bg-sunk px-5 py-4 font-semibold text-lg">
          {`score = (${priorRatings} · m + Σr) / (${priorRatings} + n) + `}
          <span className="whitespace-nowrap">
            log<sub>2</sub>
            {"(1 + v)"}
          </span>
        </p>
        <ul>
          <li>
            <strong>m</strong> is the mean of all ratings in the directory.
          </li>
          <li>
            <strong>Σr</strong> is the sum of the shop's own ratings, out of five, and{" "}
            <strong>n</strong> their number. We add {priorRatings} ratings at the mean, so a single
            rating changes little. These are the ratings shown on the shop's page with their source,
            until we have our own reviews.
          </li>
          <li>
            <strong>v</strong> is the votes: each visitor counts once, by their latest vote, and
            loses half its weight every {halfLifeDays} days. Voting every hour raises the upvotes
            shown on the page but not the rank.
          </li>
        </ul>
        <p>
          The mean and the votes are as of midnight (00:00 UTC), so today's votes count starting
          tomorrow. If two scores are equal to six decimals, the shop with more voters comes first,
          then the one with a photo, then alphabetical order. Shops without a photo or ratings are
          listed like any other.
        </p>
        <h2>Which shops are listed</h2>
        <p>
          {`The coffee list includes every shop in town that hasn't closed. The breakfast list includes those whose categories or description mention breakfast or brunch and that open before ${clockOf(10, 0)}, if their hours are known. A list shows ten shops.`}
        </p>
        <h2>{`Today's numbers`}</h2>
        <p>{`As of ${rankedOnText}, 00:00 UTC:`}</p>
        <ul>
          <li>
            {ranking.meanRating
              ? `m = ${ranking.meanRating}, from ${plural(ranking.ratingCount, "rating")}`
              : "No ratings yet, so votes alone decide."}
          </li>
          <li>{`${plural(ranking.voterCount, "vote")}, each visitor counted once per shop`}</li>
        </ul>
        {ranking.meanRating && <Examples ranking={ranking} />}
        <h2>Votes</h2>
        <p>
          A visitor can vote for a shop once every 60 minutes. The first vote sets a cookie with a
          random number, so each visitor is counted once. One network can give a shop 30 votes an
          hour and 60 a day. Of one network's new voters in a day, the ranking counts five per shop,
          so a crowd behind one address can't decide a ranking; the others can be counted when they
          vote on another day.
        </p>
      </div>
      <p className="mt-12">
        <a className="link font-semibold" href={paths.cities()}>
          Browse All Cities
        </a>
      </p>
    </article>
  );
}

function Examples({ ranking }: { ranking: Ranking }) {
  return (
    <table className="w-full table-fixed text-left">
      <caption className="pb-2 text-left">
        What made-up shops would score with these numbers
      </caption>
      <thead>
        <tr className="border-rule border-b">
          <th scope="col" className="py-2 pr-4">
            Ratings
          </th>
          <th scope="col" className="py-2 pr-4">
            Votes
          </th>
          <th scope="col" className="py-2">
            Score
          </th>
        </tr>
      </thead>
      <tbody>
        {ranking.examples.map(({ ratings, votes, score }) => (
          <tr key={ratings + votes} className="border-rule border-b">
            <td className="py-2 pr-4">{ratings}</td>
            <td className="py-2 pr-4">{votes}</td>
            <td className="py-2">{score}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
