import { cleanText } from "./rules.ts";

/** What was typed into a form, kept in this tab until it is submitted, so that a reload loses nothing. */
export interface Draft {
  read(): Record<string, unknown> | null;
  write(values: Record<string, unknown>): void;
  clear(): void;
}

/** A draft under `key`. Fields in `secret` are never stored. */
export function draftOf(key: string, secret: readonly string[] = []): Draft {
  const place = `draft:${key}`;
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? "null");
        return typeof kept === "object" && kept !== null && !Array.isArray(kept)
          ? (kept as Record<string, unknown>)
          : null;
      } catch {
        return null;
      }
    },
    write(values) {
      const kept = Object.entries(values).filter(([name]) => !secret.includes(name));
      try {
        sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // Without storage, the text is only on the page.
      }
    },
    clear() {
      try {
        sessionStorage.removeItem(place);
      } catch {
        // As above.
      }
    },
  };
}

/** Whether `values` contains more than the initial ones. */
export function isChanged(values: Record<string, unknown>, initial: Record<string, unknown>) {
  return Object.entries(values).some(([name, value]) => spelled(value) !== spelled(initial[name]));
}

const spelled = (value: unknown) =>
  typeof value === "string" ? cleanText(value) : (JSON.stringify(value) ?? "");

/** Adds what was typed into a server-rendered form before its script ran, or restored by the browser after a reload. */
export function withTyped<V extends object>(formId: string, values: V): V {
  if (typeof document === "undefined") return values;
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return values;
  const typed: Record<string, unknown> = { ...(values as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (isTextField(field) && typeof value === "string" && field.value !== "")
      typed[name] = field.value;
  }
  return typed as V;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextField(field: Element | RadioNodeList | null): field is TextElement {
  if (field instanceof HTMLInputElement)
    return !["checkbox", "radio", "file", "password"].includes(field.type);
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
}
