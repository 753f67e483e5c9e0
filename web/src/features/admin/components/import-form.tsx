import { useState } from "react";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { RadioField, TextField } from "../../../kit/form/inputs.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { LIST } from "../../../ui/list-role.ts";
import type { ImportChoices, ImportFile } from "./import-types.ts";

const schema = z.object({
  source: z.string(),
  license: z.string(),
  asOf: z.string(),
  town: z.string(),
  missing: z.enum(["", "ask", "close"]),
});

const IGNORED = "ignore";

/** What the administrator says about a list. Submitting it tries the list without writing. */
export function ImportForm({ file }: { file: ImportFile }) {
  const tell = useChanged();
  const { choices } = file;
  const [columns, setColumns] = useState<Record<string, string>>(choices?.columns ?? {});
  const form = useForm({
    id: "import",
    schema,
    initial: {
      source: choices?.source ?? "",
      license: choices?.license ?? "",
      asOf: choices?.asOf ?? "",
      town: choices?.town ?? "",
      missing: choices?.missing ?? "",
    },
    submit: ({ missing, source, license, asOf, town }) => {
      const body: ImportChoices = {
        dryRun: true,
        columns,
        source,
        license,
        asOf,
        town,
        ...(missing === "" ? {} : { missing }),
      };
      return call("post", "/api/admin/import-files/{id}/runs", { path: { id: file.id }, body });
    },
    done: () => void tell("import", "run"),
    failed: "The list couldn't be tried.",
  });
  return (
    <Form form={form} className="mt-8 max-w-text" label="About the list">
      {file.columns.length > 0 && (
        <Columns
          file={file}
          chosen={columns}
          choose={(name, field) => setColumns({ ...columns, [name]: field })}
        />
      )}
      <TextField
        form={form}
        name="source"
        label="Name of the list"
        optional
        autoComplete="off"
        spellCheck={false}
        hint="Such as county-guide. With a name, its next edition can correct what this one said."
      />
      <TextField
        form={form}
        name="asOf"
        label="Date of the list"
        optional
        autoComplete="off"
        hint="A day or a month: 2026-05. Used for records without a date of their own."
      />
      <TextField
        form={form}
        name="town"
        label="Town"
        optional
        autoComplete="off"
        hint="Of records that don't name theirs, such as San Francisco, CA."
      />
      <TextField
        form={form}
        name="license"
        label="License"
        optional
        autoComplete="off"
        hint="Shown with its facts, such as CC BY 4.0."
      />
      <RadioField
        form={form}
        name="missing"
        label="Shops that this list had before and no longer has"
        choices={[
          { value: "", text: "Leave them", hint: "The list may be a part of all shops." },
          { value: "ask", text: "Ask whether they have closed" },
          {
            value: "close",
            text: "Close them permanently",
            hint: "If somebody else vouches for one, it becomes a question.",
          },
        ]}
      />
      <div className="mt-4">
        <SubmitButton form={form} busy="Starting...">
          Try without writing
        </SubmitButton>
      </div>
    </Form>
  );
}

interface ColumnsProps {
  file: ImportFile;
  chosen: Record<string, string>;
  choose: (name: string, field: string) => void;
}

function Columns({ file, chosen, choose }: ColumnsProps) {
  return (
    <fieldset className="field-block">
      <legend className="field-label">Columns</legend>
      <p className="field-hint">What each column is taken for, with its first values.</p>
      <ul {...LIST} className="mt-3 grid gap-3">
        {file.columns
          .filter(({ name }) => name !== "")
          .map(({ name, field, looksLike, values }) => (
            <li
              key={name}
              className="grid items-center gap-2 rounded-md border border-line bg-raised p-3 sm:grid-cols-2"
            >
              <div className="min-w-0">
                <p className="break-words font-semibold">{name}</p>
                <p className="break-words text-[0.9375rem] text-soft">
                  {values.length === 0 ? "No values in the first rows" : values.join(" · ")}
                </p>
              </div>
              <select
                className="field"
                aria-label={`${name} is`}
                value={chosen[name] ?? field ?? IGNORED}
                onChange={({ target }) => choose(name, target.value)}
              >
                <option value={IGNORED}>
                  {looksLike ? `Not used (looks like ${wordsOf(looksLike)})` : "Not used"}
                </option>
                {file.fields.map((one) => (
                  <option key={one} value={one}>
                    {wordsOf(one)}
                  </option>
                ))}
              </select>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}

/** "opening_hours" in words. */
const wordsOf = (field: string) => field.replaceAll("_", " ");
