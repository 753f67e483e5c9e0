import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { useApi } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { Async } from "../../kit/states.tsx";
import { DataTable } from "../../kit/table.tsx";
import { dayText, momentText } from "../../kit/time.ts";
import { useNavigate } from "../../lib/navigate.ts";
import { countText } from "../../lib/text.ts";

/** Finding a person, and what is kept for a time. */
export default function PrivacyAdminScreen() {
  return (
    <AdminPage>
      <Privacy />
      <Retention />
    </AdminPage>
  );
}

const schema = z.object({ email: email("Please enter a valid email address.") });

function Privacy() {
  const navigate = useNavigate();
  const form = useForm({
    id: "person",
    schema,
    initial: { email: "" },
    submit: async ({ email: address }) => address,
    done: (address) => navigate(adminPaths.person(address)),
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
              { title: "Records now", numeric: true, cell: ({ count }) => countText(count) },
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
