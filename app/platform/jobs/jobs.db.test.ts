import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { openDatabaseProxy } from "#test/database-proxy.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createJobs, type Jobs, type JobsOptions } from "./jobs.server.ts";
import { roundQueue, taskQueue } from "./queue.server.ts";

const { url, db } = await createTestDatabase();
const quiet = { warn: () => undefined, error: () => undefined };
const open: Jobs[] = [];
const TASKS = taskQueue("tasks");
const ROUNDS = roundQueue("rounds");
const NIGHTLY = roundQueue("nightly");

function newJobs(options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({ databaseUrl: url, log: quiet, queues: [TASKS, ROUNDS, NIGHTLY], ...options });
  open.push(jobs);
  return jobs;
}

afterEach(async () => {
  for (const jobs of open.splice(0)) await jobs.stop();
  await db.$client.query("delete from pgboss.job");
  await db.$client.query("delete from pgboss.schedule");
});

async function waiting(): Promise<unknown[]> {
  const { rows } = await db.$client.query("select name, data from pgboss.job where state = 'created' order by created_on");
  return rows;
}

test("a job commits and rolls back with its transaction", async () => {
  const jobs = newJobs({ runsWork: false });
  await jobs.start();
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, TASKS, { id: "kept" });
    expect(await waiting()).toEqual([]);
  });
  const failing = inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, TASKS, { id: "dropped" });
    throw new Error("the order was refused");
  });
  await expect(failing).rejects.toThrow("the order was refused");
  expect(await waiting()).toEqual([{ name: "tasks", data: { id: "kept" } }]);
});

test("does not add a job whose key is waiting", async () => {
  const jobs = newJobs({ runsWork: false });
  await jobs.start();
  await inTransaction(db, async (tx) => {
    await jobs.enqueue(tx, TASKS, { n: 1 }, { key: "same" });
    await jobs.enqueue(tx, TASKS, { n: 2 }, { key: "same" });
    await jobs.enqueue(tx, TASKS, { n: 3 }, { key: "other" });
    await jobs.enqueue(tx, TASKS, { n: 4 });
    await jobs.enqueue(tx, TASKS, { n: 5 });
  });
  expect((await waiting()).map((row) => (row as { data: { n: number } }).data.n)).toEqual([1, 3, 4, 5]);
});

test("a handler registered before start gets each job once in two processes", async () => {
  const first = newJobs();
  const second = newJobs();
  const seen: unknown[] = [];
  for (const jobs of [first, second]) {
    await jobs.work(TASKS, async ({ payload }) => void seen.push(payload.n));
    await jobs.start();
  }
  for (let n = 0; n < 40; n += 1) await first.enqueue(db, TASKS, { n });
  await vi.waitFor(() => expect(seen).toHaveLength(40), { timeout: 120_000 });
  expect(new Set(seen).size).toBe(40);
});

test("retries a failed job without the rest of its batch", async () => {
  const errors: string[] = [];
  const jobs = newJobs({ log: { warn: () => undefined, error: (_fields, message) => void errors.push(message) } });
  const done: unknown[] = [];
  let tries = 0;
  await jobs.start();
  for (const n of [1, 2, 3]) await jobs.enqueue(db, TASKS, { n });
  await jobs.work(TASKS, async ({ payload }) => {
    if (payload.n === 2 && (tries += 1) === 1) throw new Error("no");
    done.push(payload.n);
  });
  await vi.waitFor(() => expect(done).toHaveLength(3), { timeout: 120_000 });
  expect(done.at(-1)).toBe(2);
  expect(done.toSorted()).toEqual([1, 2, 3]);
  expect(errors).toEqual(["a background job failed and will be tried again"]);
});

test("reports a failure later when the queue is unavailable", async () => {
  await newJobs({ runsWork: false }).start();
  // Simulates a connection that breaks at the first failure report.
  await db.$client.query(`
    create sequence refused_failures;
    create function refuse_once() returns trigger language plpgsql as $$ begin
      if new.state = 'retry' and nextval('refused_failures') = 1 then raise exception 'not now'; end if;
      return new;
    end $$;
    create trigger refuse_once before insert on pgboss.job_common for each row execute function refuse_once()`);
  onTestFinished(async () => void (await db.$client.query("drop function refuse_once() cascade; drop sequence refused_failures")));
  const refused = async () => (await db.$client.query("select is_called as yes from refused_failures")).rows[0].yes as boolean;
  const states = async () => (await db.$client.query("select state from pgboss.job")).rows.map(({ state }) => state as string);
  const runs = { fails: 0, long: 0, short: 0 };
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  const jobs = newJobs();
  await jobs.start();
  for (const what of Object.keys(runs)) await jobs.enqueue(db, TASKS, { what });
  await jobs.work(TASKS, async ({ payload }) => {
    const what = payload.what as keyof typeof runs;
    runs[what] += 1;
    if (what === "fails" && runs.fails === 1) throw new Error("no");
    if (what === "long") await isHeld;
  });
  await vi.waitFor(async () => expect(await refused()).toBe(true), { timeout: 120_000 });
  release();
  await vi.waitFor(async () => expect(await states()).toEqual(["completed", "completed", "completed"]), { timeout: 120_000 });
  expect(runs).toEqual({ fails: 2, long: 1, short: 1 });
});

