import { useEffect, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import type { Shop } from "../../../api/types.ts";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { CheckboxField, TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { email, phone, text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../../kit/known-owner.ts";
import { unhurriedAge } from "../../../kit/page-age.ts";
import { awaitProof } from "../../../kit/pending-proof.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";

const MISSING = "Please fill in all required fields including the business description.";

const schema = z.object({
  ownerName: text({ required: "Owner name is required", max: 120, label: "Owner name" }),
  ownerEmail: email("Valid email is required"),
  ownerPhone: phone(),
  businessRole: text({ required: "Please say what you do there", max: 80, label: "Your role" }),
  ownerDescription: text({
    required: "Please describe the business",
    max: 500,
    label: "Business description",
  }),
  additionalInfo: text({ max: 500, label: "Additional information" }),
  isOpenAgain: z.boolean(),
  homepage: z.string(),
});

const REQUIRED = ["ownerName", "ownerEmail", "businessRole", "ownerDescription"] as const;

/** Claiming a shop without an owner. The claimant proves the address with a code; a person decides (D43). */
export function ClaimForm({ shop }: { shop: Shop }) {
  const navigate = useNavigate();
  const toast = useToast();
  const [isClosed, setClosed] = useState(shop.permanentlyClosed);
  const form = useForm({
    id: "claim",
    schema,
    initial: {
      ownerName: "",
      ownerEmail: "",
      ownerPhone: "",
      businessRole: "",
      ownerDescription: "",
      additionalInfo: "",
      isOpenAgain: false,
      homepage: "",
    },
    submit: async (values) =>
      call("post", "/api/coffee-shops/{slugOrId}/claim", {
        path: { slugOrId: shop.slug },
        body: { ...values, verificationMethod: "email", afterMillis: await unhurriedAge() },
      }),
    done: ({ id, codeSentTo }, { ownerName, ownerEmail }) => {
      rememberOwner({ name: ownerName, email: ownerEmail });
      if (codeSentTo) awaitProof(shop.slug, { kind: "claim", id, email: ownerEmail });
      toast({
        title: "Claim Submitted Successfully!",
        text: "We'll review your claim and contact you within 2-3 business days.",
      });
      navigate(paths.shop(shop.slug));
    },
    refused: (error) => {
      if (!(error instanceof ApiError) || !error.readable) return false;
      const { kind } = (error.details ?? {}) as { kind?: unknown };
      if (kind !== "shop_closed") return false;
      setClosed(true);
      return [{ field: "isOpenAgain", message: error.readable }];
    },
    mistaken: (values) => {
      if (REQUIRED.some((name) => values[name].trim() === ""))
        toast({ title: "Missing Information", text: MISSING, destructive: true });
    },
    failed: "Please try again later.",
    failedTitle: "Claim Submission Failed",
    draft: `claim-${shop.slug}`,
    secret: ["homepage"],
  });
  const { hook } = form;
  useEffect(() => {
    // Asked only once: someone who listed a shop or signed in here has already entered it.
    const { name, email: address } = recallOwner();
    const { ownerName, ownerEmail } = hook.getValues();
    if (name && !ownerName) hook.setValue("ownerName", name);
    if (address && !ownerEmail) hook.setValue("ownerEmail", address);
  }, [hook]);
  return (
    <Form form={form} className="max-w-text" label={`Claim ${shop.name}`}>
      <p className="text-lg text-soft">
        Claiming is free. We'll email you a code, review your claim, and get back to you within 2-3
        business days.
      </p>
      {isClosed && (
        <CheckboxField
          form={form}
          name="isOpenAgain"
          label={`${shop.name} is open again`}
          hint="This coffee shop is marked as permanently closed. Is it open again?"
        />
      )}
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
        hint="An email address at the shop's own domain counts as evidence."
        autoComplete="section-owner email"
      />
      <TextField
        form={form}
        name="ownerPhone"
        label="Owner phone"
        type="tel"
        optional
        hint="In case we have questions about your claim. We don't text codes."
        autoComplete="section-owner tel"
        className="[&_input]:max-w-80"
      />
      <TextField
        form={form}
        name="businessRole"
        label="Your role"
        hint="Such as owner, co-owner or manager."
        autoComplete="organization-title"
      />
      <TextArea
        form={form}
        name="ownerDescription"
        label="Business description"
        hint="In your own words. It appears on the shop's page once your claim is approved."
        most={500}
      />
      <TextArea
        form={form}
        name="additionalInfo"
        label="Additional information"
        hint="Anything that shows the shop is yours, such as an article or a license number."
        optional
        most={500}
      />
      <div hidden>
        <input
          tabIndex={-1}
          autoComplete="off"
          aria-label="Leave this empty"
          {...hook.register("homepage")}
        />
      </div>
      <div className="mt-8">
        <SubmitButton form={form} busy="Submitting...">
          Submit Claim
        </SubmitButton>
      </div>
    </Form>
  );
}
