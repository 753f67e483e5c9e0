import { createContext, useContext } from "react";
import { attempt } from "../attempt.ts";
import { cleanText } from "./rules.ts";

type Values = Record<string, unknown>;

/** What was typed into a form, and what it was typed over. */
export interface DraftContent {
  values: Values;
  /** The form's values when it was opened. */
  from: Values;
  /** What the form was opened with, such as a row with its version. */
  base?: unknown;
}

/** What was typed into a form, kept in this tab until it is submitted, so that a reload loses nothing. */
export interface Draft {
  read(): DraftContent | null;
  write(content: DraftContent): void;
  clear(): void;
}

/** Whose drafts a screen's forms read and write: a person's ID, or nobody's. */
export const DraftOwner = createContext("");

/** A draft under `key`, of the person who is signed in on this screen. Fields in `secret` are never stored. */
export const useDraftOf = () => {
  const owner = useContext(DraftOwner);
  return (key: string, secret?: readonly string[]) => draftOf(key, secret, owner);
};

const DRAFTS = "draft:";
/** Counts sign-outs in this browser: drafts from before the last one are void in every tab. */
const SIGN_OUTS = "sign-outs";

const signOuts = () => Number(localStorage.getItem(SIGN_OUTS) ?? 0);

/** Where each open tab that has drafts says so to the others: drafts themselves are seen by their own tab alone. */
const MARKS = "drafts-in-tab:";

/** Text kept by screens that outlive a tab, such as the article editor's. */
const KEPT = /^article(-older)?:/;

const keysOf = (storage: Storage, isMeant: (key: string) => boolean) =>
  Object.keys(storage).filter(isMeant);
const isDraft = (key: string) => key.startsWith(DRAFTS);
const isKept = (key: string) => KEPT.test(key);
const isMark = (key: string) => key.startsWith(MARKS);

/** A draft, unless there is none or it is from before a sign-out. */
function contentAt(place: string) {
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
  const isWhole = isValues(kept?.values) && isValues(kept.from);
  return isWhole && kept.signOuts === signOuts() ? kept : null;
}

const hasDrafts = () => keysOf(sessionStorage, isDraft).some((key) => contentAt(key) !== null);

/** This page's mark. Another page in the same tab makes its own. */
let ownMark = "";

function markTab() {
  attempt(() => {
    ownMark ||= MARKS + crypto.getRandomValues(new Uint32Array(2)).join("");
    if (hasDrafts()) localStorage.setItem(ownMark, "");
    else localStorage.removeItem(ownMark);
  }, undefined);
}

if (typeof window !== "undefined") {
  // The drafts of a closed tab are gone; those of a reloaded one are marked again.
  window.addEventListener("pagehide", () => attempt(() => localStorage.removeItem(ownMark), null));
  window.addEventListener("pageshow", markTab);
}

/** Whether a tab of this browser has drafts, or the browser kept texts, that haven't been saved. */
export const hasUnsaved = () =>
  attempt(() => {
    const isElsewhere = (key: string) => isKept(key) || (isMark(key) && key !== ownMark);
    return hasDrafts() || keysOf(localStorage, isElsewhere).length > 0;
  }, false);

/** After signing out: nobody who comes to this browser next reads what was typed here. */
export function clearUnsaved() {
  attempt(() => {
    for (const key of keysOf(sessionStorage, isDraft)) sessionStorage.removeItem(key);
    for (const key of keysOf(localStorage, (key) => isKept(key) || isMark(key)))
      localStorage.removeItem(key);
    localStorage.setItem(SIGN_OUTS, String(signOuts() + 1));
  }, undefined);
}

export function draftOf(key: string, secret: readonly string[] = [], owner = ""): Draft {
  const place = DRAFTS + (owner && `${owner}:`) + key;
  return {
    read: () => attempt(() => contentAt(place), null),
    write({ values, from, base }) {
      const open = ([name]: [string, unknown]) => !secret.includes(name);
      const kept = Object.fromEntries(Object.entries(values).filter(open));
      attempt(() => {
        const content = { values: kept, from, base, signOuts: signOuts() };
        sessionStorage.setItem(place, JSON.stringify(content));
      }, undefined);
      markTab();
    },
    clear() {
      attempt(() => sessionStorage.removeItem(place), undefined);
      markTab();
    },
  };
}

const isValues = (kept: unknown): kept is Values =>
  typeof kept === "object" && kept !== null && !Array.isArray(kept);

/** Whether `values` contains more than the initial ones. */
export function isChanged(values: Values, initial: Values) {
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
