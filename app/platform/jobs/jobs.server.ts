import { createHash, randomUUID } from "node:crypto";
import { PgBoss, type Db, type Job as TakenJob } from "pg-boss";
import { describeDatabaseError, isDatabaseAway } from "#app/platform/db/database-errors.server.ts";
import type { Queue } from "./queue.server.ts";

/** Flat and small: ids and counters, never documents. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface Job {
  readonly id: string;
  readonly payload: JobPayload;
  /** Aborted when the process stops before the handler has finished, or when the lease ran out. */
  readonly signal: AbortSignal;
}

/** Runs one job. A throw puts the job back with growing delay, a few times; after that it stays as failed in the queue's table. */
export type JobHandler = (job: Job) => Promise<void>;

/** What enqueueing needs of a database handle: the transaction that writes the row the job is about, or the pool. */
export interface JobSession {
  readonly $client: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
}

export interface EnqueueOptions {
  /** Earliest start, in seconds from now. */
  readonly startAfterSeconds?: number;
  /** A job with this key that still waits or runs makes this call do nothing; without a key the job is always added. */
  readonly key?: string;
}

export interface ManyJob {
  readonly payload: JobPayload;
  readonly key: string;
  /** Also a job with this key that is done makes it nothing, as long as the queue keeps its row: an hour. */
  readonly isOnce?: boolean;
  /** Earliest start, in seconds from now. */
  readonly startAfterSeconds?: number;
}

/** Background work as rows in the same database: it survives restarts and is shared by all processes. */
export interface Jobs {
  /** Adds a job in the given transaction: it appears when that commits and is gone when it rolls back. After `start`; also still after `stop`. */
  enqueue(tx: JobSession, queue: Queue, payload: JobPayload, options?: EnqueueOptions): Promise<void>;
  /** The same for several jobs, in one statement; none for no jobs. */
  enqueueMany(tx: JobSession, queue: Queue, jobs: readonly ManyJob[]): Promise<void>;
  /** Names the handler of a queue, once; it begins with `start` or at once. */
  work(queue: Queue, handler: JobHandler): Promise<void>;
  /** Adds a job with an empty payload every so many minutes (1 to 59), or by a cron expression in UTC; once for all processes. */
  schedule(queue: Queue, every: number | string): Promise<void>;
  start(): Promise<void>;
  /** Fetches nothing more and waits for running handlers, at most `stopSeconds`; what then still runs is handed to the next process. */
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
  /** Every queue there is; those that are missing are made at the start. */
  readonly queues: readonly Queue[];
  /** False = only enqueues (the command line): no workers, no schedule, no upkeep. */
  readonly runsWork?: boolean;
  /** Default 12: longer than the longest call a handler makes. */
  readonly stopSeconds?: number;
}

const SCHEMA = "pgboss";
/** Handed on to the driver. Upkeep waits for locks up to half a minute; a server that is silent for longer is given up. */
const CONNECTION_LIMITS = { connectionTimeoutMillis: 5_000, statement_timeout: 35_000, query_timeout: 36_000, keepAlive: true };
/**
 * One for upkeep, which may wait for a lock but sends one statement after the other, and one for what is short: fetches, heartbeats, completions. Handlers use
 * the application's own pool.
 */
const POOL_SIZE = 2;
/**
 * No job of ours belongs to a group. With a limit for groups the queue takes jobs by their ids; without one it joins them to its table by their name first, and
 * by the plan of an hour when that held little reads every job that is done, with each look.
 */
const TAKEN_BY_ID = { groupConcurrency: 1 } as const;
/** How often jobs of workers that died are looked for. */
const UPKEEP_SECONDS = 10;
const SCHEDULED_KEY = "scheduled";
/** A database that is away makes every poll fail; one line a minute says it as well. */
const SAME_ERROR_QUIET_MS = 60_000;

export function createJobs(options: JobsOptions): Jobs {
  const { databaseUrl, log, queues, runsWork = true, stopSeconds = 12 } = options;
  const boss = new PgBoss({
    ...CONNECTION_LIMITS,
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: POOL_SIZE,
    application_name: "shopbell-jobs",
    supervise: runsWork,
    schedule: runsWork,
    superviseIntervalSeconds: UPKEEP_SECONDS,
    monitorIntervalSeconds: UPKEEP_SECONDS,
  });
  const handlers = new Map<Queue, JobHandler>();
  const schedules = new Map<Queue, string>();
  let isStarted = false;
  reportTo(log, boss);

  async function beginWork(queue: Queue, handler: JobHandler): Promise<void> {
    await boss.work(queue.name, { ...queue.worker, ...TAKEN_BY_ID, burstWhenBatchFull: true }, (batch) => runAll(queue, handler, batch));
  }

  /**
   * What returns is done with the rest of its batch; a job that has failed is told to the queue at once. Where that could not be told the batch throws, and the
   * queue fails what is still open of it: so not before every job has ended, and those that are done have been told.
   */
  async function runAll(queue: Queue, handler: JobHandler, batch: readonly TakenJob<unknown>[]): Promise<void> {
    const ends = await Promise.allSettled(batch.map((job) => run(queue, handler, job)));
    const untold = ends.find((end) => end.status === "rejected");
    if (untold === undefined) return;
    const done = batch.filter((_job, index) => isDone(ends[index]));
    if (done.length > 0) await boss.complete(queue.name, done);
    throw untold.reason;
  }

  /** Throws when the job has failed and the queue could not be told. */
  async function run(queue: Queue, handler: JobHandler, job: TakenJob<unknown>): Promise<"done" | "failed"> {
    try {
      await handler({ id: job.id, payload: (job.data ?? {}) as JobPayload, signal: job.signal });
      return "done";
    } catch (error) {
      log.error({ err: error, queue: queue.name, jobId: job.id }, "a background job failed and will be tried again");
      await boss.fail(queue.name, job, { message: error instanceof Error ? error.message : String(error) });
      return "failed";
    }
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
      // Before the first job: a queue that is missing inside a caller's transaction could not be made there.
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

function isDone(end: PromiseSettledResult<"done" | "failed"> | undefined): boolean {
  return end?.status === "fulfilled" && end.value === "done";
}

function inSession(tx: JobSession): Db {
  return { executeSql: (text, values) => tx.$client.query(text, values) };
}

/** The job's own id, made from its key: the same key is the same row, also when it is done. */
function idOf(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Makes the missing queues and brings the settings of the others up to this version's. */
async function makeQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options } of queues) {
    const found = existing.get(name);
    if (found === undefined) {
      await boss.createQueue(name, { ...options, policy: "exclusive" });
    } else if (Object.entries(options).some(([key, value]) => found[key as keyof typeof options] !== value)) {
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

/** Errors of its workers are plain copies of errors, with the worker's name behind the message. */
function asError(raised: Error): Error {
  if (raised instanceof Error) return raised;
  const { message, code, stack } = raised as NodeJS.ErrnoException;
  return Object.assign(new Error(message.replace(/ \(Queue: .*\)$/, "")), { stack, ...(code === undefined ? {} : { code }) });
}
