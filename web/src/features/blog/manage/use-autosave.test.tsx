import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../api/client.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { type ArticleValues, emptyValues, schema } from "./article-values.ts";
import { useAutosave } from "./use-autosave.ts";

const write = vi.fn<(values: ArticleValues) => Promise<ArticleValues>>();

class Undecided extends Error {}

const open = () =>
  renderHook(() => {
    const form = useForm({
      id: "article",
      schema,
      initial: emptyValues(""),
      submit: async () => undefined,
      failed: "",
    });
    const autosave = useAutosave(form, {
      isOn: () => true,
      write,
      isUndecided: (error) => error instanceof Undecided,
    });
    return { form, autosave };
  });

type Opened = ReturnType<typeof open>["result"];
const type = (opened: Opened, title: string) =>
  act(() => opened.current.form.hook.setValue("title", title));
const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));

beforeEach(() => {
  vi.useFakeTimers();
  write.mockReset();
  write.mockImplementation(async (values) => values);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("tries again, later and later, and says meanwhile that it isn't saved", async () => {
  write.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  write.mockRejectedValueOnce(new ApiError(503, "", "{}"));
  const { result } = open();
  type(result, "Water");
  await pass(3000);
  expect(write).toHaveBeenCalledTimes(1);
  expect(result.current.autosave.words).toMatch(/^Not saved yet\./);
  await pass(2000);
  expect(write).toHaveBeenCalledTimes(2);
  await pass(3999);
  expect(write).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(write).toHaveBeenCalledTimes(3);
  expect(result.current.autosave.words).toBe("Draft saved");
  await pass(120_000);
  expect(write).toHaveBeenCalledTimes(3);
});

it("tries at once when the connection is back", async () => {
  write.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const { result } = open();
  type(result, "Water");
  await pass(3000);
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(write).toHaveBeenCalledTimes(2);
  expect(result.current.autosave.words).toBe("Draft saved");
});

it("makes one save at a time", async () => {
  let finish: (values: ArticleValues) => void = () => undefined;
  write.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  const { result } = open();
  type(result, "Water");
  await pass(3000);
  type(result, "Water and salt");
  await pass(10_000);
  expect(write).toHaveBeenCalledTimes(1);
  finish({ ...emptyValues(""), title: "Water" });
  await pass(0);
  expect(write).toHaveBeenCalledTimes(2);
  expect(write.mock.lastCall?.[0].title).toBe("Water and salt");
});

it("doesn't repeat what can't succeed unchanged, and waits for a choice", async () => {
  write.mockRejectedValueOnce(new ApiError(400, "", '{"message":"The slug is taken."}'));
  const { result } = open();
  type(result, "Water");
  await pass(3000);
  expect(result.current.autosave.words).toBe("Not saved yet. The slug is taken.");
  await pass(120_000);
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRejectedValueOnce(new Undecided());
  type(result, "Salt");
  await pass(3000);
  expect(result.current.autosave.words).toMatch(/^Not saved yet\. Choose/);
  await pass(120_000);
  expect(write).toHaveBeenCalledTimes(2);
});
