import type { Sources } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { TextPage } from "../components/text-page.tsx";

type OptionalSource = Sources["inUse"][number];

interface Source {
  name: string;
  href: string;
  text: string;
  /** Only for directories that use it. */
  only?: OptionalSource;
}

const SOURCES: Source[] = [
  {
    name: "OpenStreetMap",
    href: "https://www.openstreetmap.org/copyright",
    text: "Coffee shops, their addresses, opening hours and places on the map. © OpenStreetMap contributors, under the Open Database License (ODbL) 1.0. The part of our data that derives from it is available under the same license on request.",
  },
  {
    name: "Foursquare OS Places",
    only: "foursquare_list",
    href: "https://opensource.foursquare.com/os-places/",
    text: "Coffee shops and their addresses, where the operator of this site imported them. Under the Apache License 2.0.",
  },
  {
    name: "Foursquare Places API",
    only: "foursquare_api",
    href: "https://foursquare.com/",
    text: "Ratings, prices, categories, hours and photos, where a page says “Powered by Foursquare”. They are shown for a limited time.",
  },
  {
    name: "Wikipedia and Wikimedia Commons",
    href: "https://commons.wikimedia.org/",
    text: "Pictures of towns, with author and license beside each. Only public domain, CC0, CC BY and CC BY-SA.",
  },
  {
    name: "Pexels",
    only: "pexels",
    href: "https://www.pexels.com/",
    text: "Stock pictures of towns without one of their own, with the photographer beside each.",
  },
  {
    name: "Overture Maps Foundation",
    only: "overture",
    href: "https://overturemaps.org/",
    text: "Coffee shops and their addresses, where the operator of this site imported them. Under the Community Data License Agreement, Permissive 2.0.",
  },
  {
    name: "GeoNames",
    href: "https://www.geonames.org/",
    text: "Towns, their places and time zones, under Creative Commons Attribution 4.0.",
  },
  {
    name: "United States Census Bureau",
    href: "https://www.census.gov/",
    text: "ZIP codes, counties, and the lines of states and counties on maps. Public domain.",
  },
  {
    name: "MapLibre",
    href: "https://maplibre.org/",
    text: "Draws the maps beside lists, under the BSD 3-Clause License.",
  },
  {
    name: "name-suggestion-index",
    href: "https://github.com/osmlab/name-suggestion-index",
    text: "The list of brands we use to tell chains from independent shops, under the BSD 3-Clause License.",
  },
  {
    name: "Besley and Libre Franklin",
    href: "https://openfontlicense.org/",
    text: "The typefaces of these pages, under the SIL Open Font License 1.1.",
  },
];

export default function DataSourcesScreen({ data }: { data: { sources: Sources } }) {
  const uses = (source: OptionalSource) => data.sources.inUse.includes(source);
  const { name } = useSite();
  return (
    <TextPage
      title="Data Sources"
      description={`Where the information on ${name} comes from, and under which licenses.`}
      path={paths.dataSources()}
    >
      <p>
        Owners write about their own shops. Much of the rest comes from people who share what they
        know. These are our sources, with thanks.
      </p>
      {SOURCES.filter(({ only }) => !only || uses(only)).map((source) => (
        <section key={source.name}>
          <h2>
            <a href={source.href} rel="noopener">
              {source.name}
            </a>
          </h2>
          <p>{source.text}</p>
        </section>
      ))}
      <h2>Ratings</h2>
      <p>
        {`Ratings from Google${uses("foursquare_api") ? " or Foursquare" : ""} are shown with their source and belong to those services.`}
      </p>
      {uses("ai") && (
        <>
          <h2>Descriptions written by AI</h2>
          <p>
            Where nobody has described a shop, an AI model may write a few sentences from the facts
            on its page. Wherever we show them, “Written by AI” stands below. The owner's own words
            always replace them.
          </p>
        </>
      )}
      <p>
        <a href={`${paths.comparison()}?profile=enhanced`}>Three sample shops</a> show what such
        data and an owner's own words add to a profile.
      </p>
    </TextPage>
  );
}
