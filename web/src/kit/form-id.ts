/**
 * A random ID for a form, by which the server knows it when it is sent again after a cut connection. Null without a secure
 * connection: then each press counts as a new form.
 */
export function newFormId(): string | null {
  return globalThis.isSecureContext ? crypto.randomUUID() : null;
}
