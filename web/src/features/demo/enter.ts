import { ApiError, type Body, call } from "../../api/client.ts";
import { rememberAdmin } from "../../components/sign-in/admin-stamp.ts";
import { messageOf } from "../../kit/api.ts";
import { markOwner } from "../../kit/mark-owner.ts";

export type Door = Body<"post", "/api/demo/enter">["as"];

/** Goes through a door of the demo: as somebody else, on their first screen. */
export async function enter(door: Door) {
  const { path } = await call("post", "/api/demo/enter", { body: { as: door } });
  arrive(door, path);
}

/** What this device shows from now on. The page is loaded anew, because the one that is left belongs to somebody else. */
export function arrive(door: Door, path: string) {
  markOwner(door === "owner");
  rememberAdmin(null);
  location.assign(path);
}

const SHUT =
  "Only the machine that serves this demo can do that. There, “townperk demo links” prints links for others.";

export const problemOf = (error: unknown) =>
  error instanceof ApiError && error.status === 404 ? SHUT : messageOf(error, "Please try again.");
