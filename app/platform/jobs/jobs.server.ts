import { createHash, randomUUID } from "node:crypto";
import { PgBoss, type Db, type Job as TakenJob } from "pg-boss";
import { describeDatabaseError, isDatabaseAway } from "#app/platform/db/database-errors.server.ts";
import { poolOptions } from "#app/platform/db/database-hosts.server.ts";
import { inSpan } from "#app/platform/tracing.server.ts";
import type { Queue } from "./queue.server.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** Flat and small: ids and counters, never documents. */
type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface Job {
  readonly id: string;
  readonly payload: JobPayload;
  /** Aborted when the process stops or the lease expires. */
  readonly signal: AbortSignal;
}

/** Runs one job. A throw retries it with growing delay a few times; then it stays failed. */
type JobHandler = (job: Job) => Promise<void>;

/** Database handle for enqueueing: the row's transaction, or the pool. */
export interface JobSession {
  readonly $client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
}

interface EnqueueOptions {
  /** Earliest start, in seconds from now. */
  readonly startAfterSeconds?: number;
  /** Deduplicates against waiting and running jobs; without a key the job is always added. */
  readonly key?: string;
}

interface ManyJob {
  readonly payload: JobPayload;
  readonly key: string;
  /** Also deduplicates against completed jobs, kept for an hour. */
  readonly isOnce?: boolean;
  /** Earliest start, in seconds from now. */
  readonly startAfterSeconds?: number;
}

/** Background jobs in the same database: durable and shared by all processes. */
export interface Jobs {
  /** Adds a job in a transaction. After `start`; also after `stop`. */
  enqueue(tx: JobSession, queue: Queue, payload: JobPayload, options?: EnqueueOptions): Promise<void>;
  /** Adds several jobs in one statement. */
  enqueueMany(tx: JobSession, queue: Queue, jobs: readonly ManyJob[]): Promise<void>;
  /** Registers a queue's handler; it starts with `start` or immediately. */
  work(queue: Queue, handler: JobHandler): Promise<void>;
  /** Schedules an empty job every so many minutes (1 to 59) or by cron (UTC), once for all processes. */
  schedule(queue: Queue, every: number | string): Promise<void>;
  start(): Promise<void>;
  /** Stops fetching and waits up to `stopSeconds` for handlers; the rest goes to the next process. */
  stop(): Promise<void>;
}

export interface JobsLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobsOptions {
  /** May name a Unix socket, as in `postgresql:///name?host=/path`. */
  readonly databaseUrl: string;
  readonly log: JobsLog;
  /** All queues; missing ones are created at start. */
  readonly queues: readonly Queue[];
  /** False: enqueue only (command line), without workers, schedule and maintenance. */
  readonly runsWork?: boolean;
  /** Default 12, longer than any call of a handler. */
  readonly stopSeconds?: number;
  /** False: another process recovers jobs of dead workers and removes old ones. Default: the processes with workers do. */
  readonly doesUpkeep?: boolean;
}

const SCHEMA = "pgboss";
/** Driver timeouts. Maintenance waits for locks up to 30 s. A start on a busy machine connects slowly, and no request waits for these connections. */
const CONNECTION_LIMITS = { connectionTimeoutMillis: 30_000, statement_timeout: 35_000, query_timeout: 36_000, keepAlive: true };
/** One for maintenance, one for fetches, heartbeats and completions. Handlers use the application's pool. */
const POOL_SIZE = 2;
/** Our jobs have no groups. With a group limit the queue fetches by id; without one its plan joins by name and may read every completed job. */
const TAKEN_BY_ID = { groupConcurrency: 1 } as const;
/** Interval for finding jobs of dead workers. */
const UPKEEP_SECONDS = 10;
const SCHEDULED_KEY = "scheduled";
/** Log database failures of polls once a minute. */
const SAME_ERROR_QUIET_MS = 60_000;

