import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { call, fieldProblems, messageOf } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { Trap } from "../../../kit/form/trap.tsx";
import { type FormState, useForm } from "../../../kit/form/use-form.ts";
import { newFormId } from "../../../kit/form-id.ts";
import { dropPhoto, keepPhoto, keptPhoto } from "../../../kit/kept-photo.ts";
import { rememberOwner } from "../../../kit/known-owner.ts";
import { rememberWords } from "../../../kit/listed-words.ts";
import { unhurriedAge } from "../../../kit/page-age.ts";
import { awaitProof } from "../../../kit/pending-proof.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import {
  emptyListing,
  type ListingBody,
  type ListingValues,
  listingBody,
  listingSchema,
  type Verdict,
  verdictOf,
} from "../listing.ts";
import { forgetSent, keepSent, type SentForm, sentForm } from "../sent-form.ts";
import { HoursPart } from "./hours-part.tsx";
import { MorePart } from "./more-part.tsx";
import { FORM_PHOTO, PhotoPart } from "./photo-part.tsx";
import { RefusalPanel } from "./refusal-panel.tsx";
import { TypedFront } from "./typed-front.tsx";
import { ZipTown } from "./zip-town.tsx";

const FAILED = "Failed to list coffee shop. Please try again.";

/** The form for listing a shop, and what is shown if the shop already exists or is a chain. */
export function ListingForm() {
  const navigate = useNavigate();
  const tell = useChanged();
  const toast = useToast();
  const [refusal, setRefusal] = useState<{ verdict: Verdict; body: ListingBody } | null>(null);
  /** Similar shops that the person has said are different. */
  const different = useRef<string[]>([]);
  const sent = useRef<ListingBody | null>(null);
  const formId = useRef(newFormId());
  const form: FormState<ListingValues> = useForm({
    id: "list-shop",
    schema: listingSchema,
    initial: emptyListing(),
    submit: async (values) => {
      setRefusal(null);
      const by = { afterMillis: await unhurriedAge(), formId: formId.current };
      const body = listingBody(values, different.current, by);
      sent.current = body;
      return call("post", "/api/coffee-shops", { body });
    },
    done: ({ id, slug, name, url, proofId, nextCodeAt, isMended }, { ownerName, ownerEmail }) => {
      rememberOwner({ name: ownerName, email: ownerEmail });
      if (proofId) {
        awaitProof(slug, { kind: "listing", id, proofId, email: ownerEmail, nextCodeAt });
        keepSent({ formId: formId.current, slug, name, values: form.hook.getValues() });
      }
      // Its page may be here from before.
      void tell(`shop:${id}`);
      if (isMended) toast({ title: "Your page is up to date", text: name });
      void movePhoto(slug).then(() => navigate(url));
    },
    refused: (error) => {
      const details = error instanceof ApiError ? error.details : null;
      const verdict = verdictOf(details, messageOf(error, FAILED));
      if (verdict && sent.current) {
        keepForClaim(verdict, sent.current);
        setRefusal({ verdict, body: sent.current });
        return true;
      }
      return problemsOf(error, form.hook.getValues("hoursAs"));
    },
    failed: FAILED,
    failedTitle: "Error",
    draft: "list-shop",
  });
  const [known, setKnown] = useState<SentForm | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody comes back to the form
  useEffect(() => {
    const before = sentForm();
    if (!before || hasTyped(form)) return;
    formId.current = before.formId;
    form.restart({ ...emptyListing(), ...before.values });
    setKnown(before);
  }, []);
  const startAnew = () => {
    forgetSent();
    formId.current = newFormId();
    form.restart(emptyListing());
    setKnown(null);
  };
  const listAnyway = (ids: string[]) => {
    different.current = [...new Set([...different.current, ...ids])];
    void form.send();
  };
  return (
    <div className="max-w-text">
      {known && (
        <p className="form-note mb-6">
          {"You've listed "}
          <a className="link" href={paths.shop(known.slug)}>
            {known.name}
          </a>
          {". What you change here is changed on its page. "}
          <button type="button" className="link" onClick={startAnew}>
            List another shop
          </button>
        </p>
      )}
      <Form form={form} label="List your coffee shop">
        <ShopPart form={form} />
        <OwnerPart form={form} />
        <MorePart form={form} />
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

/** Whether something is in the form, such as a draft. */
const hasTyped = (form: FormState<ListingValues>) => {
  const { name, address, zipCode } = form.hook.getValues();
  return name !== "" || address !== "" || zipCode !== "";
};

/** The photo waits for the shop's confirmation. */
async function movePhoto(slug: string) {
  const photo = await keptPhoto(FORM_PHOTO);
  if (!photo) return;
  await keepPhoto(slug, photo);
  await dropPhoto(FORM_PHOTO);
}

/** Who claims the shop that is there already needn't type it all again. */
function keepForClaim(
  verdict: Verdict,
  { ownerName, ownerEmail, phone, description }: ListingBody,
) {
  if (verdict.kind === "chain") return;
  rememberOwner({ name: ownerName, email: ownerEmail });
  const slugs = verdict.similar.map(({ slug }) => slug);
  rememberWords(slugs, { phone: phone ?? "", description: description ?? "" });
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
    <section className="mt-8 first-of-type:mt-0">
      <h2 className="ruled font-bold text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function ShopPart({ form }: PartProps) {
  return (
    <Part title="Your coffee shop">
      <div className="max-sm:hidden">
        <TypedFront form={form} />
      </div>
      <TextField form={form} name="name" label="Name" autoComplete="section-shop organization" />
      <div className="grid items-end gap-x-4 sm:grid-cols-[1fr_9rem]">
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
          className="max-sm:[&_input]:max-w-60"
        />
      </div>
      <ZipTown form={form} />
      <HoursPart form={form} />
      <PhotoPart />
    </Part>
  );
}

function OwnerPart({ form }: PartProps) {
  return (
    <Part title="About you">
      <div className="grid items-end gap-x-4 sm:grid-cols-2">
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
          hint="For a six-digit code; no password needed."
          autoComplete="section-owner email"
        />
      </div>
      <Trap {...form.hook.register("leftEmpty")} />
    </Part>
  );
}
