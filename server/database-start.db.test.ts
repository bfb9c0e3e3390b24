import { once } from "node:events";
import net from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { LoaderFunctionArgs } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { describeDatabaseError } from "#app/platform/db/database-errors.server.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { freePort } from "#test/free-port.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { waitForDatabase, withNotices } from "./database-start.ts";

const { db, url } = await createTestDatabase();

afterEach(() => void vi.useRealTimers());

test("startup statements have more time than those of requests", async () => {
  await db.execute(sql`create table seen_limit (name text)`);
  await db.execute(sql`create function note_limit() returns trigger language plpgsql as $$
    begin insert into seen_limit values (current_setting('statement_timeout')); return new; end $$`);
  await db.execute(sql`create trigger note_limit after insert on users execute function note_limit()`);
  const loader = async ({ context }: LoaderFunctionArgs) =>
    Response.json(await context.get(servicesContext).db.execute(sql`show statement_timeout`, "objects"));
  const shop = await bootSmallShop(url, { limit: { loader } });
  expect(await db.execute(sql`select name from seen_limit`, "objects")).toEqual([{ name: "2min" }]);
  expect(await (await fetch(`${shop.url}/limit`)).json()).toEqual([{ statement_timeout: "8s" }]);
});

test("startup waits for a slow database, and reports it", async () => {
  const proxy = await openDatabaseProxy(url);
  proxy.stall();
  const said: string[] = [];
  const shop = await bootSmallShop(
    proxy.url,
    {},
    {
      onProgress: (step) => {
        said.push(step);
        proxy.resume();
      },
    },
  );
  expect(said[0]).toBe("Waiting for the database (timeout expired)");
  await shop.stop();
  await proxy.close();
});

/** A server that refuses each connection with the next of these SQLSTATEs, as PostgreSQL does. */
async function openRefusing(...states: readonly string[]): Promise<string> {
  const left = [...states];
  const server = net.createServer((client) => {
    const fields = Buffer.from(`SFATAL\0C${left.shift() ?? "57P03"}\0Mas a test wants it\0\0`);
    const head = Buffer.from("E\0\0\0\0");
    head.writeInt32BE(fields.length + 4, 1);
    client.once("data", () => client.end(Buffer.concat([head, fields])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `postgres://shop@127.0.0.1:${(server.address() as net.AddressInfo).port}/x`;
}

test.each([
  ["", "28P01 as a test wants it"],
  ["?target_session_attrs=any&sslmode=disable", "28P01 as a test wants it"],
  ["?target_session_attrs=read-write", "none of"],
])("waits for a server that is starting, until it refuses for another reason (%j)", async (options, refusal) => {
  const url = `${await openRefusing("57P03", "53300", "28P01")}${options}`;
  const said: string[] = [];
  const refused: unknown = await waitForDatabase(url, (step) => void said.push(step)).catch((error: unknown) => error);
  expect(describeDatabaseError(refused)).toContain(refusal);
  expect(said.map((each) => /57P03|53300/.exec(each)?.[0])).toEqual(["57P03", "53300"]);
});

test("does not wait if there is no database", async () => {
  const port = await freePort();
  const said: string[] = [];
  await expect(waitForDatabase(`postgres://shop@127.0.0.1:${port}/x`, (step) => void said.push(step))).rejects.toThrow("ECONNREFUSED");
  expect(said).toEqual([]);
});

test("reports every ten seconds that a step is still running", async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const done = withNotices(
    "Migrating",
    (step) => void said.push(step),
    () => promise,
  );
  await vi.advanceTimersByTimeAsync(25_000);
  resolve("done");
  expect(await done).toBe("done");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(Array.from({ length: 2 }, () => "Migrating: still running"));
});
