import type { ReactNode } from "react";
import type { Shop, SuggestionPage } from "../../../api/types.ts";
import { AMENITIES, eachOf } from "../../../lib/amenities.ts";
import { paths } from "../../../lib/paths.ts";
import { ANSWERS, type SuggestionBody, valuesOf, WORDS } from "../proposal.ts";

type Kind = SuggestionBody["kind"];

type Texts = Readonly<Record<string, string>>;

interface Props {
  slug: string;
  kind: Kind;
  /** What the page shows, which goes with the form so that untouched fields say nothing. */
  shown: Texts;
  typed?: Texts;
  mistakes?: SuggestionPage["mistakes"];
  /** The trap was filled in: now there is none, and the form can be sent anyway. */
  isTrapped?: boolean;
}

/**
 * The form for browsers without our script, sent and answered as a page. Only the server renders it, so it costs
 * everyone else nothing but a few bytes.
 */
export function PlainForm({
  slug,
  kind,
  shown,
  typed = shown,
  mistakes = [],
  isTrapped = false,
}: Props) {
  const { lead, hint, verb } = WORDS[kind];
  const field = (name: string) => ({
    name,
    was: shown[name],
    value: typed[name] ?? "",
    mistake: mistakes.find((one) => one.field === name)?.message,
  });
  return (
    <form action={`${paths.suggestEdit(slug)}/send`} method="post" className="max-w-text">
      <p className="text-soft">{lead}</p>
      <input type="hidden" name="kind" value={kind} />
      {kind === "edit" && (
        <>
          {line({ ...field("name"), label: "Name", isRequired: true })}
          {line({ ...field("street"), label: "Street address" })}
          {line({ ...field("zipCode"), label: "ZIP code" })}
          {line({ ...field("phone"), label: "Phone", type: "tel" })}
          {line({ ...field("website"), label: "Website" })}
        </>
      )}
      {(kind === "edit" || kind === "hours") &&
        line({
          ...field("hours"),
          label: "Hours",
          hint: `Such as: Mon-Fri 7am-5pm, Sat 8am-2pm, closed Sundays.${kind === "edit" ? " Leave it empty if they're right." : ""}`,
        })}
      {kind === "edit" && (
        <>
          {area({ ...field("description"), label: "Description" })}
          {area({
            ...field("categories"),
            label: "Categories",
            hint: "One per line, such as Roastery. Up to 6.",
          })}
          {AMENITIES.map((amenity) => answer({ ...field(amenity.field), label: amenity.plain }))}
        </>
      )}
      {area({ ...field("note"), label: "Note", hint })}
      {line({
        ...field("email"),
        label: "Your email",
        type: "email",
        hint: "Only to let you know what we decided. It's never published, and it's deleted after the decision.",
      })}
      {!isTrapped && (
        <div hidden>
          <input name="leftEmpty" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
        </div>
      )}
      <button type="submit" className="button button-primary mt-8">
        {isTrapped ? "Send it anyway" : verb}
      </button>
    </form>
  );
}

/** The form's initial texts from the shop's page. */
export function shownOf(shop: Shop): Texts {
  const { name, street, zipCode, phone, website, description, categories, ...rest } =
    valuesOf(shop);
  return {
    ...{ name, street, zipCode, phone, website, description, categories },
    ...eachOf(AMENITIES, ({ field }) => rest[field]),
  };
}

interface FieldProps {
  name: string;
  label: string;
  /** What the page shows; absent if it shows nothing of the kind. */
  was: string | undefined;
  value: string;
  mistake: string | undefined;
  hint?: string;
  isRequired?: boolean;
}

interface ControlProps {
  id: string;
  name: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

function line({ type = "text", ...field }: FieldProps & { type?: string }) {
  return around(field, (control) => (
    <input {...control} type={type} defaultValue={field.value} className="field" />
  ));
}

function area(field: FieldProps) {
  return around(field, (control) => (
    <textarea {...control} rows={3} defaultValue={field.value} className="field field-area" />
  ));
}

function answer(field: FieldProps) {
  return around(field, (control) => (
    <select {...control} defaultValue={field.value} className="field">
      {ANSWERS.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  ));
}

/** Label, hint, error and the control, like the kit's fields. */
function around(
  { name, label, was, mistake, hint, isRequired = false }: FieldProps,
  control: (props: ControlProps) => ReactNode,
) {
  const id = `plain-${name}`;
  const describedBy = [hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean).join(" ");
  return (
    <div key={name} className={`field-block ${mistake ? "field-block-wrong" : ""}`}>
      <label htmlFor={id} className="field-label">
        {`${label} `}
        <span className="field-need">{isRequired ? "required" : "optional"}</span>
      </label>
      {hint && (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {mistake && (
        <p id={`${id}-mistake`} className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      {control({
        id,
        name,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": mistake !== undefined,
      })}
      {was !== undefined && <input type="hidden" name={`shown-${name}`} value={was} />}
    </div>
  );
}
