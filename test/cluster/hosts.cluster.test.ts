import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseAway } from "#app/platform/db/database-errors.server.ts";
import { closeDb, connectClient, inTransaction, openDb, type Db } from "#app/platform/db/database.server.ts";
import { openReplica } from "#app/platform/db/replica/replica.server.ts";
import { createPageChanges } from "#app/platform/db/page-changes.server.ts";
import { chooseServerAccount, giveTo } from "#server/postgres/server-account.ts";
import { runOnServer } from "#test/database-server.ts";
import { findProgram } from "#test/find-program.ts";
import { POSTGRES_PROGRAMS, startPostgresPair, type PostgresPair } from "./postgres-pair.ts";

/* One connection string with both servers of a pair, and TLS as libpq means it. */

const LONG = 300_000;
const OPENSSL = findProgram("openssl");
const skips = POSTGRES_PROGRAMS === undefined || OPENSSL === undefined;
if (skips) console.info("skipped, not installed: PostgreSQL with pg_basebackup, or openssl");

const home = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-hosts-"));
let pair: PostgresPair;
let pool: Db;

beforeAll(async () => {
  if (skips) return;
  pair = await startPostgresPair();
  pool = openDb(urlOf(), { max: 3 });
  await pool.execute(sql`create table notes (number int primary key)`);
}, LONG);
afterAll(async () => {
  if (!skips) await closeDb(pool);
  await pair?.close();
  fs.rmSync(home, { recursive: true, force: true });
}, LONG);

/** @param order of the hosts in the connection string */
function urlOf(query = "", order = pair.servers): string {
  return `postgres://shop@${order.map(({ port }) => `127.0.0.1:${port}`).join(",")}/shop${query}`;
}

async function portAt(url: string): Promise<number> {
  const client = await connectClient(url);
  try {
    const { rows } = await client.query<{ port: string }>("show port");
    return Number(rows[0]?.port);
  } finally {
    await client.end();
  }
}

test.skipIf(skips)("finds the primary or its copy, in any order", { timeout: LONG }, async () => {
  const [a, b] = pair.servers.map(({ port }) => port);
  const turned = pair.servers.toReversed();
  expect(await portAt(urlOf("", turned))).toBe(a);
  expect(await portAt(urlOf("?target_session_attrs=primary", turned))).toBe(a);
  expect(await portAt(urlOf("?target_session_attrs=any", turned))).toBe(b);
  expect(await portAt(urlOf("?target_session_attrs=standby"))).toBe(b);
  expect(await portAt(urlOf("?target_session_attrs=read-only"))).toBe(b);
  expect(await portAt(urlOf("?target_session_attrs=prefer-standby"))).toBe(b);
  await expect(portAt(`postgres://shop@127.0.0.1:${b}/shop?target_session_attrs=read-write`)).rejects.toThrow(
    `none of 127.0.0.1:${b} takes writes: 127.0.0.1:${b} is a standby`,
  );
});

test.skipIf(skips)("a replica is read from while it keeps up with the primary", { timeout: LONG }, async () => {
  const log = { warn: () => undefined, info: () => undefined };
  const replica = openReplica({ url: urlOf(), primaryUrl: urlOf(), max: 1, log });
  const isRead = () => replica.current() !== null;
  await expect.poll(isRead).toBe(true);
  const state = await replica.current()?.execute<{ isStandby: boolean }>(sql`select pg_is_in_recovery() as "isStandby"`, "objects");
  expect(state).toEqual([{ isStandby: true }]);
  const standby = `postgresql://postgres@127.0.0.1:${pair.servers[1]?.port}/postgres`;
  await runOnServer(standby, "select pg_wal_replay_pause()");
  await pool.execute(sql`insert into notes values (0)`);
  await expect.poll(isRead).toBe(false);
  await runOnServer(standby, "select pg_wal_replay_resume()");
  await expect.poll(isRead).toBe(true);
  await replica.close();
});

test.skipIf(skips)("writes on after failovers, loses nothing that was committed, and hears changes again", { timeout: LONG }, async () => {
  const changes = createPageChanges();
  changes.listen({ databaseUrl: urlOf(), directUrl: urlOf() }, { warn: () => undefined, info: () => undefined });
  const committed: number[] = [];
  const unexpected: unknown[] = [];
  let next = 0;
  const write = async () => {
    const number = (next += 1);
    try {
      await inTransaction(pool, (tx) => tx.execute(sql`insert into notes values (${number})`));
      committed.push(number);
    } catch (error) {
      if (!isDatabaseAway(error)) unexpected.push(error);
    }
  };
  const leaving = new AbortController();
  const writer = (async () => {
    while (!leaving.signal.aborted) await write();
  })();
  const goesOn = async () => {
    const from = committed.length;
    await expect.poll(() => committed.length).toBeGreaterThan(from + 20);
    await expect.poll(() => changes.isListening()).toBe(true);
  };
  await goesOn();
  const recoveredMs: number[] = [];
  for (const ending of ["killed", "silent", "shut down"] as const) {
    await pair.failOver(ending);
    const from = performance.now();
    await goesOn();
    recoveredMs.push(Math.round(performance.now() - from));
    await pair.rebuild();
  }
  leaving.abort();
  await writer;
  await changes.stop();
  console.info(`writing and listening again after ${recoveredMs.join(", ")} ms`);
  expect(unexpected).toEqual([]);
  const stored = await pool.execute<{ number: number }>(sql`select number from notes`, "objects");
  const numbers = new Set(stored.map(({ number }) => number));
  expect(committed.filter((number) => !numbers.has(number))).toEqual([]);
});

