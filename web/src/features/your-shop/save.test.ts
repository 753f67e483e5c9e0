import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeYourShop } from "../../../test/support/your-shop.ts";
import { ApiError } from "../../api/client.ts";
import type { EditedShop, editYourShop, ShopFields, YourShop } from "../../api/your-shop.ts";
import { Undecided, useMerge } from "../../kit/merge/use-merge.ts";
import { changedFields, saveFields, TOGETHER, versionOf, whenOnline } from "./save.ts";

const base = makeYourShop();
const edit = vi.fn<typeof editYourShop>();
const edited = (shop: YourShop): EditedShop => ({ ...shop, nameWaits: false, entry: "entry-1" });
const stale = (current: YourShop) => {
  const details = { kind: "stale", current, changed: ["phone"] };
  return new ApiError(409, "", JSON.stringify({ message: "Changed meanwhile.", details }));
};

const merging = () =>
  renderHook(() =>
    useMerge<YourShop, YourShop, EditedShop>({
      versionOf,
      together: TOGETHER,
      save: (fields, over) => saveFields(fields, over, edit),
    }),
  ).result;

/** Saves, and returns the answer or what was thrown. */
const save = (merge: ReturnType<typeof merging>, wanted: Partial<ShopFields>) =>
  act(() => merge.current.run(versionOf(base), wanted).catch((error: unknown) => error));

afterEach(() => {
  edit.mockReset();
  vi.useRealTimers();
});

it("sends only what was changed, with the version that the person saw", async () => {
  edit.mockResolvedValue(edited({ ...base, phone: "318-555-0199" }));
  await save(merging(), { phone: "318-555-0199", website: base.website });
  expect(edit).toHaveBeenCalledExactlyOnceWith(base.slug, 4, { phone: "318-555-0199" });
});

it("sends nothing when nothing was changed", async () => {
  const answer = await save(merging(), { phone: base.phone, description: "" });
  expect(edit).not.toHaveBeenCalled();
  expect(answer).toMatchObject({ entry: null });
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
  await save(merging(), { phone: "318-555-0199", website: base.website });
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, { phone: "318-555-0199" });
});

it("shows what others changed of the same field, and overwrites it only when told", async () => {
  const current = { ...base, version: 5, phone: "318-555-0111", website: "https://new.example" };
  const wanted = { phone: "318-555-0199", website: base.website };
  edit.mockRejectedValueOnce(stale(current));
  const merge = merging();
  expect(await save(merge, wanted)).toBeInstanceOf(Undecided);
  expect(merge.current.collision).toMatchObject({ fields: ["phone"], attempts: 1 });
  // Saving again without a choice sends nothing, and leads back to the notice.
  expect(await save(merge, wanted)).toBeInstanceOf(Undecided);
  expect(merge.current.collision?.attempts).toBe(2);
  expect(edit).toHaveBeenCalledTimes(1);
  act(() => merge.current.choose("phone", "mine"));
  edit.mockResolvedValue(edited(current));
  await save(merge, wanted);
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, { phone: "318-555-0199" });
  expect(merge.current.collision).toBeNull();
});

it("keeps what others saved when it is chosen, and still saves the rest", async () => {
  const current = { ...base, version: 5, phone: "318-555-0111" };
  edit.mockRejectedValueOnce(stale(current)).mockResolvedValue(edited(current));
  const merge = merging();
  const wanted = { phone: "318-555-0199", website: "https://mine.example" };
  await save(merge, wanted);
  act(() => merge.current.choose("phone", "theirs"));
  await save(merge, wanted);
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, { website: "https://mine.example" });
});

it("asks again when the same field has changed once more since the choice", async () => {
  const second = { ...base, version: 5, phone: "318-555-0111" };
  const third = { ...base, version: 6, phone: "318-555-0122" };
  edit.mockRejectedValueOnce(stale(second)).mockRejectedValueOnce(stale(third));
  const merge = merging();
  await save(merge, { phone: "318-555-0199" });
  act(() => merge.current.choose("phone", "mine"));
  expect(await save(merge, { phone: "318-555-0199" })).toBeInstanceOf(Undecided);
  expect(merge.current.collision?.theirs.version).toBe(6);
});

it("asks again, with nothing chosen, about words typed after the saved ones were chosen", async () => {
  edit.mockRejectedValueOnce(stale({ ...base, version: 5, phone: "318-555-0111" }));
  const merge = merging();
  await save(merge, { phone: "318-555-0199" });
  act(() => merge.current.choose("phone", "theirs"));
  expect(await save(merge, { phone: "318-555-0122" })).toBeInstanceOf(Undecided);
  expect(merge.current.collision).toMatchObject({ mine: { phone: "318-555-0122" }, choices: {} });
  expect(edit).toHaveBeenCalledTimes(1);
});

it("doesn't make a third place out of one choice about a pin", async () => {
  const current = { ...base, version: 5, latitude: 31.6, longitude: -93.2 };
  edit.mockRejectedValueOnce(stale(current)).mockResolvedValue(edited(current));
  const merge = merging();
  const wanted = { latitude: 31.7, longitude: -93.3 };
  await save(merge, wanted);
  act(() => merge.current.choose("latitude", "mine"));
  await save(merge, wanted);
  expect(edit).toHaveBeenLastCalledWith(base.slug, 5, wanted);
});

it("doesn't lead to the notice after a save that nobody asked for", async () => {
  edit.mockRejectedValueOnce(stale({ ...base, version: 5, phone: "318-555-0111" }));
  const merge = merging();
  const run = () =>
    merge.current.run(versionOf(base), { phone: "318-555-0199" }, false).catch((error) => error);
  expect(await act(run)).toBeInstanceOf(Undecided);
  expect(merge.current.collision?.attempts).toBe(0);
});

it("takes an edit that has arrived already, its answer lost, for saved", async () => {
  const current = { ...base, version: 5, phone: "318-555-0199" };
  edit.mockRejectedValueOnce(stale(current));
  const answer = await save(merging(), { phone: "318-555-0199" });
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
