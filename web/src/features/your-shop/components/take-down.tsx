import { useState } from "react";
import type { components } from "../../../api/schema.gen.ts";
import type { YourShop } from "../../../api/your-shop.ts";
import { call, useApi } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField, TextArea } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useToast } from "../../../ui/toast.tsx";

type Reason = components["schemas"]["TakedownReason"];

const REASONS: { value: Reason; text: string }[] = [
  { value: "photo", text: "A photo" },
  { value: "closed", text: "The shop has closed" },
  { value: "personal_data", text: "Something about a person" },
  { value: "not_a_coffee_shop", text: "It is not a coffee shop" },
  { value: "other", text: "Something else" },
];

const MOST = 1000;

const schema = z.object({
  reason: z.enum(["photo", "closed", "personal_data", "not_a_coffee_shop", "other"]),
  details: text({ required: "Please tell us what should be taken down and why.", max: MOST }),
});

/** What owners can't remove by themselves, they ask for. The answer goes to the address they are signed in with. */
export function TakeDown({ shop }: { shop: YourShop }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Ask us to take the page or a photo down
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Ask for a take-down">
        {isOpen && <TakeDownForm shop={shop} done={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function TakeDownForm({ shop, done }: { shop: YourShop; done: () => void }) {
  const toast = useToast();
  const { data: session } = useApi("/api/session");
  const form = useForm({
    id: "take-down",
    schema,
    initial: { reason: "photo" as const, details: "" },
    submit: ({ reason, details }) =>
      call("post", "/api/takedown-requests", {
        body: {
          shop: shop.slug,
          reason,
          details,
          name: session?.person?.name ?? null,
          email: session?.person?.email ?? null,
          homepage: null,
        },
      }),
    done: ({ message }) => {
      toast({ title: "Thank you", text: message });
      done();
    },
    failed: "Your request could not be sent. Please try again.",
    draft: `your-shop-${shop.id}-take-down`,
  });
  return (
    <Form form={form} label="Ask for a take-down">
      <SelectField form={form} name="reason" label="What is it about?" choices={REASONS} />
      <TextArea
        form={form}
        name="details"
        label="What should be taken down, and why?"
        most={MOST}
      />
      <p className="mt-5">
        <SubmitButton form={form} busy="Sending...">
          Send
        </SubmitButton>
      </p>
    </Form>
  );
}
