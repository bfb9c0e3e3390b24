import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { sqlState } from "#app/platform/db/database-errors.server.ts";
import { connectClient } from "#app/platform/db/database.server.ts";
import { getBinaryPackage, prepareBinaries } from "./binaries.ts";
import { clusterLayout, createCluster, DATABASE_NAME, hasCluster, takeOwnership, type ClusterLayout, type ServerPlan } from "./cluster.ts";
import { removeConnectionFile, writeConnectionFile } from "./connection-file.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { endLeftover, launchPostmaster, type Postmaster } from "./postmaster.ts";
import { killOrphanSessions } from "./process-table.ts";
import { chooseServerAccount } from "./server-account.ts";
import { chooseAddress, connectionUrl, openAddress, removeAddress, type ServerAddress } from "./server-address.ts";
import { DiskFullProblem, isDiskFull, StartProblem } from "./start-problem.ts";

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
  let release = () => undefined as void;
  try {
    const dataDir = makeDataDirectory(options.dataDir);
    ({ release } = await lockDataDirectory(dataDir));
    return await startOn(clusterLayout(dataDir), options, release);
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
      `The data directory ${path.resolve(dataDir)} cannot be made (${(error as Error).message}). ` +
        "Set DATA_DIR to a directory this user may write.",
    );
  }
}

async function startOn(layout: ClusterLayout, options: EmbeddedPostgresOptions, release: () => void): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 100, onProgress = () => undefined } = options;
  const { listen = process.platform === "win32" ? "tcp" : "socket" } = options;
  const binaryPackage = getBinaryPackage();
  const exists = hasCluster(layout, binaryPackage.majorVersion);
  const account = chooseServerAccount(layout.dataDir, layout.cluster);
  const binaries = prepareBinaries(binaryPackage, layout.dataDir, account);
  const plan = { layout, binaries, account, durable, maxConnections, onProgress };
  if (exists) {
    takeOwnership(layout, account);
  } else {
    onProgress("Making the database");
    await createCluster(plan);
  }
  let address = await chooseAddress(layout.root, listen, account);
  let server: Postmaster;
  for (let tries = 1; ; tries += 1) {
    try {
      server = await launch(plan, address);
      break;
    } catch (error) {
      if (!(error instanceof AddressTaken) || tries === PORT_TRIES) throw error;
      address = await chooseAddress(layout.root, listen, account);
    }
  }
  removeConnectionFile(layout);
  function leave(): void {
    removeConnectionFile(layout);
    removeAddress(address);
    release();
  }

  let stopping: Promise<void> | undefined;
  /** Fulfilled when the server has ended for good, asked or not, and has left nothing behind. */
  async function supervise(): Promise<void> {
    let problem: string | undefined;
    for (let shortLives = 0; problem === undefined;) {
      const startedAt = Date.now();
      const lastWords = `Its last words:\n${await server.ended}`;
      if (stopping) break;
      shortLives = Date.now() - startedAt < SHORT_LIFE_MS ? shortLives + 1 : 1;
      try {
        if (shortLives >= SHORT_LIVES) throw new StartProblem(`The embedded database ends again and again. ${lastWords}`);
        options.onRestart?.(`The embedded database has ended by itself and is started again. ${lastWords}`);
        server = await relaunch();
        if (stopping) await server.stop();
      } catch (error) {
        problem = (error as Error).message;
      }
    }
    leave();
    if (problem !== undefined && !stopping) options.onUnexpectedEnd?.(problem);
  }
  async function relaunch(): Promise<Postmaster> {
    for (const giveUpAt = Date.now() + FULL_DISK_WAIT_MS; ; await delay(FULL_DISK_RETRY_MS)) {
      try {
        return await launch(plan, address);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        if (stopping || Date.now() > giveUpAt) throw new DiskFullProblem(layout.dataDir);
      }
    }
  }
  try {
    const password = fs.readFileSync(layout.passwordFile, "utf8").trim();
    const urlOf = (database: string) => connectionUrl(address, DATABASE_NAME, password, database);
    const version = await openDatabase(urlOf);
    writeConnectionFile(layout, urlOf(DATABASE_NAME));
    const finished = supervise();
    return {
      url: urlOf(DATABASE_NAME),
      version,
      get pid() {
        return server.pid;
      },
      stop: () => (stopping ??= server.stop().then(() => finished)),
    };
  } catch (error) {
    await server.stop();
    leave();
    throw error;
  }
}

/** Somebody else took the free port in between. */
class AddressTaken extends StartProblem {}

/** Starts the server; again while sessions of a killed one are the only obstacle. */
async function launch(plan: ServerPlan, address: ServerAddress): Promise<Postmaster> {
  const { root, cluster, dataDir, logFile } = plan.layout;
  const stalePid = await endLeftover(plan);
  openAddress(address, plan.account);
  for (const startedAt = Date.now(); ; await delay(100)) {
    const launched = await launchPostmaster(plan, address, stalePid);
    if (typeof launched !== "string") return launched;
    const waitedMs = Date.now() - startedAt;
    if (launched.includes("pre-existing shared memory block") && waitedMs < OLD_SESSIONS_WAIT_MS) {
      if (waitedMs > OLD_SESSIONS_PATIENCE_MS) killOrphanSessions(cluster);
      continue;
    }
    removeAddress(address);
    if (isDiskFull(launched)) throw new DiskFullProblem(dataDir);
    const problem = `The database in ${root} could not be started`;
    if (launched.includes("could not bind")) throw new AddressTaken(`${problem}: another program has its address. See ${logFile}.`);
    throw new StartProblem(`${problem}. PostgreSQL says:\n${launched}\nThe whole log is ${logFile}.`);
  }
}

/** Makes the shop's database if the first start was cut off before it did. Returns the server's version. */
async function openDatabase(urlOf: (database: string) => string): Promise<string> {
  const readVersion = () =>
    withClient(urlOf(DATABASE_NAME), async (client) => {
      const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
      return rows[0]?.server_version ?? "";
    });
  try {
    return await readVersion();
  } catch (error) {
    // There is no such database.
    if (sqlState(error) !== "3D000") throw error;
  }
  await withClient(urlOf("postgres"), (client) => client.query(`CREATE DATABASE ${DATABASE_NAME}`));
  return readVersion();
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
