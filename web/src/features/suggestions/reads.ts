import type { SuggestionPage } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

/** Answered only during server rendering: it is for the one person who sent a form without our script. */
export const suggestionPage = read<SuggestionPage>("/api/suggestions/page");
