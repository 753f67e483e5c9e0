/** An address that is to be proven by a code, in this tab: the form was sent here, and the code is asked for on the shop's page. */
export interface PendingProof {
  kind: "listing" | "claim";
  /** Of the shop, or of the claim. */
  id: string;
  email: string;
}

const place = (slug: string) => `proof:${slug}`;

export function awaitProof(slug: string, proof: PendingProof) {
  try {
    sessionStorage.setItem(place(slug), JSON.stringify(proof));
  } catch {
    // Without storage the link in the mail does it.
  }
}

export function pendingProof(slug: string): PendingProof | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(slug)) ?? "null");
    const { kind, id, email } = (kept ?? {}) as Record<string, unknown>;
    if (kind !== "listing" && kind !== "claim") return null;
    return typeof id === "string" && typeof email === "string" ? { kind, id, email } : null;
  } catch {
    return null;
  }
}

export function proven(slug: string) {
  try {
    sessionStorage.removeItem(place(slug));
  } catch {
    // As above.
  }
}
