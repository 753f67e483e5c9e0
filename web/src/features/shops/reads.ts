import type { AnsweredPage, Shop, Story } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const featuredShops = read<Shop[]>("/api/coffee-shops/featured");
export const recentShops = read<Shop[]>("/api/coffee-shops/recent");
export const shop = read<Shop>("/api/coffee-shops/{slug}");
export const shopStory = read<Story | null>("/api/coffee-shops/{slug}/local-vibes");

/** Answered only during server rendering: it is for the one person who answered without our script. */
export const answeredPage = read<AnsweredPage>("/api/still-right/page");
