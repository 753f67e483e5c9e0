import type { City, CityFacts, Page, Shop, State, Story } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";
import { TOWN_FILTERS } from "./town-filters.ts";

const filters = TOWN_FILTERS.map(({ field }) => field).join();

export const popularCities = read<City[]>("/api/cities?sort=popular&limit=12");
export const cityDirectory = read<Page<City>>("/api/cities?page={page}&pageSize=24{?filter,state}");
export const states = read<State[]>("/api/states");
export const city = read<City>("/api/cities/{slug}");
export const cityShops = read<Page<Shop>>(
  `/api/cities/{slug}/coffee-shops?page={page}&pageSize=48{?sort,${filters}}`,
);
export const cityFacts = read<CityFacts>("/api/cities/{slug}/facts");
export const cityStories = read<Story[]>("/api/cities/{slug}/local-vibes");
