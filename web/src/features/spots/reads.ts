import type { Ranking, Spots } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const breakfastSpots = read<Spots>("/api/cities/{slug}/breakfast-spots");
export const coffeeSpots = read<Spots>("/api/cities/{slug}/coffee-spots");
export const ranking = read<Ranking>("/api/ranking");
