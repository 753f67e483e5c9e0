import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/client.ts";
import { Unanswered } from "../api/limits.ts";
import { call, fieldProblems, messageOf, titleOf } from "./api.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
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

  it("that never came says what isn't known", () => {
    const [read, write] = [new Unanswered(), new Unanswered(true)];
    expect(messageOf(read, "We couldn't load the claims.")).toBe(
      "We couldn't load the claims. The server didn't answer in time.",
    );
    expect(messageOf(read, "Please try again.")).toBe(
      "The server didn't answer in time. Please try again.",
    );
    expect(messageOf(write, "Failed to update city description")).toBe(
      "The server didn't answer in time. It may have been saved: please look before you try again.",
    );
    expect([read, write].map((error) => titleOf(error, "Couldn't save the shop"))).toEqual([
      "Couldn't save the shop",
      "No answer from the server",
    ]);
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
