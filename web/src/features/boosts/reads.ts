import type { BoostVisibility } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const visibility = read<BoostVisibility>("/api/boosts/visibility");
