import { call } from "../../../kit/api.ts";
import type { Option } from "../../../kit/combobox.tsx";

/** Coffee shops of the directory by name, address or town, for a box that completes what is typed. */
export async function findShops(search: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { shops } = await call("get", "/api/admin/coffee-shops", {
    query: { search, pageSize: 10 },
    signal,
  });
  return shops
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id, name, address }) => ({ value: id, text: name, hint: address }));
}
