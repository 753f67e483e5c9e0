import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./lib/statistics.mjs";
import { Townperk } from "./lib/townperk.mjs";

const PASSWORD = "a long enough password";
/** Requests per list. */
const ROUNDS = 60;

/** The administrator's lists, as requested by the screens. */
export const LISTS = {
  "all coffee shops": "/api/admin/coffee-shops?page=1&pageSize=20",
  "coffee shops by name": "/api/admin/coffee-shops?search=copper+kettle&page=1&pageSize=20",
  "coffee shops, one letter": "/api/admin/coffee-shops?search=a&page=1&pageSize=20",
  "coffee shops, none found": "/api/admin/coffee-shops?search=zzzzzz&page=1&pageSize=20",
  "unpublished coffee shops": "/api/admin/coffee-shops?visibility=unpublished&page=1&pageSize=20",
  cities: "/api/admin/cities?page=1&pageSize=20",
  "cities by name": "/api/admin/cities?search=spring&page=1&pageSize=20",
  inbox: "/api/admin/inbox",
  "audit log": "/api/admin/audit?page=1",
  worklist: "/api/admin/worklist?page=1",
  "worklist, with people to ask": "/api/admin/worklist?page=1&has=people",
  counts: "/api/admin/counts",
};

/**
 * The median milliseconds of the administrator's lists, on an installation that already has its shops.
 * @param {string} folder  what `measureImport` left behind @param {number} shops
 */
export async function measureAdmin(folder, shops) {
  const townperk = new Townperk(folder, { TOWNPERK_ADMIN_PASSWORD: PASSWORD });
  await townperk.serve();
  const login = await fetch(`${townperk.url}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: PASSWORD }),
  });
  if (!login.ok) throw new Error(`the login answered ${login.status}`);
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  await sleep(2000);
  const lists = {};
  for (const [name, path] of Object.entries(LISTS)) {
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await fetch(townperk.url + path, { headers: { cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      times.push(performance.now() - began);
    }
    lists[name] = median(times.slice(ROUNDS / 4));
  }
  await townperk.stop();
  return { shops, lists };
}