test.skipIf(skips)("reads go to the primary while there is no standby, and back to the next one", { timeout: LONG }, async () => {
  const log = { warn: () => undefined, info: () => undefined };
  const replica = openReplica({ url: urlOf(), primaryUrl: urlOf(), max: 1, log });
  const isStandby = async () => {
    const rows = await replica
      .current()
      ?.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`, "objects")
      .catch(() => []);
    return rows?.[0]?.is ?? "away";
  };
  await expect.poll(isStandby).toBe(true);
  await pair.failOver("killed");
  await expect.poll(isStandby).toBe(false);
  await pair.rebuild();
  await expect.poll(isStandby).toBe(true);
  await replica.close();
});

/** A certificate authority and, for the host `localhost`, a certificate by it. */
function makeCertificates(name: string): string {
  const folder = path.join(home, name);
  fs.mkdirSync(folder);
  const make = (options: string) =>
    execFileSync(OPENSSL ?? "", `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ${options}`.split(" "), {
      cwd: folder,
      stdio: "pipe",
    });
  make(`-keyout ca.key -out ca.crt -subj /CN=${name}`);
  make(
    "-CA ca.crt -CAkey ca.key -keyout key -out crt -subj /CN=localhost -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:false",
  );
  return folder;
}

/** Whether the session is encrypted; else why there is none. */
async function tryTls(url: string): Promise<boolean | string> {
  try {
    const client = await connectClient(url);
    const { rows } = await client.query<{ ssl: boolean }>("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    await client.end();
    return rows[0]?.ssl ?? "no session";
  } catch (error) {
    return error instanceof Error ? error.message : "no error";
  }
}

test.skipIf(skips)("sslmode means what libpq means", { timeout: LONG }, async () => {
  const [server, other] = [makeCertificates("server"), makeCertificates("other")];
  const account = chooseServerAccount(home, home);
  fs.chmodSync(home, 0o755);
  giveTo(account, server);
  const port = await portAt(urlOf());
  const admin = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  for (const setting of [`ssl_cert_file = '${server}/crt'`, `ssl_key_file = '${server}/key'`, "ssl = on"])
    await runOnServer(admin, `alter system set ${setting}`);
  await runOnServer(admin, "select pg_reload_conf()");
  await expect.poll(() => tryTls(`postgres://shop@127.0.0.1:${port}/shop?sslmode=require`)).toBe(true);

  const [right, wrong] = [`&sslrootcert=${server}/ca.crt`, `&sslrootcert=${other}/ca.crt`];
  const at = (host: string, mode: string) => tryTls(`postgres://shop@${host}:${port}/shop?sslmode=${mode}`);
  expect(await at("127.0.0.1", "disable")).toBe(false);
  expect(await at("127.0.0.1", "allow")).toBe(false);
  expect(await at("127.0.0.1", "prefer")).toBe(true);
  expect(await at("127.0.0.1", `require${right}`)).toBe(true);
  expect(await at("127.0.0.1", `require${wrong}`)).toMatch(/certificate/);
  expect(await at("127.0.0.1", `verify-ca${right}`)).toBe(true);
  expect(await at("127.0.0.1", `verify-ca${wrong}`)).toMatch(/certificate/);
  expect(await at("localhost", `verify-full${right}`)).toBe(true);
  expect(await at("localhost", `verify-full${wrong}`)).toMatch(/certificate/);
  expect(await at("localhost", "verify-full")).toMatch(/certificate/);
  expect(await at("127.0.0.1", `verify-full${right}`)).toMatch(/does not match/);
  expect(await at("localhost", `verify-full${right}&target_session_attrs=read-write`)).toBe(true);

  const encrypted = openDb(`postgres://shop@localhost:${port}/shop?sslmode=verify-full${right}&target_session_attrs=read-write`, {
    max: 1,
  });
  const sessions = await encrypted.execute<{ ssl: boolean }>(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`, "objects");
  await closeDb(encrypted);
  expect(sessions).toEqual([{ ssl: true }]);
});
