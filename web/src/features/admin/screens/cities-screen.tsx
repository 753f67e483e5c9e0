import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { CityForm } from "../components/city-form.tsx";
import { ImageForm } from "../components/image-form.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { MergeCity } from "../components/merge-city.tsx";
import { TownPicture } from "../components/town-picture.tsx";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

const PAGE_SIZE = 20;

interface Props {
  query: {
    search: string;
    sort: "" | "name" | "shops";
    direction: "" | "descending";
    page: number;
  };
}

/** Towns: text, color, name and picture. */
export default function CitiesScreen({ query }: Props) {
  return (
    <AdminPage
      action={
        <a className="link" href={paths.adminCityImages()}>
          City images
        </a>
      }
    >
      <List query={query} />
    </AdminPage>
  );
}

const ORDERS = [
  ["", "State and name"],
  ["name", "Name"],
  ["shops", "Number of shops"],
] as const;

const DIRECTIONS = [
  ["", "Ascending"],
  ["descending", "Descending"],
] as const;

function List({ query }: Props) {
  const { search, page, sort, direction } = query;
  const cities = useApi("/api/admin/cities", {
    query: {
      search,
      page,
      pageSize: PAGE_SIZE,
      ...(sort ? { sort } : {}),
      ...(direction ? { direction } : {}),
    },
    keep: true,
  });
  return (
    <>
      <ListFrame
        path={paths.adminCities()}
        query={query}
        words={{ what: "cities", one: "city", none: "No cities found" }}
        searchLabel="Search by name or state"
        filters={[
          { name: "sort", label: "Sort by", options: ORDERS },
          { name: "direction", label: "Direction", options: DIRECTIONS },
        ]}
        result={cities}
        read={({ cities: rows, total }) => ({ rows, total })}
        pageSize={PAGE_SIZE}
      >
        {(rows, { stale }) => (
          <ul className="grid gap-4" aria-busy={stale}>
            {rows.map((city) => (
              <CityItem key={city.id} city={city} />
            ))}
          </ul>
        )}
      </ListFrame>
      <ListKeys />
    </>
  );
}

type Part = "facts" | "image" | "merge";

function CityItem({ city }: { city: City }) {
  const [open, setOpen] = useState<"" | Part>("");
  const name = `${city.name}, ${city.state}`;
  const toggle = (part: Part) => setOpen(open === part ? "" : part);
  return (
    <li
      data-item
      data-row={city.id}
      tabIndex={-1}
      className="rounded-md border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-28 shrink-0 overflow-hidden rounded">
          <TownPicture city={city} />
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold text-lg">
            <a className="link" href={adminPaths.city(city.id)}>
              {name}
            </a>
          </h3>
          <p className="text-[0.9375rem] text-soft">
            {plural(city.coffeeShopCount, "shop")}
            {!city.isListed && " · not in the directory"}
          </p>
          <p className="mt-1 line-clamp-2">{city.description ?? "No description yet."}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-small"
            aria-expanded={open === "facts"}
            onClick={() => toggle("facts")}
          >
            Edit<span className="sr-only"> {name}</span>
          </button>
          <button
            type="button"
            className="button button-small"
            aria-expanded={open === "image"}
            onClick={() => toggle("image")}
          >
            Edit Image<span className="sr-only"> of {name}</span>
          </button>
          <button
            type="button"
            className="button button-small"
            aria-expanded={open === "merge"}
            onClick={() => toggle("merge")}
          >
            Merge<span className="sr-only"> {name}</span>
          </button>
        </div>
      </div>
      {open === "facts" && <CityForm city={city} close={() => setOpen("")} />}
      {open === "image" && <ImageForm city={city} close={() => setOpen("")} />}
      {open === "merge" && <MergeCity city={city} close={() => setOpen("")} />}
    </li>
  );
}
