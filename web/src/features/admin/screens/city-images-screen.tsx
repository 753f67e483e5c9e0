import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { listAddress } from "../../../kit/address.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { FilterSelect, TableFilter } from "../../../kit/table.tsx";
import { paths } from "../../../lib/paths.ts";
import { countText } from "../../../lib/text.ts";
import { Pager } from "../../../ui/pager.tsx";
import { DiscoverImages } from "../components/discover-images.tsx";
import { ImageForm } from "../components/image-form.tsx";
import { TownPicture } from "../components/town-picture.tsx";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

const PAGE_SIZE = 24;

interface Props {
  query: { search: string; image: string; page: number };
}

const SOURCES: Record<string, string> = {
  fallback: "Gradient",
  stock: "Stock",
  wikipedia: "Wikipedia",
  tourism: "Tourism",
};

const SHOWN = [
  ["", "All cities"],
  ["missing", "Without an image"],
] as const;

/** The towns' pictures. */
export default function CityImagesScreen({ query }: Props) {
  return (
    <AdminPage title="City Images">
      <DiscoverImages />
      <List query={query} />
    </AdminPage>
  );
}

function List({ query: { search, image, page } }: Props) {
  const cities = useApi("/api/admin/cities", {
    query: { search, page, pageSize: PAGE_SIZE, ...(image ? { image } : {}) },
    keep: true,
  });
  const hrefOf = listAddress(paths.adminCityImages(), { search, image });
  return (
    <div className="mt-6">
      <TableFilter
        action={paths.adminCityImages()}
        label="Search by name or state"
        name="search"
        value={search}
      >
        <FilterSelect label="Show" name="image" value={image} options={SHOWN} />
      </TableFilter>
      <Async result={cities} what="the cities">
        {(answer) => (
          <>
            <p role="status" className="mt-4 mb-5 text-[0.9375rem] text-soft">
              {`${countText(answer.total)} of ${countText(answer.all)} cities`}
            </p>
            {answer.total === 0 ? (
              <Empty>No cities found</Empty>
            ) : (
              <>
                <ul
                  className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3"
                  aria-busy={cities.isPlaceholderData}
                >
                  {answer.cities.map((city) => (
                    <CityCard key={city.id} city={city} />
                  ))}
                </ul>
                <Pager
                  label="Pages of cities"
                  page={page}
                  pageCount={Math.max(1, Math.ceil(answer.total / PAGE_SIZE))}
                  hrefOf={(number) => hrefOf({ page: number })}
                />
              </>
            )}
          </>
        )}
      </Async>
    </div>
  );
}

function CityCard({ city }: { city: City }) {
  const [isOpen, setOpen] = useState(false);
  const name = `${city.name}, ${city.state}`;
  const [photo] = city.photos;
  return (
    <li className="overflow-hidden rounded-md border border-line bg-raised">
      <div className="aspect-[16/10] overflow-hidden bg-sunk">
        <TownPicture city={city} wide />
      </div>
      <div className="p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold text-lg">{name}</h3>
          <span className="badge">{SOURCES[city.imageSource] ?? "Custom"}</span>
        </div>
        {photo?.credit && <p className="mt-1 text-[0.875rem] text-soft">{photo.credit}</p>}
        {isOpen ? (
          <ImageForm city={city} close={() => setOpen(false)} />
        ) : (
          <button type="button" className="button button-small mt-3" onClick={() => setOpen(true)}>
            Edit Image<span className="sr-only"> of {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}
