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

const DRAFTS = "draft";

/** Below it, a person's sign-outs are counted: what they typed before the last one is void in every tab. */
const SIGN_OUTS = "sign-outs";

/** Earlier releases counted everybody's together. */
const signOutsOf = (owner: string) =>
  Number(localStorage.getItem(`${SIGN_OUTS}:${owner}`) ?? localStorage.getItem(SIGN_OUTS) ?? 0);

/** Where each open tab with drafts says whose they are, but not their words: those are seen by their own tab alone. */
const MARKS = "drafts-in-tab:";

/** Text kept by screens that outlive a tab, such as the article editor's. */
const KEPT = /^article(-older)?:/;

/**
 * Where a person's text is kept: `draft:ann:shop`; nobody's: `draft:shop`. Names stand there as in earlier releases, whose drafts
 * are read, but for the sign that ends them.
 */
export const placeOf = (kind: string, owner: string, key: string) =>
  [kind, ...(owner ? [owner.replaceAll(/[%:]/g, encodeURIComponent)] : []), key].join(":");

/** Whose text is at a place. */
function ownerAt(place: string) {
  const [, owner = "", ...key] = place.split(":");
  return key.length > 0 ? owner.replaceAll(/%25|%3A/g, decodeURIComponent) : "";
}

const keysOf = (storage: Storage, isMeant: (key: string) => boolean) =>
  Object.keys(storage).filter(isMeant);
const isDraft = (key: string) => key.startsWith(`${DRAFTS}:`);
const isMark = (key: string) => key.startsWith(MARKS);
const isKeptOf = (owner: string) => (key: string) => KEPT.test(key) && ownerAt(key) === owner;

/** Nobody's drafts in this tab count as theirs who signs out in it: they were typed before signing in, or on a page for everybody. */
const isDraftOf = (owner: string) => (key: string) =>
  isDraft(key) && ["", owner].includes(ownerAt(key));

/** A draft, unless there is none or it is from before its person signed out. */
function contentAt(place: string) {
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
  const isWhole = isValues(kept?.values) && isValues(kept.from);
  return isWhole && kept.signOuts === signOutsOf(ownerAt(place)) ? kept : null;
}

const isLive = (key: string) => contentAt(key) !== null;

/** This page's mark. Another page in the same tab makes its own. */
let ownMark = "";

/** Whose drafts a tab has. */
function ownersAt(mark: string): string[] {
  const owners = attempt<unknown>(() => JSON.parse(localStorage.getItem(mark) ?? "[]"), []);
  return Array.isArray(owners) ? owners : [];
}

/** Whether a tab may have drafts of this person. Earlier releases didn't say whose they are: their marks are empty. */
const mayHave = (mark: string, owner: string) =>
  localStorage.getItem(mark) === "" || ownersAt(mark).includes(owner);

function writeMark(mark: string, owners: readonly string[]) {
  if (owners.length > 0) localStorage.setItem(mark, JSON.stringify(owners));
  else localStorage.removeItem(mark);
}

function markTab() {
  attempt(() => {
    ownMark ||= MARKS + crypto.getRandomValues(new Uint32Array(2)).join("");
    const drafts = keysOf(sessionStorage, isDraft).filter(isLive);
    writeMark(ownMark, [...new Set(drafts.map(ownerAt))]);
  }, undefined);
}

if (typeof window !== "undefined") {
  // The drafts of a closed tab are gone; those of a reloaded one are marked again.
  window.addEventListener("pagehide", () => attempt(() => localStorage.removeItem(ownMark), null));
  window.addEventListener("pageshow", markTab);
}

/** Whether a tab of this browser has drafts of this person, or the browser kept their texts, that haven't been saved. */
export const hasUnsaved = (owner: string) =>
  attempt(() => {
    const isElsewhere = (key: string) => isMark(key) && key !== ownMark;
    return (
      keysOf(sessionStorage, isDraftOf(owner)).some(isLive) ||
      keysOf(localStorage, isElsewhere).some((mark) => mayHave(mark, owner)) ||
      keysOf(localStorage, isKeptOf(owner)).length > 0
    );
  }, false);

/** After signing out: nobody who comes to this browser next reads what this person typed. What others typed stays theirs. */
export function clearUnsaved(owner: string) {
  attempt(() => {
    for (const key of keysOf(sessionStorage, isDraftOf(owner))) sessionStorage.removeItem(key);
    for (const key of keysOf(localStorage, isKeptOf(owner))) localStorage.removeItem(key);
    localStorage.setItem(`${SIGN_OUTS}:${owner}`, String(signOutsOf(owner) + 1));
    const isOthers = (one: string) => one !== owner;
    for (const mark of keysOf(localStorage, isMark))
      writeMark(mark, ownersAt(mark).filter(isOthers));
  }, undefined);
  markTab();
}

export function draftOf(key: string, secret: readonly string[] = [], owner = ""): Draft {
  const place = placeOf(DRAFTS, owner, key);
  return {
    read: () => attempt(() => contentAt(place), null),
    write({ values, from, base }) {
      const open = ([name]: [string, unknown]) => !secret.includes(name);
      const kept = Object.fromEntries(Object.entries(values).filter(open));
      attempt(() => {
        const content = { values: kept, from, base, signOuts: signOutsOf(owner) };
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
