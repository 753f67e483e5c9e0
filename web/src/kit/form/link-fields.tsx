import type { FieldPath, FieldValues } from "react-hook-form";
import { TextField } from "./inputs.tsx";
import { email, text, webAddress } from "./rules.ts";
import type { FormState } from "./use-form.ts";

/** Where else a shop is found. */
export interface ShopLinks {
  menuUrl: string | null;
  instagram: string | null;
  facebook: string | null;
  publicEmail: string | null;
}

export const linkRules = () => ({
  menuUrl: webAddress(),
  instagram: text({ max: 300 }),
  facebook: text({ max: 300 }),
  publicEmail: email("Please enter a valid email address (e.g., hello@example.com)", false),
});

export const linkValues = ({ menuUrl, instagram, facebook, publicEmail }: ShopLinks) => ({
  menuUrl: menuUrl ?? "",
  instagram: instagram ?? "",
  facebook: facebook ?? "",
  publicEmail: publicEmail ?? "",
});

/** Menu, profiles and public address. The server reads handles and links, and says what it can't read. */
export function LinkFields<V extends FieldValues>({ form }: { form: FormState<V> }) {
  const name = (field: keyof ShopLinks) => field as FieldPath<V>;
  return (
    <>
      <TextField
        form={form}
        name={name("menuUrl")}
        label="Menu link"
        type="url"
        autoComplete="off"
        optional
      />
      <TextField
        form={form}
        name={name("instagram")}
        label="Instagram"
        hint="A name such as @bluedoor, or the profile’s link."
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <TextField
        form={form}
        name={name("facebook")}
        label="Facebook"
        hint="The page’s name or link."
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <TextField
        form={form}
        name={name("publicEmail")}
        label="Public email"
        hint="Everybody will see it on the page, and robots that collect addresses will, too. Leave it empty if you’d rather be called."
        type="email"
        autoComplete="off"
        optional
      />
    </>
  );
}
