import { errorMessage } from "#app/values/narrow.ts";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { getBinaryPackage, prepareBinaries } from "./binaries.ts";
import { clusterLayout, createCluster, DATABASE_NAME, hasCluster, takeOwnership, type ServerPlan } from "./cluster.ts";
import { removeConnectionFile, writeConnectionFile } from "./connection-file.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { endLeftover, launchPostmaster, type Postmaster } from "./postmaster.ts";
import { killOrphanSessions } from "./process-table.ts";
import { openDatabase, PROGRAM_ROLE, programPassword } from "./program-role.ts";
import { chooseServerAccount } from "./server-account.ts";
import { chooseAddress, connectionUrl, removeAddress, type ServerAddress } from "./server-address.ts";
import { DiskFullProblem, isDiskFull, StartProblem } from "./start-problem.ts";

export type EmbeddedPostgresOptions = {
  /** Data directory with `postgres/` inside; created if missing. */
  readonly dataDir: string;
  /** False disables durability, for tests only. */
  readonly durable?: boolean;
  /** Progress messages before slow steps. */
  readonly onProgress?: (message: string) => void;
  /** Called when the server ended and is restarted. */
  readonly onRestart?: (message: string) => void;
  /** Called once if the server cannot be restarted. */
  readonly onUnexpectedEnd?: (message: string) => void;
  /** Default: a Unix socket, on Windows the loopback. */
  readonly listen?: "socket" | "tcp";
  readonly maxConnections?: number;
};

export type EmbeddedPostgres = {
  /**
   * Connection string for `pg`, valid until `stop`, also after restarts of the server. It contains the password of the shop's own role,
   * which is no superuser.
   */
  readonly url: string;
  /** e.g. "18.4" */
  readonly version: string;
  /** The current server process. */
  readonly pid: number;
  /** Stops the server and unlocks the directory. Idempotent. */
  readonly stop: () => Promise<void>;
};

/** Sessions of a killed server end by themselves or are killed after `patience`; until then PostgreSQL refuses to start. */
const OLD_SESSIONS_MS = { patience: 1_000, longest: 30_000 };
const PORT_TRIES = 5;
/** Stops restarting after this many short runs. */
const SHORT_LIVES = { most: 5, ms: 5_000 };
/** After a full disk the server restarts when there is space; until then the shop reports it. */
const FULL_DISK_MS = { retry: 2_000, longest: 3_600_000 };

/**
 * Starts PostgreSQL on a data directory, creating the database if needed, and restarts it if it ends. Locks the directory until `stop`. Recovers from
 * any previous exit. Throws `StartProblem`: in use, another major version, not writable, disk full.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let release: () => void = () => undefined;
  try {
    const dataDir = makeDataDirectory(options.dataDir);
    ({ release } = await lockDataDirectory(dataDir));
    return await run(await prepare(dataDir, options), options, release);
  } catch (error) {
    release();
    throw isDiskFull(error) ? new DiskFullProblem(path.resolve(options.dataDir)) : error;
  }
}

function makeDataDirectory(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    return fs.realpathSync(dataDir);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new StartProblem(
      `The data directory ${path.resolve(dataDir)} cannot be made (${errorMessage(error)}). Set DATA_DIR to a directory this user may write.`,
    );
  }
}

/** A database with its programs and account. */
async function prepare(dataDir: string, options: EmbeddedPostgresOptions): Promise<ServerPlan> {
  const { durable = true, maxConnections = 100, onProgress = () => undefined } = options;
  const layout = clusterLayout(dataDir);
  const binaryPackage = getBinaryPackage();
  const exists = hasCluster(layout, binaryPackage.majorVersion);
  const account = chooseServerAccount(dataDir, layout.cluster);
  const plan = { layout, binaries: prepareBinaries(binaryPackage, dataDir, account), account, durable, maxConnections, onProgress };
  if (exists) takeOwnership(layout, account);
  else {
    onProgress("Making the database");
    await createCluster(plan);
  }
  return plan;
}

/** A database that runs on its data directory. */
interface Running {
  readonly plan: ServerPlan;
  readonly options: EmbeddedPostgresOptions;
  readonly listen: "socket" | "tcp";
  address: ServerAddress;
  stopping: Promise<void> | undefined;
}

async function run(plan: ServerPlan, options: EmbeddedPostgresOptions, release: () => void): Promise<EmbeddedPostgres> {
  const { layout, account } = plan;
  const { listen = process.platform === "win32" ? "tcp" : "socket" } = options;
  removeConnectionFile(layout);
  const running: Running = { plan, options, listen, address: await chooseAddress(layout.root, listen, account), stopping: undefined };
  let server = await launch(running, false);
  function leave(): void {
    removeConnectionFile(layout);
    removeAddress(running.address);
    release();
  }

  /** Resolves when the server has ended permanently. */
  async function supervise(): Promise<void> {
    let problem: string | undefined;
    for (let shortLives = 0; problem === undefined;) {
      const startedAt = Date.now();
      const lastWords = `Its last words:\n${await server.ended}`;
      if (running.stopping) break;
      shortLives = Date.now() - startedAt < SHORT_LIVES.ms ? shortLives + 1 : 1;
      try {
        if (shortLives >= SHORT_LIVES.most) throw new StartProblem(`The embedded database ends again and again. ${lastWords}`);
        options.onRestart?.(`The embedded database has ended by itself and is started again. ${lastWords}`);
        server = await launch(running, true);
        if (running.stopping) await server.stop();
      } catch (error) {
        problem = errorMessage(error);
      }
    }
    leave();
    if (problem !== undefined && !running.stopping) options.onUnexpectedEnd?.(problem);
  }

  try {
    const password = fs.readFileSync(layout.passwordFile, "utf8").trim();
    const version = await openDatabase(running.address, password);
    const url = connectionUrl(running.address, PROGRAM_ROLE, programPassword(password), DATABASE_NAME);
    writeConnectionFile(layout, url);
    const finished = supervise();
    return {
      url,
      version,
      get pid() {
        return server.pid;
      },
      stop: () => (running.stopping ??= server.stop().then(() => finished)),
    };
  } catch (error) {
    await server.stop();
    leave();
    throw error;
  }
}

/** Starts a server, retrying temporary obstacles: old sessions, a taken port, a full disk on restart. */
async function launch(running: Running, isRestart: boolean): Promise<Postmaster> {
  const { plan, listen } = running;
  const { layout, account } = plan;
  for (let startedAt = Date.now(), ports = 1; ;) {
    await endLeftover(plan);
    const launched = await launchPostmaster(plan, running.address).catch((error: unknown) => {
      if (isDiskFull(error)) return String(error);
      throw error;
    });
    if (typeof launched !== "string") return launched;
    const waitedMs = Date.now() - startedAt;
    removeAddress(running.address);
    if (launched.includes("pre-existing shared memory block") && waitedMs < OLD_SESSIONS_MS.longest) {
      if (waitedMs > OLD_SESSIONS_MS.patience) killOrphanSessions(layout.cluster);
      await delay(100);
    } else if (isDiskFull(launched)) {
      if (!isRestart || running.stopping || waitedMs > FULL_DISK_MS.longest) throw new DiskFullProblem(layout.dataDir);
      await delay(FULL_DISK_MS.retry);
    } else if (launched.includes("could not bind") && !isRestart && ports < PORT_TRIES) {
      ports += 1;
      running.address = await chooseAddress(layout.root, listen, account);
    } else {
      throw new StartProblem(
        `The database in ${layout.root} could not be started. PostgreSQL says:\n${launched}\nThe whole log is ${layout.logFile}.`,
      );
    }
  }
}
