import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { RadioField, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";

type ChainName = Answer<"get", "/api/admin/chain-names">[number];

const WORDS: Record<ChainName["list"], string> = {
  allow: "Never a chain",
  deny: "Always a chain",
};

/** The administrator's decisions about names, which override all rules. */
export function ChainNames() {
  const names = useApi("/api/admin/chain-names");
  return (
    <section aria-labelledby="names-title" className="mt-10">
      <h3 id="names-title" className="mb-2 font-bold text-xl">
        Names you have decided about
      </h3>
      <p className="mb-4 max-w-text text-soft">
        They override every rule: right away for new listings, and from the next import on. Shops
        already in the directory stay until you remove them.
      </p>
      <Async result={names} what="the names">
        {(all) =>
          all.length === 0 ? (
            <Empty>No names yet. The rules decide every name.</Empty>
          ) : (
            <DataTable
              caption="Names and your decisions"
              rows={all}
              keyOf={({ name, list }) => `${list} ${name}`}
              columns={[
                { title: "Name", cell: ({ name }) => name },
                { title: "Your decision", cell: ({ list }) => WORDS[list] },
                { title: "Since", quiet: true, cell: ({ createdAt }) => dayText(createdAt) },
                { title: "In the directory", cell: ({ shops }) => <Shops shops={shops} /> },
                { title: "Action", cell: (name) => <Forget name={name} /> },
              ]}
            />
          )
        }
      </Async>
      <AddName />
    </section>
  );
}

function Shops({ shops }: { shops: ChainName["shops"] }) {
  if (shops.length === 0) return "None";
  return (
    <ul>
      {shops.map(({ id, name }) => (
        <li key={id}>
          <a className="link" href={paths.adminShop(id)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Forget({ name: { name } }: { name: ChainName }) {
  const tell = useChanged();
  const done = useDone();
  const forget = useAction(
    () => call("post", "/api/admin/chain-names/forget", { body: { name } }),
    {
      done: ({ entry }) => {
        done("Using the rules", entry, name);
        void tell("chain");
      },
      failed: { title: "Couldn't remove the decision", text: "Please try again." },
    },
  );
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={forget.busy}
      onClick={() => void forget.start(undefined)}
    >
      Remove my decision<span className="sr-only">{`: ${name}`}</span>
    </button>
  );
}

const schema = z.object({
  name: text({ required: "Name is required", max: 200, label: "Name" }),
  list: z.enum(["allow", "deny"]),
});

function AddName() {
  const tell = useChanged();
  const done = useDone();
  const form = useForm({
    id: "chain-name",
    schema,
    initial: { name: "", list: "deny" as ChainName["list"] },
    submit: (body) => call("post", "/api/admin/chain-names", { body }),
    done: ({ entry }, { name, list }) => {
      form.startOver();
      done(WORDS[list], entry, name);
      void tell("chain");
    },
    failed: "Failed to save the name",
  });
  return (
    <Form form={form} className="mt-8 max-w-text" label="Add a name">
      <h4 className="font-bold text-lg">Add a name</h4>
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <RadioField
        form={form}
        name="list"
        label="Your decision"
        choices={[
          { value: "deny", text: WORDS.deny },
          { value: "allow", text: WORDS.allow },
        ]}
      />
      <div className="mt-4">
        <SubmitButton form={form} busy="Saving..." className="button">
          Save Name
        </SubmitButton>
      </div>
    </Form>
  );
}
