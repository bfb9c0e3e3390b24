import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { connectClient } from "#app/platform/db/database.server.ts";
import { sqlState } from "#app/platform/db/database-errors.server.ts";
import { getBinaryPackage, prepareBinaries } from "./binaries.ts";
import { clusterLayout, createCluster, DATABASE_NAME, hasCluster, takeOwnership, type ClusterLayout } from "./cluster.ts";
import { removeConnectionFile, writeConnectionFile } from "./connection-file.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { endLeftoverPostmaster, launchPostmaster, type Postmaster, type PostmasterPlan } from "./postmaster.ts";
import { killOrphanSessions } from "./process-table.ts";
import { chooseServerAccount } from "./server-account.ts";
import { chooseAddress, connectionUrl, openAddress, removeAddress, type ServerAddress } from "./server-address.ts";
import { DiskFullProblem, diskFullProblem, isDiskFull, StartProblem } from "./start-problem.ts";

export type EmbeddedPostgresOptions = {
  /** The shop's data directory; the database lives in `postgres/` in it. Made if missing. */
  readonly dataDir: string;
  /** False gives up safety from power cuts for speed: for databases of tests only. Default true. */
  readonly durable?: boolean;
  /** Called with a short sentence before every step that can take longer than a moment. */
  readonly onProgress?: (message: string) => void;
  /** Called with a sentence when the server has ended by itself and is being started again. */
  readonly onRestart?: (message: string) => void;
  /** Called once with a sentence if the server ends by itself and cannot be started again. The shop cannot go on then. */
  readonly onUnexpectedEnd?: (message: string) => void;
  /** Default: a Unix socket, on Windows the loopback. */
  readonly listen?: "socket" | "tcp";
  readonly maxConnections?: number;
};

export type EmbeddedPostgres = {
  /** Connection string for `pg`, valid until `stop`, also after the server had to be started again. It contains the password. */
  readonly url: string;
  /** e.g. "18.4" */
  readonly version: string;
  /** The server's process as it is now. */
  readonly pid: number;
  /** Stops the server (what was committed stays) and gives the data directory free. May be called twice. */
  readonly stop: () => Promise<void>;
};

const DEFAULT_MAX_CONNECTIONS = 100;
const UNKNOWN_DATABASE = "3D000";
/** Sessions of a killed server end on their own within moments; until then PostgreSQL refuses a new start. */
const OLD_SESSIONS_WAIT_MS = 30_000;
const OLD_SESSIONS_PATIENCE_MS = 1_000;
const PORT_TRIES = 5;
/** A server that ends this often, each time so soon after its start, will not stay. */
const SHORT_LIVES = 5;
const SHORT_LIFE_MS = 5_000;
/** A server that ended because its disk is full is started again when somebody has made room; until then the shop says that it cannot save anything. */
const FULL_DISK_RETRY_MS = 2_000;
const FULL_DISK_WAIT_MS = 3_600_000;

