import type { FreshCity, Freshness, Page } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const freshness = read<Freshness>("/api/freshness");
export const freshTowns = read<Page<FreshCity>>(
  "/api/freshness/cities?page={page}&pageSize=50{?state}",
);
