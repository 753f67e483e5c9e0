import type { HomeWords } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const homeWords = read<HomeWords>("/api/site/home");
