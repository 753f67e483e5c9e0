import { pendingProof } from "../../kit/pending-proof.ts";
import type { ListingValues } from "./listing.ts";

/** A form that was sent from this tab and isn't confirmed yet: who comes back to it mends it (D91). */
export interface SentForm {
  formId: string | null;
  slug: string;
  name: string;
  values: ListingValues;
}

const PLACE = "sent-listing";

export function keepSent(sent: SentForm) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(sent));
  } catch {
    // Without storage, the form is empty when they come back.
  }
}

export function sentForm(): SentForm | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(PLACE) ?? "null") as SentForm | null;
    return sent?.formId && pendingProof(sent.slug) ? sent : null;
  } catch {
    return null;
  }
}

export function forgetSent() {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // As above.
  }
}
