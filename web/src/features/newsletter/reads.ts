import type { NewsletterPage } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

/** Answered by the server to its own rendering alone: these pages are one person's, and no API tells of them. */
export const newsletterPage = read<NewsletterPage>("/api/newsletter/page");
