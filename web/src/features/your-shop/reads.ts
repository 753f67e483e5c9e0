import type { LetterPage } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

/** Answered only during server rendering: this page is for one person, and no API exposes it. */
export const letterPage = read<LetterPage>("/api/monthly-letter/page");
