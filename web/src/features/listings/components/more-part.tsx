import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import type { ListingValues } from "../listing.ts";
import { PinPart } from "./pin-part.tsx";

const FIELDS = ["description", "phone", "website", "imageUrl", "pin"] as const;

/** Everything else that the form can say. It's open if something is in it, or wrong with it. */
export function MorePart({ form }: { form: FormState<ListingValues> }) {
  const [isPressed, setPressed] = useState<boolean | null>(null);
  const { errors } = useFormState({ control: form.hook.control, name: FIELDS });
  const values = useWatch({ control: form.hook.control, name: FIELDS });
  const isWrong = FIELDS.some((field) => errors[field]);
  const isOpen = isWrong || (isPressed ?? values.some(Boolean));
  return (
    <details
      className="mt-8 border-rule border-y py-2"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) setPressed(open);
      }}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-bold text-xl">
        More about your shop
        <span className="block font-normal text-[0.9375rem] text-soft">
          Description, phone, website, exact place
        </span>
      </summary>
      <TextArea
        form={form}
        name="description"
        label="Description"
        hint="What it's like to walk in: the space, the coffee, what people order."
        optional
        most={500}
      />
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
      <PinPart form={form} />
    </details>
  );
}
