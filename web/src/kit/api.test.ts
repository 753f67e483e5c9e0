import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client.ts";
import { addressOf, call, fieldProblems, messageOf } from "./api.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it("fills addresses, encoded, without what is not given", () => {
  const address = addressOf("/api/a/{id}/b", {
    path: { id: "x/y z" },
    query: { q: "a&b", page: 0, none: undefined, nothing: null, tag: ["one", "two"] },
  });
  expect(address).toBe("/api/a/x%2Fy%20z/b?q=a%26b&page=0&tag=one&tag=two");
});

it("sends a body as JSON with the method and cookies, and gives the answer", async () => {
  fetched.mockResolvedValue(new Response('{"message":"ok"}'));
  const answer = await call("post", "/api/newsletter/subscribe", {
    body: { email: "a@b.example" },
  });
  expect(answer).toEqual({ message: "ok" });
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("/api/newsletter/subscribe");
  expect(request).toMatchObject({
    method: "POST",
    credentials: "include",
    keepalive: true,
    body: '{"email":"a@b.example"}',
    headers: { "content-type": "application/json" },
  });
});

it("does not ask to outlive its page with a body that browsers refuse then", async () => {
  fetched.mockResolvedValue(new Response("{}"));
  const email = "a".repeat(60_000);
  await call("post", "/api/newsletter/subscribe", { body: { email } });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ keepalive: false });
});

it("gives null for an answer without a body", async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  expect(await call("get", "/api/cities/{slug}", { path: { slug: "a" } })).toBeNull();
});

it("takes no address, parameter or body that the server does not have", () => {
  const never = () => {
    // @ts-expect-error no such address
    void call("get", "/api/no-such-thing");
    // @ts-expect-error not with this method
    void call("post", "/api/states");
    // @ts-expect-error the path's parameter is missing
    void call("get", "/api/cities/{slug}");
    // @ts-expect-error the body's field has another name
    void call("post", "/api/newsletter/subscribe", { body: { mail: "a@b.example" } });
    // @ts-expect-error there is no such query parameter
    void call("get", "/api/search", { query: { nothing: 1 } });
  };
  expect(never).toBeTypeOf("function");
});

describe("a refusal", () => {
  const refused = async (status: number, body: string) => {
    fetched.mockResolvedValue(new Response(body, { status, statusText: "Teapot" }));
    return await call("get", "/api/states").catch((error: unknown) => error);
  };

  it("carries everything that the server said, under a message for logs", async () => {
    const body =
      '{"message":"Too fast.","code":"too_many","requestId":"r-1","field":"email","fields":[{"field":"email","message":"Too fast."},{"field":"zip","message":"Bad."},3]}';
    const error = await refused(429, body);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `429: ${body}`,
      status: 429,
      readable: "Too fast.",
      code: "too_many",
      requestId: "r-1",
    });
    expect(fieldProblems(error)).toEqual([
      { field: "email", message: "Too fast." },
      { field: "zip", message: "Bad." },
    ]);
    expect(messageOf(error, "Else")).toBe("Too fast.");
  });

  it("about one field names that one", async () => {
    const error = await refused(400, '{"message":"Name is required","field":"name"}');
    expect(fieldProblems(error)).toEqual([{ field: "name", message: "Name is required" }]);
  });

  it("from something that is not our server has the fallback's words", async () => {
    const error = await refused(502, "<html>Bad gateway</html>");
    expect(error).toMatchObject({ message: "502: <html>Bad gateway</html>", requestId: null });
    expect(fieldProblems(error)).toEqual([]);
    expect(messageOf(error, "Please try again.")).toBe("Please try again.");
    expect(messageOf(new TypeError("Failed to fetch"), "Please try again.")).toBe(
      "Please try again.",
    );
    expect(((await refused(500, "")) as ApiError).message).toBe("500: Teapot");
  });

  it("from nobody says so after what failed", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await call("get", "/api/admin/status").catch((thrown: unknown) => thrown);
    expect(messageOf(error, "Failed to update city description")).toBe(
      "Failed to update city description. The server can't be reached.",
    );
    expect(messageOf(error, "Please try again.")).toBe(
      "The server can't be reached. Please try again.",
    );
  });
});
