/** The row of the site's words and look, as the audit log names it. */
export const SITE = "73697465-0000-7000-8000-000000000001";