test("fetching and completing jobs reads no completed ones", async () => {
  const read = async () => {
    const { rows } = await db.$client.query("select idx_tup_read as n from pg_stat_user_indexes where indexrelname = 'job_common_pkey'");
    return Number(rows[0].n);
  };
  // Upkeep may look at every job.
  const jobs = newJobs({ doesUpkeep: false });
  const ended = Promise.withResolvers<void>();
  await jobs.work(TASKS, async ({ payload: { left } }) => {
    if (typeof left === "number" && left > 0) await jobs.enqueue(db, TASKS, { left: left - 1 });
    else ended.resolve();
  });
  await jobs.start();
  await db.$client.query(
    "insert into pgboss.job (name, state, completed_on, policy) select 'tasks', 'completed', now(), 'exclusive' from generate_series(1, 2000)",
  );
  const before = await read();
  await jobs.enqueue(db, TASKS, { left: 4 });
  await ended.promise;
  // Its connections report what they read.
  await jobs.stop();
  expect((await read()) - before).toBeLessThan(1000);
});

test("a job waits for its start time", async () => {
  const jobs = newJobs({ runsWork: false });
  await jobs.start();
  await jobs.enqueue(db, TASKS, { n: 1 }, { startAfterSeconds: 3600 });
  const { rows } = await db.$client.query("select round(extract(epoch from start_after - now()) / 60) as minutes from pgboss.job");
  expect(Number(rows[0].minutes)).toBe(60);
});

test("stopping waits for running handlers and keeps new jobs", async () => {
  const jobs = newJobs();
  let release: () => void = () => undefined;
  const began = new Promise<void>((resolve) => {
    void jobs.work(TASKS, async () => {
      resolve();
      await new Promise<void>((go) => (release = go));
    });
  });
  await jobs.start();
  await jobs.enqueue(db, TASKS, { n: 1 });
  await began;
  let hasStopped = false;
  const stopping = jobs.stop().then(() => (hasStopped = true));
  // Round trips of a stop that does not wait.
  for (let trip = 0; trip < 20; trip += 1) await db.$client.query("select 1");
  expect(hasStopped).toBe(false);
  release();
  await stopping;
  await jobs.enqueue(db, TASKS, { n: 2 });
  const { rows } = await db.$client.query("select data ->> 'n' as n, state from pgboss.job order by n");
  expect(rows).toEqual([
    { n: "1", state: "completed" },
    { n: "2", state: "created" },
  ]);
});

test("passes on a hanging handler's job after the stop timeout", async () => {
  const jobs = newJobs({ stopSeconds: 1 });
  const began = new Promise<void>((resolve) => {
    void jobs.work(TASKS, async () => {
      resolve();
      await new Promise(() => undefined);
    });
  });
  await jobs.start();
  await jobs.enqueue(db, TASKS, { n: 1 });
  await began;
  await jobs.stop();
  const { rows } = await db.$client.query("select state from pgboss.job");
  expect(rows).toEqual([{ state: "retry" }]);
});

test("a schedule is one row, and an invalid one is rejected", async () => {
  for (let start = 0; start < 2; start += 1) {
    const jobs = newJobs();
    await jobs.schedule(ROUNDS, 1);
    await jobs.start();
    await jobs.schedule(NIGHTLY, "30 4 * * *");
  }
  const { rows } = await db.$client.query("select name, cron from pgboss.schedule order by name");
  expect(rows).toEqual([
    { name: "nightly", cron: "30 4 * * *" },
    { name: "rounds", cron: "*/1 * * * *" },
  ]);
  await expect(newJobs().schedule(TASKS, 60)).rejects.toThrow(RangeError);
});

test("updates queues of an earlier version", async () => {
  await newJobs({ runsWork: false }).start();
  await db.$client.query("update pgboss.queue set retry_limit = 1 where name = 'tasks'");
  await newJobs({ runsWork: false }).start();
  const { rows } = await db.$client.query("select retry_limit, policy from pgboss.queue where name = 'tasks'");
  expect(rows).toEqual([{ retry_limit: 20, policy: "exclusive" }]);
});

test("an enqueue-only process runs no handler", async () => {
  const jobs = newJobs({ runsWork: false });
  await expect(jobs.work(TASKS, async () => undefined)).rejects.toThrow("only adds jobs");
  await expect(jobs.enqueue(db, TASKS, {})).rejects.toThrow("before the queue has started");
});

test("logs a lost database once", async () => {
  const proxy = await openDatabaseProxy(url);
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line), error: (...line: unknown[]) => void lines.push(line) };
  const jobs = newJobs({ databaseUrl: proxy.url, log });
  for (const queue of [TASKS, ROUNDS]) await jobs.work(queue, async () => undefined);
  await jobs.start();
  await proxy.close();
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 120_000 });
  await jobs.stop();
  expect(lines).toEqual([
    [{ reason: expect.stringMatching(/terminated|ECONNREFUSED|ECONNRESET/) as string }, "the job queue waits for the database"],
  ]);
});
