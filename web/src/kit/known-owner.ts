/** What an owner has entered about themselves in this tab, so that no form asks twice (WCAG 3.3.7). */
export interface KnownOwner {
  name: string;
  email: string;
}

const PLACE = "owner";

export function recallOwner(): KnownOwner {
  const nobody = { name: "", email: "" };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
    const { name, email } = (kept ?? {}) as Record<string, unknown>;
    return {
      name: typeof name === "string" ? name : "",
      email: typeof email === "string" ? email : "",
    };
  } catch {
    return nobody;
  }
}

export function rememberOwner(known: Partial<KnownOwner>) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ ...recallOwner(), ...known }));
  } catch {
    // Without storage, they are asked again.
  }
}
