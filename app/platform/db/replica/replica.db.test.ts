import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { afterUse } from "#test/after-use.ts";
import { openDatabaseProxy, type DatabaseProxy } from "#test/database-proxy.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { isDatabaseAway } from "#app/platform/db/database-errors.server.ts";
import { closeDb, connectClient, openDb, type Db } from "#app/platform/db/database.server.ts";
import { openReplica, type Replica } from "./replica.server.ts";

/** The primary stands in for its replica. A real one: test/cluster/hosts.cluster.test.ts. */
const { db, url } = await createTestDatabase();
const ATTRS = "?target_session_attrs=prefer-standby";

async function openProxy(to = url): Promise<DatabaseProxy> {
  const proxy = await openDatabaseProxy(to);
  afterUse(() => proxy.close());
  return proxy;
}

interface Watched {
  readonly replica: Replica;
  readonly warnings: readonly string[];
}

/** No check takes so long, however busy the machine is. */
const LONG_LIMIT_MS = 60_000;

/** @param checkLimitMs for tests whose server is never silent */
function watch(addresses: { url: string; primaryUrl: string }, checkLimitMs?: number): Watched {
  const warnings: string[] = [];
  const log = { warn: ({ reason }: { reason: string }) => void warnings.push(reason), info: () => undefined };
  const replica = openReplica({ ...addresses, max: 1, log, checkLimitMs });
  afterUse(() => replica.close());
  return { replica, warnings };
}

const isRead = ({ replica }: Watched) => replica.current() !== null;

async function current({ replica }: Watched): Promise<Db> {
  const found: Db[] = [];
  await expect.poll(() => found.push(...[replica.current()].filter((db) => db !== null))).toBeGreaterThan(0);
  const [db] = found;
  if (db === undefined) throw new Error("the replica is not current");
  return db;
}

/** A statement of `db` that runs until `finish` is called. */
async function runLong(db: Db) {
  const holder = await connectClient(url);
  afterUse(() => holder.end());
  await holder.query("select pg_advisory_lock(1)");
  const ended = db.execute(sql`select pg_advisory_lock(1)`).then(
    () => "finished",
    (error: unknown) => (isDatabaseAway(error) ? "lost" : error),
  );
  const isWaiting = async () => (await holder.query("select from pg_locks where not granted")).rowCount;
  await expect.poll(isWaiting).toBe(1);
  return { ended, finish: () => holder.query("select pg_advisory_unlock(1)") };
}

test("a replica is not used while the primary's write position is unknown", async () => {
  const primary = await openProxy();
  const watched = watch({ url, primaryUrl: primary.url });
  await current(watched);
  primary.stall();
  await expect.poll(() => isRead(watched)).toBe(false);
  await expect.poll(() => watched.warnings).toContainEqual(expect.stringContaining("the primary does not say what it has written"));
  primary.resume();
  await current(watched);
});

test("one failed check ends no running statement on the replica", async () => {
  const watched = watch({ url, primaryUrl: url }, LONG_LIMIT_MS);
  const long = await runLong(await current(watched));
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%replay_lsn%' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => watched.warnings.length).toBe(1);
  await current(watched);
  await long.finish();
  expect(await long.ended).toBe("finished");
});

test("a lost replica ends only its own statements", async () => {
  const proxy = await openProxy();
  const shop = openDb(proxy.url + ATTRS, { max: 1, limits: TEST_LIMITS });
  afterUse(() => closeDb(shop));
  const watched = watch({ url: proxy.url + ATTRS, primaryUrl: url });
  const replica = await current(watched);
  const long = await runLong(shop);
  const isReadable = () =>
    replica.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
  await expect.poll(isReadable).toBe(true);
  proxy.stall();
  await expect(replica.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseAway);
  proxy.resume();
  await long.finish();
  expect(await long.ended).toBe("finished");
});

test("a replica of another database is never used, and logged once", async () => {
  const other = await createTestDatabase();
  const watched = watch({ url: other.url, primaryUrl: url }, LONG_LIMIT_MS);
  const reason = "DATABASE_READ_URL leads to another database than DATABASE_URL, not to its replica";
  await expect.poll(() => watched.warnings).toEqual([reason]);
  expect(isRead(watched)).toBe(false);
});

test("a role without access to the system identifier still reads from the replica", async () => {
  const reader = `${new URL(url).pathname.slice(1)}_reader`;
  await db.execute(sql.raw(`create role ${reader} login password 'reader'; revoke execute on function pg_control_system() from public`));
  afterUse(async () => void (await db.execute(sql.raw(`drop role ${reader}`))));
  const proxy = await openProxy();
  const address = new URL(proxy.url);
  address.username = reader;
  address.password = "reader";
  const watched = watch({ url: address.href, primaryUrl: address.href }, LONG_LIMIT_MS);
  await current(watched);
  expect(watched.warnings).toEqual([]);
});
