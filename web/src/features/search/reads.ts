import type { SearchAnswer } from "../../api/types.ts";
import { AMENITIES } from "../../lib/amenities.ts";
import { read } from "../../lib/route-definition.ts";

const amenities = AMENITIES.map(({ field }) => field).join();

export const results = read<SearchAnswer>(
  `/api/search?pageSize=24{?q,featured,sort,openNow,${amenities},state,lat,lon,radius,page}`,
);
