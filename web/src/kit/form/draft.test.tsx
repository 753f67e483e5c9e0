import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearUnsaved, DraftOwner, draftOf, hasUnsaved } from "./draft.ts";
import { text, z } from "./rules.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({ name: text(), about: text() });

/** A form that stays on the screen after saving, as the server spelled what was sent. */
const restarted = vi.fn<() => void>();

function useShop(initial: { name: string; about: string; version: number }) {
  const { version, ...values } = initial;
  const form = useForm({
    id: "shop",
    schema,
    initial: values,
    base: { version },
    submit: async (sent) => ({ ...sent, name: sent.name.toUpperCase() }),
    done: (answer) => form.restart(answer, { version: version + 1 }),
    restarted,
    failed: "Not saved",
    draft: "shop",
  });
  return form;
}

const opened = { name: "Blue Door", about: "A bakery.", version: 3 };

const openForm = (initial = opened, owner = "") =>
  renderHook(() => useShop(initial), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <DraftOwner value={owner}>{children}</DraftOwner>
    ),
  });

type Opened = ReturnType<typeof openForm>["result"];
const type = (form: Opened, value: string, name: "name" | "about" = "name") =>
  act(() => form.current.hook.setValue(name, value, { shouldDirty: true }));

const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"));

/** Where tabs say whose drafts they have. */
const marks = () => Object.keys(localStorage).filter((key) => key.startsWith("drafts-in-tab:"));

const content = { values: { name: "Red Door" }, from: { name: "" } };

