import { call } from "../../../api/client.ts";
import type { OwnShop } from "../components/use-own-shop.ts";
import PeoplePanel, { Edit } from "./people-panel.tsx";

/** What the page of a shop shows its own people; `null` for everybody else. */
export async function ownShop(id: string): Promise<OwnShop | null> {
  const { shops } = await call("get", "/api/session");
  return shops.some((one) => one.id === id) ? { id, Panel: PeoplePanel, Edit } : null;
}
