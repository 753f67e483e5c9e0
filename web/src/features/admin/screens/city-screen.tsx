import type { ReactNode } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { listPlace } from "../../../components/admin/list/place.ts";
import { adminPaths } from "../../../components/admin/paths.ts";
import { SubjectHistory } from "../../../components/admin/subject-history.tsx";
import { type Answer, useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { type Column, DataTable } from "../../../kit/table.tsx";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { CityForm } from "../components/city-form.tsx";
import { ImageForm } from "../components/image-form.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { MergeCity } from "../components/merge-city.tsx";
import { type AdminShop, ShopBadges } from "../components/shop-badges.tsx";
import { TownPicture } from "../components/town-picture.tsx";

type City = Answer<"get", "/api/admin/cities/{id}">;

const PAGE_SIZE = 20;

interface Props {
  params: { id: string };
  query: { page: number };
}

/** A town and all that belongs to it: facts, image, shops, towns that may be the same, history. */
export default function CityScreen({ params: { id }, query }: Props) {
  const city = useApi("/api/admin/cities/{id}", { path: { id } });
  return (
    <AdminPage
      title={city.data ? nameOf(city.data) : "City"}
      action={
        <a className="link" href={listPlace(paths.adminCities())}>
          All cities
        </a>
      }
    >
      <Async result={city} what="the city">
        {(loaded) => (
          <div className="grid gap-12">
            <Head city={loaded} />
            <Part id="facts" title="Facts">
              <CityForm key={loaded.id} city={loaded} />
            </Part>
            <Part id="image" title="Image">
              <ImageForm key={loaded.id} city={loaded} />
            </Part>
            <Part id="shops" title="Coffee shops">
              <Shops id={loaded.id} page={query.page} />
            </Part>
            <Part id="merge" title="Merge">
              <MergeCity key={loaded.id} city={loaded} />
            </Part>
            <Part id="history" title="History">
              <SubjectHistory id={loaded.id} />
            </Part>
          </div>
        )}
      </Async>
      <ListKeys searches={false} />
    </AdminPage>
  );
}

const nameOf = ({ name, state }: City) => `${name}, ${state}`;

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mb-3 font-bold text-xl">
        {title}
      </h3>
      {children}
    </section>
  );
}

const SOURCES: Record<string, string> = {
  stock: "Stock photo",
  wikipedia: "From Wikipedia",
  tourism: "From a tourism site",
  custom: "Chosen by hand",
};

function Head({ city }: { city: City }) {
  const [photo] = city.photos;
  const credit = [photo?.credit && `by ${photo.credit}`, photo?.license].filter(Boolean);
  return (
    <header className="flex flex-wrap items-start gap-5">
      <div className="w-60 max-w-full shrink-0 overflow-hidden rounded">
        <TownPicture city={city} wide />
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <p>
          {plural(city.coffeeShopCount, "listed shop")}
          {city.boostedShops > 0 && `, ${city.boostedShops} boosted`}
          {city.county && ` · ${city.county}`}
        </p>
        <p className="mt-1 text-[0.9375rem] text-soft">
          {photo
            ? [SOURCES[city.imageSource] ?? city.imageSource, ...credit].join(", ")
            : "No image. A drawing in the town's color is shown."}
        </p>
        {!city.isListed && (
          <p className="mt-2">
            <span className="badge">Not in the directory</span>
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-4 text-[0.9375rem]">
          <a className="link" href={paths.city(city.slug)} target="_blank" rel="noreferrer">
            View City
          </a>
          <a className="link" href={paths.adminAudit({ subject: city.id })}>
            All changes
          </a>
        </p>
      </div>
    </header>
  );
}

const COLUMNS: readonly Column<AdminShop>[] = [
  {
    title: "Name",
    cell: (shop) => (
      <a data-item className="link" href={paths.adminShop(shop.id)}>
        {shop.name}
      </a>
    ),
  },
  { title: "Address", cell: (shop) => shop.address },
  { title: "Visibility", cell: (shop) => <ShopBadges shop={shop} /> },
  { title: "Votes", numeric: true, cell: (shop) => shop.upvoteCount },
];

function Shops({ id, page }: { id: string; page: number }) {
  const shops = useApi("/api/admin/coffee-shops", {
    query: { city: id, sort: "name", page, pageSize: PAGE_SIZE },
    keep: true,
  });
  return (
    <ListFrame
      path={adminPaths.city(id)}
      query={{ page }}
      words={{ what: "coffee shops", one: "coffee shop", none: "No coffee shop is in this city." }}
      result={shops}
      read={({ shops: rows, total }) => ({ rows, total })}
      pageSize={PAGE_SIZE}
    >
      {(rows, { stale }) => (
        <DataTable
          caption="Coffee shops"
          quiet
          rows={rows}
          keyOf={(shop) => shop.id}
          stale={stale}
          columns={COLUMNS}
        />
      )}
    </ListFrame>
  );
}
