import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { afterUse } from "#test/after-use.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { freePort } from "#test/free-port.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { isDatabaseAway } from "./database-errors.server.ts";
import { warnOfUncheckedServers } from "./database-hosts.server.ts";
import { closeDb, connectClient, openDb, type Db } from "./database.server.ts";

/** The server of this run under two addresses; test/cluster/hosts.cluster.test.ts has a primary and its copy. */
const { db, url } = await createTestDatabase();

async function openHosts() {
  const proxies = await Promise.all([openDatabaseProxy(url), openDatabaseProxy(url)]);
  for (const proxy of proxies) afterUse(() => proxy.close());
  const [a, b] = proxies.map(({ port }) => `127.0.0.1:${port}`);
  return { proxies, hosts: new URL(proxies[0].url).href.replace(a ?? "", `${a},${b}`), names: `${a}, ${b}` };
}

function open(hosts: string): Db {
  const pool = openDb(hosts, { max: 2, limits: TEST_LIMITS });
  afterUse(() => closeDb(pool));
  return pool;
}

const setReadOnly = (isReadOnly: boolean) =>
  db.execute(
    sql.raw(`alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`),
  );
const ask = (pool: Db) => pool.execute(sql`select 1`);

test("connects to the responding host, and to another one when it is lost", async () => {
  const { proxies, hosts } = await openHosts();
  const pool = open(hosts);
  await ask(pool);
  await proxies[0].close();
  await expect.poll(() => ask(pool).then(() => "found", isDatabaseAway)).toBe("found");
  const client = await connectClient(hosts);
  await client.end();
});

test("closes pooled connections to a silent host once another one is found", async () => {
  const { proxies, hosts } = await openHosts();
  const pool = open(hosts);
  await ask(pool);
  proxies[0].stall();
  const held = ask(pool);
  const [refusal, client] = await Promise.all([held.then(() => false, isDatabaseAway), connectClient(hosts)]);
  expect(refusal).toBe(true);
  await client.end();
  await ask(pool);
});

test("rejects read-only connections for requests, with each host's reason", async () => {
  const { hosts, names } = await openHosts();
  const pool = open(hosts);
  await setReadOnly(true);
  const refusal: unknown = await ask(pool).catch((error: unknown) => error);
  expect(isDatabaseAway(refusal)).toBe(true);
  const [a, b] = names.split(", ");
  await expect(connectClient(hosts)).rejects.toThrow(`none of ${names} takes writes: ${a} is read-only; ${b} is read-only`);
  await setReadOnly(false);
  await ask(pool);
});

test("a shop starts, is ready and stops with either host", async () => {
  const { proxies, hosts } = await openHosts();
  await proxies[0].close();
  const shop = await bootSmallShop(hosts, {});
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  await shop.stop();
});

test("reports why a host does not respond", async () => {
  const port = await freePort();
  await expect(connectClient(`postgres://me@127.0.0.1:${port}/x?target_session_attrs=primary`)).rejects.toThrow(
    `none of 127.0.0.1:${port} is a primary: 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});

test("continues without TLS when sslmode prefers it and the server has none", async () => {
  const { proxies } = await openHosts();
  for (const mode of ["prefer", "allow"]) {
    const client = await connectClient(`${proxies[0].url}?sslmode=${mode}`);
    await client.end();
  }
  await expect(connectClient(`${proxies[0].url}?sslmode=require`)).rejects.toThrow("does not support SSL");
});

test("does not retry without TLS when the server is silent", async () => {
  const { proxies } = await openHosts();
  proxies[0].stall();
  const host = `127.0.0.1:${proxies[0].port}`;
  await expect(connectClient(`${proxies[0].url}?sslmode=prefer`)).rejects.toThrow(
    new Error(`none of ${host} answers: ${host}: timeout expired`),
  );
});

test("reports connection strings that do not verify the server", () => {
  const warned: object[] = [];
  const log = { warn: (fields: object, message: string) => void warned.push({ ...fields, message }) };
  warnOfUncheckedServers({ DATABASE_URL: "postgres://a/shop?sslmode=verify-full", DATABASE_READ_URL: null }, log);
  expect(warned).toEqual([]);
  warnOfUncheckedServers({ DATABASE_URL: "postgres://a/shop?sslmode=require", DATABASE_READ_URL: "postgres://b/shop?sslmode=prefer" }, log);
  expect(warned).toEqual([
    { variables: ["DATABASE_URL", "DATABASE_READ_URL"], message: "the server's certificate is not checked; sslmode=verify-full does" },
  ]);
});
