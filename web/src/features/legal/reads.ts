import type { SitePage, Sources } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const sources = read<Sources>("/api/site/sources");
export const terms = read<SitePage>("/api/site/legal/terms");
export const privacy = read<SitePage>("/api/site/legal/privacy");
export const imprint = read<SitePage>("/api/site/legal/imprint");
export const page = read<SitePage>("/api/site/pages/{slug}");
