import { useEffect, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import type { Shop } from "../../../api/types.ts";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { CheckboxField, TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { email, phone, text, z } from "../../../kit/form/rules.ts";
import { Trap, trapped } from "../../../kit/form/trap.tsx";
import { useForm } from "../../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../../kit/known-owner.ts";
import { recallWords } from "../../../kit/listed-words.ts";
import { unhurriedAge } from "../../../kit/page-age.ts";
import { awaitProof } from "../../../kit/pending-proof.ts";
import { momentText } from "../../../kit/time.ts";
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
  leftEmpty: z.string(),
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
      leftEmpty: "",
    },
    submit: async ({ leftEmpty, ...values }) =>
      call("post", "/api/coffee-shops/{slugOrId}/claim", {
        path: { slugOrId: shop.slug },
        body: {
          ...values,
          ...trapped(leftEmpty),
          verificationMethod: "email",
          afterMillis: await unhurriedAge(),
        },
      }),
    done: ({ id, nextCodeAt }, { ownerName, ownerEmail }) => {
      rememberOwner({ name: ownerName, email: ownerEmail });
      awaitProof(shop.slug, { kind: "claim", id, proofId: id, email: ownerEmail, nextCodeAt });
      const contact = "We'll review your claim and contact you within 2-3 business days.";
      toast({
        title: "Claim Submitted Successfully!",
        text: nextCodeAt
          ? `${contact} Your address can't get another code until ${momentText(nextCodeAt)}.`
          : contact,
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
  });
  const { hook } = form;
  useEffect(() => {
    // Asked only once: someone who tried to list this shop, listed one or signed in here has already entered it.
    const { name, email: address } = recallOwner();
    const words = recallWords(shop.slug);
    const known = {
      ownerName: name,
      ownerEmail: address,
      ownerPhone: words.phone,
      ownerDescription: words.description,
    } as const;
    for (const [field, value] of Object.entries(known) as [keyof typeof known, string][])
      if (value && !hook.getValues(field)) hook.setValue(field, value);
  }, [hook, shop.slug]);
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
        hint="An address at the shop's own domain is strong proof."
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
      <Trap {...hook.register("leftEmpty")} />
      <div className="mt-8">
        <SubmitButton form={form} busy="Submitting...">
          Submit Claim
        </SubmitButton>
      </div>
    </Form>
  );
}