/** Runs it where this tab's drafts aren't seen. */
function inAnotherTab(run: () => void) {
  const own = { ...sessionStorage };
  sessionStorage.clear();
  run();
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe("a draft", () => {
  it("is gone once the form is saved, also when the form continues with the answer", async () => {
    const { result, unmount } = openForm();
    type(result, "Red Door");
    expect(kept()).toEqual(["draft:shop"]);
    await act(() => result.current.send());
    await waitFor(() => expect(result.current.hook.getValues("name")).toBe("RED DOOR"));
    expect(kept()).toEqual([]);
    unmount();
    const again = openForm({ ...opened, name: "RED DOOR", version: 4 });
    expect(again.result.current.isRestored).toBe(false);
  });

  it("comes back with what it was typed over, not with what is there now", () => {
    const first = openForm();
    type(first.result, "Red Door");
    first.unmount();
    const now = { name: "Green Door", about: "A roastery.", version: 4 };
    const { result } = openForm(now);
    expect(result.current.isRestored).toBe(true);
    // Only what was typed comes back: the rest is as it is now.
    expect(result.current.hook.getValues()).toEqual({ name: "Red Door", about: "A roastery." });
    expect(result.current.base.current).toEqual({ version: 3 });
    restarted.mockClear();
    act(() => result.current.startOver());
    // A collision between what was typed and what is saved is over with it.
    expect(restarted).toHaveBeenCalledOnce();
    expect(result.current.hook.getValues("name")).toBe("Green Door");
    expect(result.current.base.current).toEqual({ version: 4 });
    expect(kept()).toEqual([]);
  });

  it("never takes what others saved for typed, however often the page is reloaded", () => {
    const first = openForm();
    type(first.result, "Red Door");
    first.unmount();
    const second = openForm({ name: "Blue Door", about: "A roastery.", version: 4 });
    type(second.result, "Red Doors");
    second.unmount();
    const third = openForm({ name: "Blue Door", about: "A tea house.", version: 5 });
    expect(third.result.current.hook.getValues()).toEqual({
      name: "Red Doors",
      about: "A tea house.",
    });
  });

  it("is dropped when what was typed is taken back by hand", () => {
    const { result } = openForm();
    type(result, "Red Door");
    type(result, "Blue Door");
    expect(kept()).toEqual([]);
  });

  it("belongs to the person who typed it", () => {
    const ann = openForm(opened, "ann");
    type(ann.result, "Ann's Door");
    ann.unmount();
    const bob = openForm(opened, "bob");
    expect(bob.result.current.hook.getValues("name")).toBe("Blue Door");
    bob.unmount();
    const back = openForm(opened, "ann");
    expect(back.result.current.hook.getValues("name")).toBe("Ann's Door");
  });

  it("is void in every tab after its person signs out in one", () => {
    const draft = draftOf("shop", [], "ann");
    draft.write(content);
    expect(draft.read()?.values).toEqual({ name: "Red Door" });
    expect(hasUnsaved("ann")).toBe(true);
    inAnotherTab(() => clearUnsaved("ann"));
    expect(draft.read()).toBeNull();
    // What is void isn't asked about, and what is typed from now on isn't void.
    expect(hasUnsaved("ann")).toBe(false);
    draft.write(content);
    expect(draft.read()?.values).toEqual({ name: "Red Door" });
  });

  it("stays when somebody else signs out, who isn't asked about it", () => {
    const draft = draftOf("shop", [], "ann");
    draft.write(content);
    expect(hasUnsaved("administrator")).toBe(false);
    clearUnsaved("administrator");
    expect(draft.read()?.values).toEqual({ name: "Red Door" });
    expect(hasUnsaved("ann")).toBe(true);
    // One's name may begin with another's, and have any sign in it.
    const named = draftOf("shop", [], "administrator ann: 100%");
    named.write(content);
    clearUnsaved("administrator ann");
    expect(named.read()?.values).toEqual({ name: "Red Door" });
    clearUnsaved("administrator ann: 100%");
    expect(named.read()).toBeNull();
    expect(draft.read()?.values).toEqual({ name: "Red Door" });
  });

  it("of nobody counts as theirs who signs out in its tab", () => {
    draftOf("claim").write(content);
    expect(hasUnsaved("ann")).toBe(true);
    clearUnsaved("ann");
    expect(kept()).toEqual([]);
    expect(marks()).toEqual([]);
    // In another tab, it may be anybody's.
    localStorage.setItem("drafts-in-tab:another", JSON.stringify([""]));
    expect(hasUnsaved("ann")).toBe(false);
  });

  it("of an earlier release outlives the update, and its person's sign-out voids it", () => {
    const [ann, bob] = ["administrator Ann Lee", "administrator 100%"];
    localStorage.setItem("sign-outs", "2");
    for (const owner of [ann, bob])
      sessionStorage.setItem(`draft:${owner}:shop`, JSON.stringify({ ...content, signOuts: 2 }));
    const draft = draftOf("shop", [], ann);
    clearUnsaved(bob);
    expect(draft.read()?.values).toEqual({ name: "Red Door" });
    expect(kept()).toEqual([`draft:${ann}:shop`]);
    inAnotherTab(() => clearUnsaved(ann));
    expect(draft.read()).toBeNull();
  });

  it("in a tab that still runs an earlier release may be anybody's, who is asked about it", () => {
    localStorage.setItem("drafts-in-tab:another", "");
    expect(hasUnsaved("ann")).toBe(true);
    clearUnsaved("ann");
    expect(marks()).toEqual([]);
  });

  it("is known to the other tabs for as long as its tab is open, without its words", () => {
    const draft = draftOf("shop", [], "ann");
    draft.write(content);
    expect(marks()).toHaveLength(1);
    const marked = () => localStorage.getItem(marks()[0] ?? "");
    expect(marked()).toBe('["ann"]');
    draftOf("story", [], "bob").write(content);
    expect(marked()).toBe('["ann","bob"]');
    draft.clear();
    expect(marked()).toBe('["bob"]');
    sessionStorage.clear();
    draft.clear();
    expect(marks()).toEqual([]);
    draft.write(content);
    window.dispatchEvent(new Event("pagehide"));
    expect(marks()).toEqual([]);
    window.dispatchEvent(new Event("pageshow"));
    expect(marks()).toHaveLength(1);
    sessionStorage.clear();
    draft.clear();
    expect(hasUnsaved("ann")).toBe(false);
  });

  it("in another tab is asked about, and after signing out the tab's mark has the others' alone", () => {
    localStorage.setItem("drafts-in-tab:another", JSON.stringify(["ann", "bob"]));
    expect(["ann", "bob", "cid"].map(hasUnsaved)).toEqual([true, true, false]);
    clearUnsaved("ann");
    expect(["ann", "bob", "cid"].map(hasUnsaved)).toEqual([false, true, false]);
    clearUnsaved("bob");
    expect(marks()).toEqual([]);
  });
});
