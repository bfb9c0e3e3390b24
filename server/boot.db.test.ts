import { sql } from "drizzle-orm";
import type { LoaderFunctionArgs } from "react-router";
import { expect, inject, test } from "vitest";
import { servicesContext } from "#app/http/context.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import * as products from "#app/routes/api/products.ts";
import { runOnServer } from "#test/database-server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();

/** A transaction that waits until it is cut off. */
async function waitInTransaction({ context }: LoaderFunctionArgs): Promise<Response> {
  await inTransaction(context.get(servicesContext).db, (tx) => tx.execute(sql`select pg_sleep(7), 'cut me'`));
  return new Response("not cut");
}

const cutTheWaiting = () =>
  db.execute<{ n: number }>(
    sql`select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
        where datname = current_database() and query like '%cut me%' and pid <> pg_backend_pid()`,
    "objects",
  );

test("returns 503 when a request's database session ends, and serves the next one", async () => {
  const page = { loader: waitInTransaction, default: () => "drawn" };
  const shop = await bootSmallShop(url, { "api/products": products, page, file: { loader: waitInTransaction } });
  const answers = [
    fetch(`${shop.url}/page`, { headers: { Accept: "text/html" } }),
    fetch(`${shop.url}/file`),
    fetch(`${shop.url}/page.data`),
  ];
  let cut = 0;
  await expect.poll(async () => (cut += (await cutTheWaiting())[0]?.n ?? 0)).toBe(answers.length);
  for (const answer of await Promise.all(answers)) {
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await answer.text()).toContain("The shop is very busy right now.");
  }
  expect((await fetch(`${shop.url}/api/products`)).status).toBe(200);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  await shop.stop();
});

test("a read-only database makes the shop not ready until it is writable", async () => {
  const shop = await bootSmallShop(url, { "api/products": products });
  const readiness = async () => (await fetch(`${shop.url}/readyz`)).status;
  const name = new URL(url).pathname.slice(1);
  const onServer = (statement: string) => runOnServer(inject("databaseServerUrl"), statement);
  const refuseWrites = async (isReadOnly: boolean) => {
    await onServer(`alter database ${name} set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    // Only new sessions follow the setting.
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  };
  expect(await readiness()).toBe(200);
  await refuseWrites(true);
  await expect.poll(readiness).toBe(503);
  expect((await fetch(`${shop.url}/api/products`)).status).toBe(200);
  await refuseWrites(false);
  await expect.poll(readiness).toBe(200);
  await shop.stop();
});
