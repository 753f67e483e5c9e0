import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { useDone } from "../../../components/admin/use-undo.ts";
import { listAddress } from "../../../kit/address.ts";
import { type Answer, call, useApi, useRefresh } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm, useFormId } from "../../../kit/form/use-form.ts";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../../kit/merge/use-merge.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { TableFilter, TablePages } from "../../../kit/table.tsx";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { ImageForm } from "../components/image-form.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { MergeCity } from "../components/merge-city.tsx";
import { TownPicture } from "../components/town-picture.tsx";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

const PAGE_SIZE = 20;

interface Props {
  query: { search: string; page: number };
}

/** Towns: text, color, name and picture. */
export default function CitiesScreen({ query }: Props) {
  return (
    <AdminPage
      title="Cities"
      tab={paths.adminCities()}
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

function List({ query: { search, page } }: Props) {
  const cities = useApi("/api/admin/cities", {
    query: { search, page, pageSize: PAGE_SIZE },
    keep: true,
  });
  const hrefOf = listAddress(paths.adminCities(), { search });
  return (
    <>
      <TableFilter
        action={paths.adminCities()}
        label="Search by name or state"
        name="search"
        value={search}
      />
      <div className="mt-6">
        <Async result={cities} what="the cities">
          {(answer) =>
            answer.total === 0 ? (
              <Empty>No cities found</Empty>
            ) : (
              <>
                <ul className="grid gap-4" aria-busy={cities.isPlaceholderData}>
                  {answer.cities.map((city) => (
                    <CityItem key={city.id} city={city} />
                  ))}
                </ul>
                <TablePages
                  what="cities"
                  one="city"
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={answer.total}
                  hrefOf={(number) => hrefOf({ page: number })}
                />
              </>
            )
          }
        </Async>
      </div>
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
    <li data-item tabIndex={-1} className="rounded-md border border-line bg-raised p-4">
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-28 shrink-0 overflow-hidden rounded">
          <TownPicture city={city} />
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold text-lg">
            <a className="link" href={paths.city(city.slug)} target="_blank" rel="noreferrer">
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

const schema = z.object({
  name: text({ required: "Name is required", max: 120 }),
  description: text({ max: 2000 }),
  fallbackColor: text({ max: 32 }),
});

type Values = z.infer<typeof schema>;

const LABELS: Record<keyof Values, string> = {
  description: "Description",
  fallbackColor: "Color",
  name: "Name",
};

const versionOf = (city: City): Version<Values> => ({
  fields: {
    name: city.name,
    description: city.description ?? "",
    fallbackColor: city.fallbackColor ?? "",
  },
  version: city.version,
});

function CityForm({ city, close }: { city: City; close: () => void }) {
  const refresh = useRefresh();
  const done = useDone();
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Values>, { version }) =>
      call("put", "/api/admin/cities/{id}", {
        path: { id: city.id },
        body: { ...fields, version },
      }),
  });
  const form = useForm({
    id: useFormId("city"),
    schema,
    initial: versionOf(city).fields,
    base: versionOf(city),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    done: ({ entry }) => {
      done(entry ? "City updated" : "Nothing was changed", entry);
      void refresh("/api/admin/");
      close();
    },
    refused: (error) => error instanceof Undecided,
    failed: "Failed to update city description",
    draft: `admin-city-${city.id}`,
  });
  return (
    <Form form={form} className="mt-4 max-w-text" label={`${city.name}, ${city.state}`}>
      <TextArea form={form} name="description" label="Description" optional most={2000} />
      <TextField
        form={form}
        name="fallbackColor"
        label="Color"
        hint="Used when there's no picture, such as hsl(210, 40%, 30%)."
        optional
        autoComplete="off"
      />
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Renaming changes the URL; the old one redirects."
        autoComplete="off"
      />
      <MergeNotice
        what="city"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field]}
        textOf={(field, of) => of[field] ?? ""}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
