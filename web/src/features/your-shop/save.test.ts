import { afterEach, expect, it, vi } from "vitest";
import { makeYourShop } from "../../../test/support/your-shop.ts";
import { ApiError } from "../../api/client.ts";
import type { EditedShop, editYourShop, YourShop } from "../../api/your-shop.ts";
import { changedFields, EditConflict, saveEdit, whenOnline } from "./save.ts";

const base = makeYourShop();
const edit = vi.fn<typeof editYourShop>();
const edited = (shop: YourShop): EditedShop => ({ ...shop, entry: "entry-1" });
const stale = (current: YourShop) =>
  new ApiError(
    409,
    "",
    JSON.stringify({ message: "Changed meanwhile.", details: { current, changed: ["phone"] } }),
  );

afterEach(() => {
  edit.mockReset();
  vi.useRealTimers();
});

it("sends only what was changed, with the version that the person saw", async () => {
  edit.mockResolvedValue(edited({ ...base, phone: "318-555-0199" }));
  await saveEdit(base, { phone: "318-555-0199", website: base.website }, null, edit);
  expect(edit).toHaveBeenCalledExactlyOnceWith(base.slug, 4, { phone: "318-555-0199" });
});

it("sends nothing when nothing was changed", async () => {
  const answer = await saveEdit(base, { phone: base.phone, description: "" }, null, edit);
  expect(edit).not.toHaveBeenCalled();
  expect(answer.entry).toBeNull();
});

it("sets a pin as a pair", () => {
  expect(changedFields(base, { latitude: 31.5, longitude: base.longitude })).toEqual({
    latitude: 31.5,
    longitude: base.longitude,
  });
});

it("leaves what others changed beside it, and goes on by itself", async () => {
  const current = { ...base, version: 5, website: "https://new.example" };
  edit.mockRejectedValueOnce(stale(current)).mockResolvedValue(edited(current));
  await saveEdit(base, { phone: "318-555-0199", website: base.website }, null, edit);
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, { phone: "318-555-0199" });
});

it("shows what others changed of the same field, and overwrites it only when told", async () => {
  const current = { ...base, version: 5, phone: "318-555-0111", website: "https://new.example" };
  const wanted = { phone: "318-555-0199", website: base.website };
  edit.mockRejectedValueOnce(stale(current));
  const conflict = await saveEdit(base, wanted, null, edit).catch((error: unknown) => error);
  expect(conflict).toBeInstanceOf(EditConflict);
  expect(conflict).toMatchObject({ current, fields: ["phone"] });
  edit.mockResolvedValue(edited(current));
  await saveEdit(base, wanted, current, edit);
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, { phone: "318-555-0199" });
});

it("takes an edit that has arrived already, its answer lost, for saved", async () => {
  const current = { ...base, version: 5, phone: "318-555-0199" };
  edit.mockRejectedValueOnce(stale(current));
  const answer = await saveEdit(base, { phone: "318-555-0199" }, null, edit);
  expect(answer).toMatchObject({ version: 5, entry: null });
  expect(edit).toHaveBeenCalledTimes(1);
});

it("waits without a connection, and goes on with one", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const run = vi.fn<() => Promise<string>>();
  run.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue("saved");
  const onWaiting = vi.fn<(isWaiting: boolean) => void>();
  const saving = whenOnline(run, { signal: new AbortController().signal, onWaiting });
  await vi.waitFor(() => expect(onWaiting).toHaveBeenLastCalledWith(true));
  expect(run).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  expect(await saving).toBe("saved");
  expect(onWaiting).toHaveBeenLastCalledWith(false);
});

it("no longer waits for an edit that was canceled", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const run = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch"));
  const leaving = new AbortController();
  const onWaiting = vi.fn<(isWaiting: boolean) => void>();
  const saving = whenOnline(run, { signal: leaving.signal, onWaiting });
  await vi.waitFor(() => expect(onWaiting).toHaveBeenCalledWith(true));
  leaving.abort();
  await expect(saving).rejects.toMatchObject({ name: "AbortError" });
  window.dispatchEvent(new Event("online"));
  expect(run).toHaveBeenCalledTimes(1);
});
