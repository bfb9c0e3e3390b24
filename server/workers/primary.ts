import cluster, { type Worker } from "node:cluster";
import { setTimeout as delay } from "node:timers/promises";
import type { Env } from "#app/http/env.server.ts";
import { createLog } from "#server/log.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { printProgress } from "#server/terminal.ts";
import { createReportCollector } from "./collect-reports.ts";
import type { FromWorker, Ready, ToWorker } from "./messages.ts";

/** Workers that end sooner after they were ready are replaced later each time. */
const SHORT_LIFE_MS = 5_000;
const WAIT_MS = { first: 1_000, longest: 30_000 };
/** A replaced worker serves at least so long: until open connections have learned that they end. */
const REPLACED_DRAIN_MS = 1_000;
/** Beyond its drain a worker may take so long to stop; then it is killed. */
const STOP_LIMIT_MS = 25_000;
/** A restart ends after so many failed starts of one worker; a busy database may refuse the first. */
const START_TRIES = 3;
/** Connections of a process beside DATABASE_POOL, and those of commands. */
const OTHER_CONNECTIONS = { process: 4, commands: 20 };
const FEWEST_CONNECTIONS = 100;

interface Served {
  readonly worker: Worker;
  readonly runsJobs: boolean;
  readonly facts: Ready;
}

export interface Primary {
  /** What the first worker said at its start. */
  readonly facts: Ready;
  /** Starts a new worker for each and stops the old one when the new one is ready. A call while it runs starts it once more. */
  restart(): void;
  stop(options?: { readonly drainMs: number }): Promise<void>;
}

/** Runs the embedded database and WEB_PROCESSES workers, the first of which runs the background jobs, and replaces those that end. */
export async function startPrimary(env: Env): Promise<Primary> {
  // The kernel hands out connections. By the other policy they pass through this process, and one on its way to a worker that is killed hangs.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const log = createLog(env.logLevel, undefined, env.logFormat);
  const postgres = env.databaseUrl === null ? await startDatabase() : null;
  const serving = new Set<Served>();
  /** Those that do not serve yet. */
  const starting = new Set<Promise<unknown>>();
  /** Those that were told to stop, or could not start. */
  const leaving = new Set<Worker>();
  const reports = createReportCollector(() => Array.from(serving, ({ worker }) => ({ send: (message) => tell(worker, message) })));
  let stopping: Promise<void> | undefined;
  const stopped = new AbortController();
  let restarting: Promise<void> | undefined;
  let isAskedAgain = false;
  let shortLives = 0;

  function startDatabase() {
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
  function startWorker(runsJobs: boolean, isFirst = false): Promise<Served> {
    const started = forkWorker(runsJobs, isFirst);
    starting.add(started);
    return started.finally(() => starting.delete(started));
  }

  async function forkWorker(runsJobs: boolean, isFirst: boolean): Promise<Served> {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<Ready>();
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") ready.resolve(message);
      else reports.handle({ send: (answer) => tell(worker, answer) }, message);
    });
    worker.once("exit", (code, signal) => ready.reject(new Error(`a web worker ended while it started (${signal ?? code})`)));
    tell(worker, { kind: "start", embeddedUrl: postgres?.url ?? null, runsJobs, isFirst });
    const served = { worker, runsJobs, facts: await ready.promise };
    const readyAt = Date.now();
    serving.add(served);
    worker.once("exit", (code, signal) => {
      serving.delete(served);
      if (leaving.delete(worker)) return;
      log.error({ worker: worker.process.pid, code, signal }, "a web worker ended by itself and is replaced");
      shortLives = Date.now() - readyAt < SHORT_LIFE_MS ? shortLives + 1 : 0;
      void replace(runsJobs);
    });
    log.info({ worker: worker.process.pid, runsJobs }, "a web worker serves");
    return served;
  }

  async function replace(runsJobs: boolean): Promise<void> {
    for (; !stopped.signal.aborted; shortLives += 1) {
      if (shortLives > 0) await delay(Math.min(WAIT_MS.first * 2 ** (shortLives - 1), WAIT_MS.longest));
      if (stopped.signal.aborted) return;
      try {
        await startWorker(runsJobs);
        return;
      } catch (error) {
        log.error({ err: error }, "a web worker could not start and is tried again");
      }
    }
  }

  async function tryToStart(runsJobs: boolean): Promise<boolean> {
    for (let tries = 1; tries <= START_TRIES && !stopped.signal.aborted; tries += 1) {
      try {
        await startWorker(runsJobs);
        return true;
      } catch (error) {
        log.error({ err: error }, "a web worker could not start");
        await delay(WAIT_MS.first * tries);
      }
    }
    return false;
  }

  function stopWorker(worker: Worker, drainMs: number, isReplaced: boolean): Promise<void> {
    return new Promise((resolve) => {
      leaving.add(worker);
      const force = setTimeout(() => worker.process.kill("SIGKILL"), drainMs + STOP_LIMIT_MS);
      worker.once("exit", () => {
        clearTimeout(force);
        leaving.delete(worker);
        resolve();
      });
      tell(worker, { kind: "stop", drainMs, isReplaced });
    });
  }

  async function restartAll(): Promise<void> {
    do {
      isAskedAgain = false;
      // One that was starting when the restart was asked for may have read the old program.
      await Promise.allSettled(starting);
      for (const { worker, runsJobs } of Array.from(serving)) {
        if (stopped.signal.aborted || worker.isDead()) continue;
        if (!(await tryToStart(runsJobs))) {
          log.error("the restart ended, because a new worker could not start; the others serve on");
          return;
        }
        await stopWorker(worker, Math.max(REPLACED_DRAIN_MS, env.drainSeconds * 1000), true);
      }
    } while (isAskedAgain && !stopped.signal.aborted);
    log.info("all web workers were restarted");
  }

  async function stopAll(drainMs: number): Promise<void> {
    stopped.abort();
    const ready = Array.from(serving, ({ worker }) => worker);
    // One that is starting serves nobody, and what it does to the database is undone or done again.
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker !== undefined && !ready.includes(worker) && !leaving.has(worker)) worker.process.kill("SIGKILL");
    await Promise.all(ready.map((worker) => stopWorker(worker, drainMs, false)));
    await postgres?.stop();
  }

  try {
    // Alone, because it migrates and seeds.
    const first = await startWorker(true, true);
    for (let others = env.webProcesses - 1; others > 0; others -= 1) void replace(false);
    return {
      facts: first.facts,
      restart() {
        isAskedAgain = true;
        restarting ??= restartAll().finally(() => (restarting = undefined));
      },
      stop: ({ drainMs } = { drainMs: 0 }) => (stopping ??= stopAll(drainMs)),
    };
  } catch (error) {
    await (stopping ??= stopAll(0));
    throw error;
  }
}

function tell(worker: Worker, message: ToWorker): void {
  // It may have ended a moment ago.
  worker.send(message, () => undefined);
}
