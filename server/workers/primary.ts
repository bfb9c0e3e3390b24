import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { Env } from "#app/http/env.server.ts";
import { checkPort } from "#server/edge/listen.ts";
import { createLog } from "#server/log.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { printProgress } from "#server/terminal.ts";
import { createReportCollector, type ReportCollector } from "./collect-reports.ts";
import type { FromWorker, Ready, ToWorker } from "./messages.ts";

/** Workers that end sooner after they were ready are replaced after a growing delay. */
const SHORT_LIFE_MS = 5_000;
const WAIT_MS = { first: 1_000, longest: 30_000 };
/** A replaced worker keeps serving this long, so that open connections receive `Connection: close`. */
const REPLACED_DRAIN_MS = 1_000;
/** After its drain a worker may take this long to stop; then it is killed. */
const STOP_LIMIT_MS = 25_000;
/** A restart stops after this many failed starts of one worker; a busy database may reject the first. */
const START_TRIES = 3;
/** Connections of a process besides DATABASE_POOL, and those of commands. */
const OTHER_CONNECTIONS = { process: 4, commands: 20 };
const FEWEST_CONNECTIONS = 100;

interface WorkerRole {
  readonly runsJobs: boolean;
  /** Migrates and seeds. */
  readonly isFirst: boolean;
}

interface Served {
  readonly worker: Worker;
  readonly runsJobs: boolean;
  readonly facts: Ready;
}

export interface Primary {
  /** The start message of the first worker. */
  readonly facts: Ready;
  /**
   * Replaces each worker: starts a new one and stops the old one when the new one is ready. A call during a restart starts another one
   * afterwards.
   */
  restart(): void;
  stop(options?: { readonly drainMs: number }): Promise<void>;
}

/** The workers of this machine and pending requests to them. */
interface Workers {
  readonly env: Env;
  /** The port of all workers. */
  readonly port: number;
  readonly log: Logger;
  /** null: an external database. */
  readonly postgres: EmbeddedPostgres | null;
  readonly serving: Set<Served>;
  /** Workers that do not serve yet. */
  readonly starting: Set<Promise<unknown>>;
  /** Workers that are stopping or could not start. */
  readonly leaving: Set<Worker>;
  readonly reports: ReportCollector;
  readonly stopped: AbortController;
  /** A restart was requested, perhaps while one is running. */
  isRestartAsked: boolean;
  /** Consecutive workers that ended soon after they were ready. */
  shortLives: number;
}

/** Runs the embedded database and WEB_PROCESSES workers, the first of which runs the background jobs. Replaces workers that end. */
export async function startPrimary(env: Env): Promise<Primary> {
  // For platforms where workers have no sockets of their own. With the other policy connections pass through this process, and a connection
  // on its way to a killed worker hangs.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const log = createLog(env.logLevel, undefined, env.logFormat);
  const serving = new Set<Served>();
  // Two shops would share it unnoticed.
  const port = await checkPort(env);
  const workers: Workers = {
    env,
    port,
    log,
    postgres: env.databaseUrl === null ? await startDatabase(env, log) : null,
    serving,
    starting: new Set(),
    leaving: new Set(),
    reports: createReportCollector(() => Array.from(serving, ({ worker }) => ({ send: (message) => sendTo(worker, message) }))),
    stopped: new AbortController(),
    isRestartAsked: false,
    shortLives: 0,
  };
  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;
  try {
    // Alone, because it migrates and seeds.
    const first = await startWorker(workers, { runsJobs: true, isFirst: true });
    for (let others = env.webProcesses - 1; others > 0; others -= 1) void replace(workers, false);
    return {
      facts: first.facts,
      restart() {
        workers.isRestartAsked = true;
        restarting ??= restartAll(workers).finally(() => (restarting = undefined));
      },
      stop: ({ drainMs } = { drainMs: 0 }) => (stopping ??= stopAll(workers, drainMs)),
    };
  } catch (error) {
    await (stopping ??= stopAll(workers, 0));
    throw error;
  }
}

function startDatabase(env: Env, log: Logger): Promise<EmbeddedPostgres> {
  printProgress("Starting the database");
  return startEmbeddedPostgres({
    dataDir: env.dataDir,
    maxConnections: Math.max(
      FEWEST_CONNECTIONS,
      env.webProcesses * (env.databasePool + OTHER_CONNECTIONS.process) + OTHER_CONNECTIONS.commands,
    ),
    onProgress: printProgress,
    onRestart: (message) => log.error(message),
    onUnexpectedEnd: (message) => {
      log.fatal(message);
      process.exit(1);
    },
  });
}

