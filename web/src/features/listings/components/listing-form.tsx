import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { call, fieldProblems, messageOf } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { type FormState, useForm } from "../../../kit/form/use-form.ts";
import { rememberOwner } from "../../../kit/known-owner.ts";
import { unhurriedAge } from "../../../kit/page-age.ts";
import { awaitProof } from "../../../kit/pending-proof.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import {
  emptyListing,
  type ListingBody,
  type ListingValues,
  listingBody,
  listingSchema,
  type Verdict,
  verdictOf,
} from "../listing.ts";
import { HoursPart } from "./hours-part.tsx";
import { PinPart } from "./pin-part.tsx";
import { RefusalPanel } from "./refusal-panel.tsx";
import { TypedFront } from "./typed-front.tsx";
import { ZipTown } from "./zip-town.tsx";

const FAILED = "Failed to list coffee shop. Please try again.";

/** The form for listing a shop, and what is shown if the shop already exists or is a chain. */
export function ListingForm() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<{ verdict: Verdict; body: ListingBody } | null>(null);
  /** Similar shops that the person has said are different. */
  const different = useRef<string[]>([]);
  const sent = useRef<ListingBody | null>(null);
  const form: FormState<ListingValues> = useForm({
    id: "list-shop",
    schema: listingSchema,
    initial: emptyListing(),
    submit: async (values) => {
      setRefusal(null);
      const body = listingBody(values, different.current, await unhurriedAge());
      sent.current = body;
      return call("post", "/api/coffee-shops", { body });
    },
    done: ({ id, slug, url, confirmationSentTo }, { ownerName, ownerEmail }) => {
      rememberOwner({ name: ownerName, email: ownerEmail });
      if (confirmationSentTo) awaitProof(slug, { kind: "listing", id, email: ownerEmail });
      navigate(url);
    },
    refused: (error) => {
      const details = error instanceof ApiError ? error.details : null;
      const verdict = verdictOf(details, messageOf(error, FAILED));
      if (verdict && sent.current) {
        setRefusal({ verdict, body: sent.current });
        return true;
      }
      return problemsOf(error, form.hook.getValues("hoursAs"));
    },
    failed: FAILED,
    failedTitle: "Error",
    draft: "list-shop",
    secret: ["homepage"],
  });
  const listAnyway = (ids: string[]) => {
    different.current = [...new Set([...different.current, ...ids])];
    void form.send();
  };
  return (
    <div className="max-w-text">
      <Form form={form} label="List your coffee shop">
        <ShopPart form={form} />
        <DetailsPart form={form} />
        <OwnerPart form={form} />
        <div className="mt-8">
          <SubmitButton form={form} busy="Listing...">
            List Coffee Shop (Free)
          </SubmitButton>
          <p className="mt-3 text-[0.9375rem] text-soft">
            We send you one email to confirm your address. Your name and address are never shown.
          </p>
        </div>
      </Form>
      {refusal && (
        <RefusalPanel verdict={refusal.verdict} body={refusal.body} onDifferent={listAnyway} />
      )}
    </div>
  );
}

/** The server has its own field names; here, two of them are one field, and hours are in one of two. */
function problemsOf(error: unknown, hoursAs: ListingValues["hoursAs"]) {
  const problems = fieldProblems(error).map(({ field, message }) => ({
    message,
    field:
      field === "latitude" || field === "longitude"
        ? "pin"
        : field === "hours" && hoursAs === "week"
          ? "week"
          : field,
  }));
  return problems.length > 0 && problems;
}

type PartProps = { form: FormState<ListingValues> };

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10 first-of-type:mt-0">
      <h2 className="ruled font-bold text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function ShopPart({ form }: PartProps) {
  return (
    <Part title="Your coffee shop">
      <TypedFront form={form} />
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="As it appears on your sign."
        autoComplete="section-shop organization"
      />
      <TextField
        form={form}
        name="address"
        label="Address"
        hint="Street and number, such as 126 Main Street."
        autoComplete="section-shop address-line1"
      />
      <TextField
        form={form}
        name="zipCode"
        label="ZIP code"
        inputMode="numeric"
        autoComplete="section-shop postal-code"
        className="[&_input]:max-w-60"
      />
      <ZipTown form={form} />
      <PinPart form={form} />
    </Part>
  );
}

function DetailsPart({ form }: PartProps) {
  return (
    <Part title="What visitors should know">
      <TextArea
        form={form}
        name="description"
        label="Description"
        hint="What it's like to walk in: the space, the coffee, what people order."
        optional
        most={500}
      />
      <HoursPart form={form} />
      <TextField
        form={form}
        name="phone"
        label="Phone"
        type="tel"
        optional
        autoComplete="section-shop tel"
        className="[&_input]:max-w-80"
      />
      <TextField
        form={form}
        name="website"
        label="Website"
        type="url"
        optional
        autoComplete="section-shop url"
      />
      <TextField
        form={form}
        name="imageUrl"
        label="Image URL"
        type="url"
        optional
        hint="The URL of a picture you have the right to use. Without one, we'll look for a picture on your website."
        autoComplete="off"
      />
    </Part>
  );
}

function OwnerPart({ form }: PartProps) {
  return (
    <Part title="About you">
      <TextField
        form={form}
        name="ownerName"
        label="Owner name"
        autoComplete="section-owner name"
      />
      <TextField
        form={form}
        name="ownerEmail"
        label="Owner email"
        type="email"
        hint="We'll send you a code. You can use it to edit the listing later; no password needed."
        autoComplete="section-owner email"
      />
      <div hidden>
        <input
          tabIndex={-1}
          autoComplete="off"
          aria-label="Leave this empty"
          {...form.hook.register("homepage")}
        />
      </div>
    </Part>
  );
}
