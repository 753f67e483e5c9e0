import type { NewsletterPage } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

/** Answered only during server rendering: these pages are for one person, and no API exposes them. */
export const newsletterPage = read<NewsletterPage>("/api/newsletter/page");
