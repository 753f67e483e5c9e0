import type { SearchAnswer } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const results = read<SearchAnswer>(
  "/api/search?pageSize=24{?q,featured,sort,openNow,hasWifi,hasParking,petFriendly,goodForWork,hasOutdoorSeating,state,lat,lon,radius,page}",
);
