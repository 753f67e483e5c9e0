import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { useSignedIn } from "../../kit/session.tsx";
import { Async, Empty } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { DataTable } from "../../kit/table.tsx";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { plural } from "../../lib/text.ts";
import { ErasedParts } from "./erased-parts.tsx";
import { inOrder, type PersonRecord, partOf, partTitle, type Shown } from "./person-words.ts";

type Erased = components["schemas"]["PersonErased"];
type Export = components["schemas"]["PersonExport"];

/** Everything kept about an address: shops, claims, stories, emails. It is in the fragment, which no log sees. */
export default function PersonScreen() {
  const address = useFragment();
  return (
    <AdminPage
      title={address || "Person"}
      action={
        <a className="link" href={adminPaths.privacy()}>
          Find another person
        </a>
      }
    >
      {address ? (
        <Person key={address} address={address} />
      ) : (
        <Empty
          action={
            <a className="button button-small" href={adminPaths.privacy()}>
              Find a person
            </a>
          }
        >
          No address was given.
        </Empty>
      )}
    </AdminPage>
  );
}

/** The address in the URL's fragment. */
function useFragment() {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("hashchange", changed);
      return () => window.removeEventListener("hashchange", changed);
    },
    () => {
      const fragment = window.location.hash.slice(1);
      try {
        return decodeURIComponent(fragment);
      } catch {
        return fragment;
      }
    },
  );
}

function Person({ address }: { address: string }) {
  const signedIn = useSignedIn();
  const [erased, setErased] = useState<Erased | null>(null);
  const found = useQuery({
    queryKey: ["/api/admin/people/show", address],
    queryFn: ({ signal }) =>
      signedIn(() => call("post", "/api/admin/people/show", { body: { email: address }, signal })),
    // Each look is in the audit log, so it isn't repeated unasked.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: erased === null,
  });
  if (erased) return <ErasedParts erased={erased} />;
  return (
    <Async result={found} what="what is kept about this person">
      {(person) =>
        person.isKnown ? (
          <Found person={person} onErased={setErased} />
        ) : (
          <Empty>{`Nothing is kept about ${person.address}.`}</Empty>
        )
      }
    </Async>
  );
}

function Found({ person, onErased }: { person: Shown; onErased: (answer: Erased) => void }) {
  const { address, parts, shops } = person;
  const names = new Map(shops.map(({ id, name }) => [id, name]));
  return (
    <>
      <Summary parts={parts} />
      <Actions address={address} onErased={onErased} />
      <div className="mt-10 grid gap-10">
        {inOrder(parts).map(({ name, records }) => (
          <Section key={name} name={name} records={records as PersonRecord[]} names={names} />
        ))}
      </div>
    </>
  );
}

const idOf = (name: string) => `part-${name.replaceAll(" ", "-")}`;

/** How much there is of each kind, as links to it. */
function Summary({ parts }: Pick<Shown, "parts">) {
  return (
    <nav aria-label="What is kept">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {inOrder(parts).map(({ name, records }) => (
          <li key={name}>
            {/* Not a link: the fragment is the person's address. */}
            <button
              type="button"
              className="text-button py-2"
              onClick={() => document.getElementById(idOf(name))?.focus()}
            >
              {`${partTitle(name)} ${records.length}`}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SectionProps {
  name: string;
  records: readonly PersonRecord[];
  /** Of coffee shops, by ID. */
  names: ReadonlyMap<string, string>;
}

function Section({ name, records, names }: SectionProps) {
  const { title, shop, columns } = partOf(name, records);
  const shopOf = (record: PersonRecord): ReactNode => {
    const id = String(record[shop ?? ""] ?? "");
    const known = names.get(id);
    return known ? (
      <a className="link" href={paths.adminShop(id)}>
        {known}
      </a>
    ) : (
      "A shop that is gone"
    );
  };
  const rows = records.map((record, index) => ({ record, key: String(index) }));
  return (
    <section aria-labelledby={idOf(name)}>
      <h3 id={idOf(name)} tabIndex={-1} className="font-bold text-xl">
        {title}
      </h3>
      <DataTable
        caption={`${title}: ${plural(records.length, "record")}`}
        quiet
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          ...(shop
            ? [{ title: "Shop", cell: ({ record }: (typeof rows)[number]) => shopOf(record) }]
            : []),
          ...columns.map((column) => ({
            title: column.title,
            cell: ({ record }: (typeof rows)[number]) => (
              <span className="whitespace-pre-line break-words">{column.text(record)}</span>
            ),
          })),
        ]}
      />
    </section>
  );
}

function Actions({ address, onErased }: { address: string; onErased: (answer: Erased) => void }) {
  const tell = useChanged();
  const [confirmation, confirm] = useConfirm();
  const body = { email: address };
  const download = useAction(() => call("post", "/api/admin/people/export", { body }), {
    done: save,
    failed: { title: "Couldn't export the data", text: "Please try again." },
  });
  const erase = useAction(() => call("post", "/api/admin/people/erase", { body }), {
    done: (answer) => {
      onErased(answer);
      // Any text may have had the address.
      void tell("shop", "city", "article", "story", "claim", "suggestion", "request", "site");
      void tell("import", "mail", "newsletter");
    },
    failed: { title: "Couldn't erase the person", text: "Please try again." },
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Erase ${address}?`,
      text: "Sessions end, shops lose their owner, emails and the newsletter subscription are deleted, and the name is removed from the audit log. Texts with the address say “(erased)” instead. This cannot be undone.",
      verb: "Erase person",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) await erase.start(undefined);
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {confirmation}
      <button
        type="button"
        className="button"
        aria-disabled={download.busy}
        onClick={() => void download.start(undefined)}
      >
        Download as JSON
      </button>
      <button
        type="button"
        className="button button-danger"
        aria-disabled={erase.busy}
        onClick={() => void ask()}
      >
        Erase Person
      </button>
    </div>
  );
}

/** The export as a file. */
function save(found: Export) {
  const file = new Blob([JSON.stringify(found, null, 2)], { type: "application/json" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = "personal-data.json";
  link.click();
  URL.revokeObjectURL(url);
}
