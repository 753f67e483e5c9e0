import type { Ranking } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { plural } from "../../../lib/text.ts";

/** The formula in words and in numbers: nobody has to believe a ranking. */
export default function HowWeRankScreen({ data: { ranking } }: { data: { ranking: Ranking } }) {
  const { name } = useSite();
  const { priorRatings, halfLifeDays, rankedOnText } = ranking;
  return (
    <article className="page pt-10 md:pt-14">
      <Head
        title="How We Rank"
        description={`The formula behind every ranking in ${name}, with today's numbers. No payment changes it.`}
        path={paths.howWeRank()}
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        How We Rank
      </h1>
      <div className="prose mt-8 text-[1.0625rem]">
        <p>
          The numbered lists of our best breakfast and best coffee pages, and the order of a town's
          page below its featured shops, follow one formula. It counts what guests say, and nothing
          that anybody pays. Boosted shops stand before the list and are marked as paid placement;
          their place in the list is the one that they would have without.
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
            <strong>Σr</strong> is the sum of the shop's own ratings, of five, and{" "}
            <strong>n</strong> their number. {priorRatings} ratings of the mean stand beside them,
            so a single rating decides little. They are the ratings shown on the shop's page with
            their source, until we have reviews of our own.
          </li>
          <li>
            <strong>v</strong> is the votes: each visitor counts once, by the latest vote, and half
            as much with every {halfLifeDays} days that have passed since. Voting every hour raises
            the number of upvotes that a page shows, and not the rank.
          </li>
        </ul>
        <p>
          The mean and the votes are those of midnight (00:00 UTC), so a vote of today counts from
          tomorrow on. Where two scores are equal to six decimals, the shop with more voters comes
          first, then one with a photo, then the alphabet. Shops without a photo or without ratings
          are in the list like any other.
        </p>
        <h2>Who is in a list</h2>
        <p>
          Every open shop of the town is in the coffee list. In the breakfast list are those whose
          categories or description speak of breakfast or brunch, and that open before 10 in the
          morning where their hours are known. A list shows ten.
        </p>
        <h2>{`Today's numbers`}</h2>
        <p>{`As of ${rankedOnText}, 00:00 UTC:`}</p>
        <ul>
          <li>
            {ranking.meanRating
              ? `m = ${ranking.meanRating}, from ${plural(ranking.ratingCount, "rating")}`
              : "There is no rating yet, so votes alone decide."}
          </li>
          <li>{`${plural(ranking.voterCount, "vote")}, each visitor counted once for each shop`}</li>
        </ul>
        {ranking.meanRating && <Examples ranking={ranking} />}
        <h2>Votes</h2>
        <p>
          A visitor may vote for a shop once in 60 minutes. The first vote sets a cookie with a
          random number, so that a visitor is counted once. One network can give a shop 30 votes an
          hour and 60 a day. Of the new voters from one network on one day, the ranking counts five
          for each shop, so a crowd behind one address cannot decide an order; the others can be
          counted when they vote on another day.
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
        What invented shops would score with these numbers
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
