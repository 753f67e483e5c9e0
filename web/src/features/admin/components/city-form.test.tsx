import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { CityForm } from "./city-form.tsx";
import { ImageForm } from "./image-form.tsx";

type City = Parameters<typeof CityForm>[0]["city"];

const city = {
  id: "c1",
  name: "Natchitoches",
  state: "LA",
  description: "On the Cane River.",
  fallbackColor: "",
  imageUrl: null,
  photos: [],
  version: 4,
} as unknown as City;

const fetched = vi.fn<(address: string, request?: RequestInit) => Promise<Response>>();
const close = vi.fn<() => void>();

const show = (form = <CityForm city={city} close={close} />) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>{form}</ToastProvider>
    </QueryClientProvider>,
  );
const box = (name: RegExp) => screen.getByRole("textbox", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const sent = (at: number) => JSON.parse(String(fetched.mock.calls[at]?.[1]?.body));
const saved = (fields: object) => Response.json({ ...city, ...fields, entry: "9" });
const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"));

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  fetched.mockReset();
  close.mockReset();
  vi.unstubAllGlobals();
});

it("saves over the version that was read, and asks when somebody else changed the same", async () => {
  const current = { ...city, description: "The oldest town.", version: 5 };
  fetched.mockResolvedValueOnce(
    Response.json(
      { message: "Changed meanwhile.", details: { kind: "stale", current } },
      { status: 409 },
    ),
  );
  show();
  await userEvent.type(box(/^Description/), " Old.");
  await press("Save");
  await screen.findByRole("region", { name: /^Someone else edited this city/ });
  expect(sent(0)).toMatchObject({ version: 4, description: "On the Cane River. Old." });
  await userEvent.click(screen.getByRole("radio", { name: "Use what's saved now" }));
  fetched.mockResolvedValueOnce(saved({ version: 6 }));
  await press("Save");
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent(1)).toMatchObject({ version: 5, description: "The oldest town." });
});

it("stays open with what was typed during the save, over the version that the save made", async () => {
  let finish: (answer: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  show();
  await userEvent.type(box(/^Description/), " Old.");
  await press("Save");
  await userEvent.type(box(/^Description/), " And green.");
  await act(async () =>
    finish(saved({ description: "On the Cane River. Old.", version: 5 }) as Response),
  );
  await screen.findByText("City updated");
  expect(close).not.toHaveBeenCalled();
  expect(box(/^Description/)).toHaveProperty("value", "On the Cane River. Old. And green.");
  fetched.mockResolvedValueOnce(saved({ version: 6 }));
  await press("Save");
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(sent(1)).toMatchObject({ version: 5, description: "On the Cane River. Old. And green." });
});

it("drops the draft when it is canceled, the picture's too", async () => {
  show();
  await userEvent.type(box(/^Description/), " Old.");
  expect(kept()).toHaveLength(1);
  await press("Cancel");
  expect(kept()).toEqual([]);
  cleanup();
  show(<ImageForm city={city} close={close} />);
  await userEvent.type(box(/^Image URL/), "https://a.example/b.jpg");
  expect(kept()).toHaveLength(1);
  await press("Cancel");
  expect(kept()).toEqual([]);
});

it("keeps the picture's form open with what was typed during the save", async () => {
  let finish: (answer: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  show(<ImageForm city={city} close={close} />);
  await userEvent.type(box(/^Image URL/), "https://a.example/b.jpg");
  await press("Save");
  await userEvent.type(box(/^Credit/), "Ann");
  await act(async () => finish(saved({})));
  await screen.findByText("City image updated");
  expect(close).not.toHaveBeenCalled();
  expect(box(/^Credit/)).toHaveProperty("value", "Ann");
});
