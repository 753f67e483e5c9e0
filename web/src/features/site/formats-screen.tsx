import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { SubjectHistory } from "../../components/admin/subject-history.tsx";
import { useDone } from "../../components/admin/use-undo.ts";
import { type Answer, call, useApi } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { RadioField } from "../../kit/form/inputs.tsx";
import { z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { MergeNotice } from "../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { SiteParts } from "./site-parts.tsx";
import { SITE } from "./site-row.ts";

/** How times and distances are written. */
export default function FormatsScreen() {
  const formats = useApi("/api/admin/site/formats");
  return (
    <AdminPage title="Times and distances">
      <SiteParts here={adminPaths.siteFormats()} />
      <p className="mb-6 max-w-text">
        Pages, emails and feeds follow within a second. What shops write about their hours in their
        own words stays as it is. The time zone of the panel's days and of daily emails is{" "}
        <code>time_zone</code> in the settings file; a shop's hours are in its town's own.
      </p>
      <Async result={formats} what="the formats">
        {(loaded) => <FormatsForm formats={loaded} />}
      </Async>
      <section aria-labelledby="history-title" className="mt-12">
        <h3 id="history-title" className="mb-3 font-bold text-xl">
          History
        </h3>
        <SubjectHistory id={SITE} />
      </section>
    </AdminPage>
  );
}

type Formats = Answer<"get", "/api/admin/site/formats">;

const schema = z.object({
  clock: z.enum(["12", "24"]),
  firstDay: z.enum(["monday", "sunday"]),
  distances: z.enum(["miles", "kilometers"]),
});

type Values = z.infer<typeof schema>;

const LABELS: Record<keyof Values, string> = {
  clock: "Times of day",
  firstDay: "Weeks begin on",
  distances: "Distances",
};

const CHOICES = {
  clock: [
    { value: "12", text: "12 hours: 5:30 PM" },
    { value: "24", text: "24 hours: 17:30" },
  ],
  firstDay: [
    { value: "monday", text: "Monday" },
    { value: "sunday", text: "Sunday" },
  ],
  distances: [
    { value: "miles", text: "Miles" },
    { value: "kilometers", text: "Kilometers" },
  ],
};

const versionOf = ({ version, clock, firstDay, distances }: Formats): Version<Values> => ({
  fields: { clock, firstDay, distances },
  version,
});

function FormatsForm({ formats }: { formats: Formats }) {
  const tell = useChanged();
  const done = useDone();
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Values>, { version }) =>
      call("put", "/api/admin/site/formats", { body: { ...fields, version } }),
  });
  const form = useForm({
    id: useFormId("formats"),
    schema,
    initial: versionOf(formats).fields,
    base: versionOf(formats),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    done: (answer) => {
      const { fields, version } = versionOf(answer);
      form.restart(fields, { fields, version });
      done(answer.entry ? "Saved" : "Nothing was changed", answer.entry);
      void tell("site");
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "The choice couldn't be saved",
    draft: "admin-site-formats",
  });
  return (
    <Form form={form} label="Times and distances">
      <RadioField form={form} name="clock" label={LABELS.clock} choices={CHOICES.clock} />
      <RadioField form={form} name="firstDay" label={LABELS.firstDay} choices={CHOICES.firstDay} />
      <RadioField
        form={form}
        name="distances"
        label={LABELS.distances}
        choices={CHOICES.distances}
      />
      <MergeNotice
        what="site"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field]}
        textOf={(field, of) => String(of[field] ?? "")}
      />
      <div className="mt-5">
        <SubmitButton form={form} busy="Saving...">
          Save changes
        </SubmitButton>
      </div>
    </Form>
  );
}
