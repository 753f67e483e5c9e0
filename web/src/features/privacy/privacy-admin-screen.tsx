import { useState } from "react";
import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { call, useApi } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { Async } from "../../kit/states.tsx";
import { DataTable } from "../../kit/table.tsx";
import { dayText, momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { countText, plural } from "../../lib/text.ts";

type Export = components["schemas"]["PersonExport"];
type Erased = components["schemas"]["PersonErased"];

/** A person's stored data: viewing, exporting, erasing. */
export default function PrivacyAdminScreen() {
  return (
    <AdminPage tab={adminPaths.privacy()} title="Privacy">
      <Privacy />
      <Retention />
    </AdminPage>
  );
}

const schema = z.object({ email: email("Please enter a valid email address.") });

function Privacy() {
  const [found, setFound] = useState<Export | null>(null);
  const [erased, setErased] = useState<Erased | null>(null);
  const form = useForm({
    id: "person",
    schema,
    initial: { email: "" },
    submit: (body) => call("post", "/api/admin/people/export", { body }),
    done: (answer) => {
      setErased(null);
      setFound(answer);
    },
    failed: "The address couldn't be looked up.",
  });
  return (
    <>
      <p className="mt-4 max-w-text text-soft">
        Find everything kept about an email address: listings, sessions, stories, newsletter, emails
        and audit log entries. First make sure the address belongs to the person asking.
      </p>
      <Form form={form} className="mt-6 max-w-text">
        <TextField form={form} name="email" label="Email address" type="email" autoComplete="off" />
        <SubmitButton form={form} busy="Looking..." className="button button-primary mt-5">
          Find Person
        </SubmitButton>
      </Form>
      <div role="status">
        {erased && <ErasedParts erased={erased} />}
        {found && !found.isKnown && (
          <p className="mt-8">{`Nothing is kept about ${found.address}.`}</p>
        )}
      </div>
      {found?.isKnown && (
        <Found
          found={found}
          onErased={(answer) => {
            setFound(null);
            setErased(answer);
          }}
        />
      )}
    </>
  );
}

/** What the server removes automatically after some time. */
function Retention() {
  const lines = useApi("/api/admin/people/retention");
  return (
    <section aria-labelledby="retention" className="mt-12">
      <h3 id="retention" className="font-bold text-xl">
        Kept temporarily
      </h3>
      <p className="mt-2 max-w-text text-soft">Data that is deleted automatically.</p>
      <Async result={lines} what="what is kept">
        {(all) => (
          <DataTable
            caption="Kept temporarily"
            quiet
            rows={all}
            keyOf={({ what }) => what}
            columns={[
              { title: "What", cell: ({ what }) => what },
              { title: "How long", cell: ({ time }) => time },
              { title: "Rows now", numeric: true, cell: ({ count }) => countText(count) },
              { title: "Oldest", cell: ({ oldest }) => (oldest ? dayText(oldest) : "none") },
              {
                title: "Last cleanup",
                cell: ({ job, lastDone }) =>
                  job === null ? "each hour" : lastDone ? momentText(lastDone) : "never",
              },
            ]}
          />
        )}
      </Async>
    </section>
  );
}

interface FoundProps {
  found: Export;
  onErased: (answer: Erased) => void;
}

function Found({ found, onErased }: FoundProps) {
  const [confirmation, confirm] = useConfirm();
  const erase = useAction(
    (address: string) => call("post", "/api/admin/people/erase", { body: { email: address } }),
    { done: onErased, failed: { title: "Error", text: "Failed to erase the person" } },
  );
  const ask = async () => {
    const isSure = await confirm({
      title: `Erase ${found.address}?`,
      text: "Sessions end, shops lose their owner, emails and the newsletter subscription are deleted, and the name is removed from the audit log. This cannot be undone.",
      verb: "Erase person",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) await erase.start(found.address);
  };
  return (
    <section aria-labelledby="found" className="mt-10 max-w-text">
      {confirmation}
      <h3 id="found" className="font-bold text-xl">
        {found.address}
      </h3>
      <ul className="mt-3 grid gap-2">
        {found.parts.map(({ name, records }) => (
          <li key={name}>
            <details>
              <summary>{`${named(name)}: ${plural(records.length, "record")}`}</summary>
              <pre
                className="mt-2 overflow-x-auto rounded bg-sunk p-3 text-[0.875rem]"
                tabIndex={-1}
              >
                {JSON.stringify(records, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => save(found)}>
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
    </section>
  );
}

function ErasedParts({ erased }: { erased: Erased }) {
  return (
    <section aria-labelledby="erased" className="notice mt-8 max-w-text">
      <h3 id="erased" className="font-bold text-xl">
        {erased.wasKnown
          ? `${erased.address} is erased`
          : `Nothing was kept about ${erased.address}`}
      </h3>
      <ul className="mt-2 grid gap-1">
        {erased.parts.map(({ name, count }) => (
          <li key={name}>{`${named(name)}: ${plural(count, "record")}`}</li>
        ))}
      </ul>
      {erased.kept.length > 0 && (
        <>
          <h4 className="mt-4 font-bold">What stays</h4>
          <ul className="mt-1 grid gap-1">
            {erased.kept.map((kept) => (
              <li key={kept}>{kept}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const named = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The export as a file. */
function save(found: Export) {
  const file = new Blob([JSON.stringify(found, null, 2)], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = "personal-data.json";
  link.click();
  URL.revokeObjectURL(address);
}
