import { read } from "../../lib/route-definition.ts";
import type { Description } from "./openapi.ts";

export const description = read<Description>("/api/openapi.json");