/** Resolves when a new worker serves. */
function startWorker(workers: Workers, role: WorkerRole): Promise<Served> {
  const started = forkWorker(workers, role);
  workers.starting.add(started);
  return started.finally(() => workers.starting.delete(started));
}

async function forkWorker(workers: Workers, { runsJobs, isFirst }: WorkerRole): Promise<Served> {
  const { log, serving, leaving, reports } = workers;
  const worker = cluster.fork();
  const ready = Promise.withResolvers<Ready>();
  worker.on("message", (message: FromWorker) => {
    if (message.kind === "ready") ready.resolve(message);
    else reports.handle({ send: (answer) => sendTo(worker, answer) }, message);
  });
  worker.once("exit", (code, signal) => ready.reject(new Error(`a web worker ended while it started (${signal ?? code})`)));
  sendTo(worker, { kind: "start", port: workers.port, embeddedUrl: workers.postgres?.url ?? null, runsJobs, isFirst });
  const served = { worker, runsJobs, facts: await ready.promise };
  const readyAt = Date.now();
  serving.add(served);
  worker.once("exit", (code, signal) => {
    serving.delete(served);
    if (leaving.delete(worker) || workers.stopped.signal.aborted) return;
    log.error({ worker: worker.process.pid, code, signal }, "a web worker ended by itself and is replaced");
    workers.shortLives = Date.now() - readyAt < SHORT_LIFE_MS ? workers.shortLives + 1 : 0;
    void replace(workers, runsJobs);
  });
  log.info({ worker: worker.process.pid, runsJobs }, "a web worker serves");
  return served;
}

async function replace(workers: Workers, runsJobs: boolean): Promise<void> {
  const { signal } = workers.stopped;
  for (; !signal.aborted; workers.shortLives += 1) {
    if (workers.shortLives > 0) await delay(Math.min(WAIT_MS.first * 2 ** (workers.shortLives - 1), WAIT_MS.longest));
    if (signal.aborted) return;
    try {
      await startWorker(workers, { runsJobs, isFirst: false });
      return;
    } catch (error) {
      workers.log.error({ err: error }, "a web worker could not start and is tried again");
    }
  }
}

async function tryToStart(workers: Workers, runsJobs: boolean): Promise<boolean> {
  for (let tries = 1; tries <= START_TRIES && !workers.stopped.signal.aborted; tries += 1) {
    try {
      await startWorker(workers, { runsJobs, isFirst: false });
      return true;
    } catch (error) {
      workers.log.error({ err: error }, "a web worker could not start");
      await delay(WAIT_MS.first * tries);
    }
  }
  return false;
}

function stopWorker({ leaving }: Workers, worker: Worker, drainMs: number, isReplaced: boolean): Promise<void> {
  return new Promise((resolve) => {
    leaving.add(worker);
    const force = setTimeout(() => worker.process.kill("SIGKILL"), drainMs + STOP_LIMIT_MS);
    worker.once("exit", () => {
      clearTimeout(force);
      leaving.delete(worker);
      resolve();
    });
    sendTo(worker, { kind: "stop", drainMs, isReplaced });
  });
}

async function restartAll(workers: Workers): Promise<void> {
  const { log, env, stopped } = workers;
  do {
    workers.isRestartAsked = false;
    // A worker that was starting when the restart was requested may have read the old program.
    await Promise.allSettled(workers.starting);
    for (const { worker, runsJobs } of Array.from(workers.serving)) {
      if (stopped.signal.aborted || worker.isDead()) continue;
      if (!(await tryToStart(workers, runsJobs))) {
        log.error("the restart ended, because a new worker could not start; the others serve on");
        return;
      }
      await stopWorker(workers, worker, Math.max(REPLACED_DRAIN_MS, env.drainSeconds * 1000), true);
    }
  } while (workers.isRestartAsked && !stopped.signal.aborted);
  log.info("all web workers were restarted");
}

async function stopAll(workers: Workers, drainMs: number): Promise<void> {
  workers.stopped.abort();
  // A starting worker ends immediately: its database changes are rolled back or repeated.
  const staying = Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker === undefined || workers.leaving.has(worker) ? [] : [worker],
  );
  await Promise.all(staying.map((worker) => stopWorker(workers, worker, drainMs, false)));
  await workers.postgres?.stop();
}

function sendTo(worker: Worker, message: ToWorker): void {
  // It may have just ended.
  worker.send(message, () => undefined);
}
