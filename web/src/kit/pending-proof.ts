/**
 * An address waiting to be proven with a code, in this tab: the form was submitted here, and the shop's page asks for
 * the code.
 */
export interface PendingProof {
  kind: "listing" | "claim";
  /** Of the shop or the claim. */
  id: string;
  email: string;
  /** By which this browser asks whether the address was confirmed on another device. */
  proofId?: string | null;
  /** When a code can be sent, if the form's was one too many. */
  nextCodeAt?: string | null;
}

const place = (slug: string) => `proof:${slug}`;

export function awaitProof(slug: string, proof: PendingProof) {
  try {
    sessionStorage.setItem(place(slug), JSON.stringify(proof));
  } catch {
    // Without storage, the email's link still works.
  }
}

export function pendingProof(slug: string): PendingProof | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(slug)) ?? "null");
    const { kind, id, email, proofId, nextCodeAt: next } = (kept ?? {}) as Record<string, unknown>;
    if (kind !== "listing" && kind !== "claim") return null;
    if (typeof id !== "string" || typeof email !== "string") return null;
    return {
      kind,
      id,
      email,
      proofId: typeof proofId === "string" ? proofId : null,
      nextCodeAt: typeof next === "string" ? next : null,
    };
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
