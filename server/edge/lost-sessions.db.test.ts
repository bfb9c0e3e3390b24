import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { middleware } from "#app/root.tsx";
import * as orderAction from "#app/routes/admin/api/order-action.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { bootSmallShop, smallBuild } from "#test/small-shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();
const small = smallBuild({ "admin/api/orders/:id/:action": orderAction });
const root = small.routes.root!;
const build = { ...small, routes: { ...small.routes, root: { ...root, module: { ...root.module, middleware } } } };
const shop = await bootSmallShop(url, {}, { loadBuild: () => build });

const user = await createUser(db, { email: "ana@example.com", name: "Ana", passwordHash: "x", roles: ["order-admin"] });
const { token } = await openSession(db, user, { replaces: null, userAgent: "", now: new Date() });
const cookie = (await serializeSessionToken(token, { isSecure: false })).split(";")[0] ?? "";
const { order } = await storeOrder(db);

const addNote = () =>
  fetch(`${shop.url}/admin/api/orders/${order.id}/note`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: shop.url, "Content-Type": "application/json" },
    body: JSON.stringify({ version: order.version, text: "Nut allergy" }),
  });

const WAITING = sql`select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test.each(["sessions", "orders"])("answers a staff call with a 503 problem when its database session ends at %s", async (table) => {
  const answer = await inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`));
    const pending = addNote();
    // Not in the transaction, which would see the activity of its first look for ever.
    await expect.poll(async () => (await db.execute<{ ended: number }>(WAITING, "objects"))[0]?.ended).toBeGreaterThan(0);
    return pending;
  });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([503, "application/problem+json; charset=utf-8"]);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ status: 503, title: "Service Unavailable", detail: expect.stringContaining("Please try again") as string });
  expect(body.message).toBe(body.detail);
  expect((await addNote()).status).toBe(200);
});
