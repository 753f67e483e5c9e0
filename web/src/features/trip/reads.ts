import type { Trip } from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const trip = read<Trip>("/api/trip?page={page}{?from,to,depart,detour,open}");
