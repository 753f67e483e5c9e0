import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client.ts";
import { FileField } from "./file-field.tsx";

interface How {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

const send = vi.fn<(file: File, how: How) => Promise<string>>();
const done = vi.fn<(answer: string) => void>();
const show = () => render(<FileField label="Photos" most={2_000_000} send={send} done={done} />);
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText("Photos"), file, { applyAccept: false });
const photo = new File(["x"], "counter.jpg", { type: "image/jpeg" });

afterEach(() => {
  cleanup();
  send.mockReset();
  done.mockReset();
});

it("sends a file with its progress, and says when it is there", async () => {
  let finish: (answer: string) => void = () => undefined;
  send.mockImplementation((_, { onProgress }) => {
    onProgress(0.4);
    return new Promise((resolve) => (finish = resolve));
  });
  show();
  await choose(photo);
  const bar = await screen.findByRole("progressbar", { name: "Sending counter.jpg" });
  expect(bar).toHaveProperty("value", 40);
  finish("key");
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith("key", photo));
  expect(screen.getByText("Sent")).toBeTruthy();
});

it("refuses other kinds and what is too large, by name, without sending them", async () => {
  show();
  await choose(new File(["x"], "menu.pdf", { type: "application/pdf" }));
  expect(screen.getByText("Please choose JPEG, PNG or WebP photos.")).toBeTruthy();
  await choose(new File(["x"], "IMG_1.HEIC", { type: "" }));
  expect(screen.getByText(/^This is a HEIC photo.* Please choose JPEG/)).toBeTruthy();
  await choose(new File(["x".repeat(2_000_001)], "big.png", { type: "image/png" }));
  expect(screen.getByText("This file is over 2 MB.")).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: /Try again/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove menu.pdf" }));
  expect(screen.queryByText("menu.pdf")).toBeNull();
});

it("says why it failed, and tries again when asked", async () => {
  send.mockRejectedValueOnce(new ApiError(413, "", '{"message":"Too many pixels."}'));
  send.mockRejectedValueOnce(new TypeError("network"));
  send.mockResolvedValueOnce("key");
  show();
  await choose(photo);
  expect(await screen.findByText("Too many pixels.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again to send counter.jpg" }));
  expect(await screen.findByText(/Please check your connection/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Try again/ }));
  await waitFor(() => expect(done).toHaveBeenCalledWith("key", photo));
});

it("stops sending when it is cancelled", async () => {
  send.mockReturnValue(new Promise(() => undefined));
  show();
  await choose(photo);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel counter.jpg" }));
  expect(send.mock.calls[0]?.[1].signal.aborted).toBe(true);
  expect(screen.queryByText("counter.jpg")).toBeNull();
});

it("sends two at a time, and the others after them", async () => {
  const finish: (() => void)[] = [];
  send.mockImplementation(
    () => new Promise<string>((resolve) => finish.push(() => resolve("key"))),
  );
  show();
  const many = [1, 2, 3].map((number) => new File(["x"], `${number}.jpg`, { type: "image/jpeg" }));
  await userEvent.upload(screen.getByLabelText("Photos"), many);
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await userEvent.click(screen.getByRole("button", { name: "Cancel 2.jpg" }));
  finish[0]?.();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  expect(send.mock.calls[2]?.[0]).toHaveProperty("name", "3.jpg");
});