export function createJobs(options: JobsOptions): Jobs {
  const { databaseUrl, log, queues, runsWork = true, stopSeconds = 12, doesUpkeep = runsWork } = options;
  const boss = new PgBoss({
    ...CONNECTION_LIMITS,
    ...poolOptions(databaseUrl),
    schema: SCHEMA,
    max: POOL_SIZE,
    application_name: "shopbell-jobs",
    supervise: doesUpkeep,
    schedule: runsWork,
    superviseIntervalSeconds: UPKEEP_SECONDS,
    monitorIntervalSeconds: UPKEEP_SECONDS,
  });
  const handlers = new Map<Queue, JobHandler>();
  const schedules = new Map<Queue, string>();
  let isStarted = false;
  reportTo(log, boss);

  async function beginWork(queue: Queue, handler: JobHandler): Promise<void> {
    const how = { ...queue.worker, ...TAKEN_BY_ID, burstWhenBatchFull: true };
    await boss.work(queue.name, how, (batch) => runAll({ boss, log, queue, handler }, batch));
  }

  return {
    async enqueue(tx, queue, payload, { startAfterSeconds, key } = {}) {
      if (!isStarted) throw new Error("jobs cannot be added before the queue has started");
      await boss.send(queue.name, payload, {
        singletonKey: key ?? randomUUID(),
        ...(startAfterSeconds === undefined ? {} : { startAfter: Math.ceil(startAfterSeconds) }),
        db: inSession(tx),
      });
    },
    async enqueueMany(tx, queue, jobs) {
      if (!isStarted) throw new Error("jobs cannot be added before the queue has started");
      if (jobs.length === 0) return;
      await boss.insert(
        queue.name,
        jobs.map(({ payload, key, isOnce, startAfterSeconds }) => ({
          data: payload,
          singletonKey: key,
          ...(isOnce === true ? { id: idOf(key) } : {}),
          ...(startAfterSeconds === undefined ? {} : { startAfter: Math.ceil(startAfterSeconds) }),
        })),
        { db: inSession(tx) },
      );
    },
    async work(queue, handler) {
      if (!runsWork) throw new Error("this process only adds jobs");
      if (handlers.has(queue)) throw new Error(`the queue ${queue.name} has a handler already`);
      handlers.set(queue, handler);
      if (isStarted) await beginWork(queue, handler);
    },
    async schedule(queue, every) {
      if (!runsWork) throw new Error("this process only adds jobs");
      const cron = typeof every === "string" ? every : everyMinutes(every);
      schedules.set(queue, cron);
      if (isStarted) await boss.schedule(queue.name, cron, {}, { singletonKey: SCHEDULED_KEY });
    },
    async start() {
      await boss.start();
      // Before the first job, because a queue cannot be created inside a caller's transaction.
      await makeQueues(boss, queues);
      isStarted = true;
      for (const [queue, handler] of handlers) await beginWork(queue, handler);
      for (const [queue, cron] of schedules) await boss.schedule(queue.name, cron, {}, { singletonKey: SCHEDULED_KEY });
    },
    async stop() {
      await boss.stop({ graceful: true, close: true, timeout: stopSeconds * 1000 });
    },
  };
}

interface Work {
  readonly boss: PgBoss;
  readonly log: JobsLog;
  readonly queue: Queue;
  readonly handler: JobHandler;
}

/**
 * Returned jobs complete with their batch; failed ones are reported immediately. If that fails, the batch throws after all jobs ended, and the
 * queue fails the open ones.
 */
async function runAll(work: Work, batch: readonly TakenJob<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(batch.map((job) => run(work, job)));
  const untold = ends.find((end) => end.status === "rejected");
  if (untold === undefined) return;
  const done = batch.filter((_job, index) => isDone(ends[index]));
  if (done.length > 0) await work.boss.complete(work.queue.name, done);
  throw untold.reason;
}

/** Throws if the job failed and could not be reported. */
async function run({ boss, log, queue, handler }: Work, job: TakenJob<unknown>): Promise<"done" | "failed"> {
  try {
    const start = { name: `job ${queue.name}`, kind: "consumer", attributes: { "messaging.message.id": job.id } } as const;
    await inSpan(start, () => handler({ id: job.id, payload: (job.data ?? {}) as JobPayload, signal: job.signal }));
    return "done";
  } catch (error) {
    log.error({ err: error, queue: queue.name, jobId: job.id }, "a background job failed and will be tried again");
    await boss.fail(queue.name, job, { message: error instanceof Error ? error.message : String(error) });
    return "failed";
  }
}

function isDone(end: PromiseSettledResult<"done" | "failed"> | undefined): boolean {
  return end?.status === "fulfilled" && end.value === "done";
}

function inSession(tx: JobSession): Db {
  return { executeSql: (text, values) => tx.$client.query(text, values) };
}

/** Job id derived from its key: one row per key, also when completed. */
function idOf(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Creates missing queues and updates the settings of others. */
async function makeQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options } of queues) {
    const found = existing.get(name);
    if (found === undefined) {
      await boss.createQueue(name, { ...options, policy: "exclusive" });
    } else if (Object.entries(options).some(([key, value]) => propertyOf(found, key) !== value)) {
      await boss.updateQueue(name, options);
    }
  }
}

function everyMinutes(minutes: number): string {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 59)
    throw new RangeError(`a schedule is every 1 to 59 minutes, not ${minutes}`);
  return `*/${minutes} * * * *`;
}

function reportTo(log: JobsLog, boss: PgBoss): void {
  let last = { about: "", at: 0 };
  boss.on("error", (raised: Error) => {
    const error = asError(raised);
    const isAway = isDatabaseAway(error);
    const about = isAway ? "away" : error.message;
    const at = Date.now();
    if (about === last.about && at - last.at < SAME_ERROR_QUIET_MS) return;
    last = { about, at };
    if (isAway) log.warn({ reason: describeDatabaseError(error) }, "the job queue waits for the database");
    else log.error({ err: error }, "the job queue met an error");
  });
  boss.on("warning", (warning) => log.warn({ warning: warning.message, data: warning.data }, "the job queue warns"));
}

/** Errors of workers are plain objects. */
function asError(raised: unknown): Error {
  if (raised instanceof Error) return raised;
  const [message = String(raised), stack, code] = [textOf(raised, "message"), textOf(raised, "stack"), propertyOf(raised, "code")];
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}
