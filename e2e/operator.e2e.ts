import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./server.ts";

const run = promisify(execFile);

const PASSWORD = "a password for operators";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

// An issue of a week without news: every reader is processed, and no mail is sent.
const ISSUE = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
database.execute("""
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
    INSERT INTO newsletter_readers (id, email, address_hash, state, asked_at, created_at, confirmed_at)
    SELECT randomblob(16), 'reader' || number || mark || '@mail.example', 'hash' || number || mark, 'confirmed', old, old, old
    FROM numbers, (SELECT '2019-01-01T00:00:00.000000+00:00' AS old, ? AS mark)""", (int(sys.argv[2]), sys.argv[3]))
database.execute("""
    INSERT INTO jobs (id, kind, unique_key, payload, state, due_at, attempts, created_at)
    SELECT randomblob(16), 'newsletter.send', NULL, '{"turn":"2020-01-02T14:00:00Z"}', 'open', created_at, 0, created_at
    FROM jobs LIMIT 1""")
database.commit()
print(database.total_changes)
`;

/** Makes the server process a list of this many readers, whose addresses have a mark of their own. */
async function sendIssue({ database }: Server, readers: number, mark: string) {
  const { stdout } = await run("python3", ["-c", ISSUE, database, String(readers), mark]);
  expect(Number(stdout)).toBe(readers + 1);
}

/** Records the values of a job's progress bar from now on. */
async function watchBar(page: Page) {
  await page.evaluate(() => {
    const seen: number[] = [];
    const note = () => {
      const bar = document.querySelector("progress[aria-label='Progress of newsletter.send']");
      const value = Number(bar?.getAttribute("value") ?? Number.NaN);
      if (!Number.isNaN(value) && seen.at(-1) !== value) seen.push(value);
    };
    new MutationObserver(note).observe(document.body, {
      attributes: true,
      childList: true,
      subtree: true,
    });
    Object.assign(globalThis, { seen });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
}

test("a backup that was taken is seen by the operator", async ({ page, server }) => {
  await page.goto("/admin/operator");
  const line = page.getByRole("table", { name: "Upkeep" }).getByRole("row", { name: /^Backup/ });
  await expect(line).toContainText("never");
  await expect(line).toContainText("No backup yet.");
  await expect(line).toContainText("townperk backup");
  await server.townperk("backup", join(server.database, "..", "backup.zip"));
  await page.reload();
  await expect(line).toContainText(/just now|minute/);
  await expect(line).toContainText("OK");
  await expect(line).not.toContainText("townperk backup");
  await expectAccessible(page);
});

test("a long job is seen to go on, and to end", async ({ page, server }) => {
  // The machine may be busy with other tests meanwhile.
  test.setTimeout(240_000);
  await page.goto("/admin/operator");
  await expect(page.getByText("This list updates automatically.")).toBeVisible();
  const seen = await watchBar(page);
  await sendIssue(server, 8000, "a");
  const jobs = page.getByRole("table", { name: "Running and recent jobs" });
  const bar = jobs.getByRole("progressbar", { name: "Progress of newsletter.send" });
  await expect(bar).toBeVisible({ timeout: 60_000 });
  await expectNoSidewaysScroll(page);
  const line = jobs
    .getByRole("row", { name: /newsletter\.send/ })
    .filter({ hasText: "8,000 of 8,000" });
  await expect(line).toContainText("Done", { timeout: 150_000 });
  await expect(bar).toHaveCount(0);
  const values = await seen();
  expect(values.length, `${values}`).toBeGreaterThan(1);
  expect(values).toEqual([...values].sort((a, b) => a - b));
});

test("a job is canceled while it runs", async ({ page, server }) => {
  test.setTimeout(240_000);
  await page.goto("/admin/operator");
  await expect(page.getByText("This list updates automatically.")).toBeVisible();
  await sendIssue(server, 20_000, "b");
  await page.getByRole("button", { name: "Cancel newsletter.send" }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Cancel job" }).click();
  const jobs = page.getByRole("table", { name: "Running and recent jobs" });
  const line = jobs.getByRole("row", { name: /newsletter\.send/ }).filter({ hasText: "Canceled" });
  await expect(line.first()).toBeVisible({ timeout: 60_000 });
});