/**
 * Starts the shop's own PostgreSQL on a data directory, making the database at the first start, and starts it again should it end by itself. The
 * directory is locked for this process until `stop`. Whatever way the last run ended, nothing has to be repaired by hand.
 *
 * Throws `StartProblem` with a sentence for the operator when it cannot start: the directory is in use by another process, was made by another
 * major version, cannot be written, or its disk is full.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDirectory(options.dataDir);
  let releaseLock: () => void = () => undefined;
  try {
    ({ release: releaseLock } = await lockDataDirectory(dataDir));
    return await startOn(clusterLayout(dataDir), options, releaseLock);
  } catch (error) {
    releaseLock();
    throw isDiskFull(error) ? diskFullProblem(dataDir) : error;
  }
}

function makeDataDirectory(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    return fs.realpathSync(dataDir);
  } catch (error) {
    if (isDiskFull(error)) throw diskFullProblem(dataDir);
    throw new StartProblem(
      `The data directory ${path.resolve(dataDir)} cannot be made (${(error as Error).message}). ` +
        "Set DATA_DIR to a directory this user may write.",
    );
  }
}

async function startOn(layout: ClusterLayout, options: EmbeddedPostgresOptions, releaseLock: () => void): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = DEFAULT_MAX_CONNECTIONS, onProgress = () => undefined } = options;
  const { listen = process.platform === "win32" ? "tcp" : "socket" } = options;
  const binaryPackage = getBinaryPackage();
  const exists = hasCluster(layout, binaryPackage.majorVersion);
  const account = chooseServerAccount(layout.dataDir, layout.cluster);
  const binaries = prepareBinaries(binaryPackage, layout.dataDir, account);
  if (exists) {
    takeOwnership(layout, account);
  } else {
    onProgress("Making the database");
    await createCluster(layout, binaries, account, durable);
  }
  const launchAt = async (address: ServerAddress) => {
    const stalePid = await endLeftoverPostmaster(layout.cluster, onProgress);
    openAddress(address, account);
    return launch({ layout, binaries, account, durable, maxConnections, address, stalePid, onProgress });
  };

  let address = await chooseAddress(layout.root, listen, account);
  let first = await launchAt(address);
  // Somebody else took the free port in between.
  for (let tries = 1; first === "address taken" && tries < PORT_TRIES; tries += 1) {
    address = await chooseAddress(layout.root, listen, account);
    first = await launchAt(address);
  }
  let postmaster = requireLaunched(first, layout);
  removeConnectionFile(layout);

  let stopping: Promise<void> | undefined;
  let restarting: Promise<void> | undefined;
  function stop(): Promise<void> {
    stopping ??= (async () => {
      await restarting;
      await postmaster.stop();
      leave();
    })();
    return stopping;
  }
  function leave(): void {
    removeConnectionFile(layout);
    removeAddress(address);
    releaseLock();
  }
  async function supervise(): Promise<void> {
    for (let shortLives = 0, startedAt = Date.now(); ; startedAt = Date.now()) {
      const output = await postmaster.ended;
      if (stopping) return;
      shortLives = Date.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 1;
      const lastWords = `Its last words:\n${output}`;
      try {
        if (shortLives >= SHORT_LIVES) throw new StartProblem(`The embedded database ends again and again. ${lastWords}`);
        options.onRestart?.(`The embedded database has ended by itself and is started again. ${lastWords}`);
        const relaunching = relaunch();
        restarting = relaunching.catch(() => undefined);
        await relaunching;
      } catch (error) {
        if (stopping) return;
        stopping = Promise.resolve(leave());
        return options.onUnexpectedEnd?.((error as Error).message);
      }
    }
  }
  async function relaunch(): Promise<void> {
    for (const giveUpAt = Date.now() + FULL_DISK_WAIT_MS; ; await delay(FULL_DISK_RETRY_MS)) {
      const result = await launchAt(address).catch((error: unknown) => {
        if (isDiskFull(error)) return diskFullProblem(layout.dataDir);
        throw error;
      });
      if (stopping && result instanceof DiskFullProblem) return;
      if (!(result instanceof DiskFullProblem) || Date.now() > giveUpAt) return void (postmaster = requireLaunched(result, layout));
    }
  }
  try {
    const password = fs.readFileSync(layout.passwordFile, "utf8").trim();
    const urlOf = (database: string) => connectionUrl(address, DATABASE_NAME, password, database);
    const version = await openDatabase(urlOf);
    writeConnectionFile(layout, urlOf(DATABASE_NAME));
    void supervise();
    return {
      url: urlOf(DATABASE_NAME),
      version,
      get pid() {
        return postmaster.pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Launched = Postmaster | "address taken" | StartProblem;

/** Starts the server; again while sessions of a killed one are the only obstacle. */
async function launch(plan: PostmasterPlan): Promise<Launched> {
  for (const startedAt = Date.now(); ; await delay(100)) {
    const result = await launchPostmaster(plan);
    if (result.ok) return result.postmaster;
    const { output } = result;
    const waitedMs = Date.now() - startedAt;
    if (output.includes("pre-existing shared memory block") && waitedMs < OLD_SESSIONS_WAIT_MS) {
      if (waitedMs > OLD_SESSIONS_PATIENCE_MS) killOrphanSessions(plan.layout.cluster);
      continue;
    }
    removeAddress(plan.address);
    if (isDiskFull(output)) return diskFullProblem(plan.layout.dataDir);
    if (output.includes("could not bind")) return "address taken";
    return new StartProblem(
      `The database in ${plan.layout.root} could not be started. PostgreSQL says:\n${output}\nThe whole log is ${plan.layout.logFile}.`,
    );
  }
}

function requireLaunched(launched: Launched, layout: ClusterLayout): Postmaster {
  if (launched instanceof StartProblem) throw launched;
  if (launched !== "address taken") return launched;
  throw new StartProblem(`The database in ${layout.root} could not be started: another program has its address. See ${layout.logFile}.`);
}

/** Makes the shop's database if the first start was cut off before it did. Returns the server's version. */
async function openDatabase(urlOf: (database: string) => string): Promise<string> {
  const queryVersion = async (client: pg.Client) =>
    (await client.query<{ server_version: string }>("SHOW server_version")).rows[0]?.server_version ?? "";
  try {
    return await withClient(urlOf(DATABASE_NAME), queryVersion);
  } catch (error) {
    if (sqlState(error) !== UNKNOWN_DATABASE) throw error;
  }
  await withClient(urlOf("postgres"), (client) => client.query(`CREATE DATABASE ${DATABASE_NAME}`));
  return withClient(urlOf(DATABASE_NAME), queryVersion);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
