import type { Answer } from "../../kit/api.ts";

export type Stats = Answer<"get", "/api/admin/content-enhancement/stats">;
