import { adminPaths } from "../../../components/admin/paths.ts";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { type Answer, call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useNavigate } from "../../../lib/navigate.ts";

type States = Answer<"get", "/api/admin/import-files">["states"];

const schema = z.object({ state: text({ required: "Choose a state", max: 2 }) });

/** Fetches the coffee shops of a whole state from OpenStreetMap as a list. It goes on if the page is left. */
export function FetchState({ states }: { states: States }) {
  const tell = useChanged();
  const navigate = useNavigate();
  const form = useForm({
    id: "fetch-state",
    schema,
    initial: { state: "" },
    submit: (body) => call("post", "/api/admin/import-files/states", { body }),
    done: (answer) => {
      void tell("run", "import");
      if ("file" in answer) void navigate(adminPaths.importFile(answer.file));
    },
    refused: () => {
      void tell("run");
      return false;
    },
    failed: "Failed to fetch the state",
    failedTitle: "State not fetched",
  });
  return (
    <section aria-labelledby="state-title" className="mt-10">
      <h3 id="state-title" className="font-bold text-xl">
        Bring a whole state
      </h3>
      <p className="mt-2 max-w-text text-soft">
        {states.length === 0
          ? "Fetches all coffee shops of a state from OpenStreetMap. Set overpass_url in the server's settings first."
          : "Fetches all coffee shops of a state from OpenStreetMap, piece by piece, which takes some minutes. They become a list above: you try it first, and its import can be undone."}
      </p>
      {states.length > 0 && (
        <Form form={form} className="mt-4 max-w-text" label="Bring a whole state">
          <SelectField
            form={form}
            name="state"
            label="State"
            choices={[
              { value: "", text: "Choose a state" },
              ...states.map(({ code, name }) => ({ value: code, text: name })),
            ]}
          />
          <div className="mt-4">
            <SubmitButton form={form} busy="Fetching...">
              Fetch State
            </SubmitButton>
          </div>
        </Form>
      )}
      <RunProgress
        kind="places.fetch_state"
        name="State from OpenStreetMap"
        onEnded={() => void tell("run", "import")}
      />
    </section>
  );
}
