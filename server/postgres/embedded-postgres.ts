import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { connectClient } from "#app/platform/db/database.server.ts";
import { getBinaryPackage, prepareBinaries } from "./binaries.ts";
import { clusterLayout } from "./cluster-layout.ts";
import type { ClusterLayout } from "./cluster-layout.ts";
import { removeConnectionFile, writeConnectionFile } from "./connection-file.ts";
import { createCluster, DATABASE_NAME, hasCluster } from "./create-cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { diskFullProblem, isDiskFull, saysDiskFull } from "./disk-full.ts";
import { endLeftoverPostmaster } from "./leftover-postmaster.ts";
import { launchPostmaster } from "./postmaster.ts";
import type { Postmaster, PostmasterPlan } from "./postmaster.ts";
import { chooseServerAccount, giveTo } from "./server-account.ts";
import type { ServerAccount } from "./server-account.ts";
import { chooseAddress, connectionUrl, removeAddress } from "./server-address.ts";
import type { ServerAddress } from "./server-address.ts";
import { StartProblem } from "./start-problem.ts";

export type EmbeddedPostgresOptions = {
  /** The shop's data directory; the database lives in `postgres/` in it. Made if missing. */
  readonly dataDir: string;
  /** False gives up safety from power cuts for speed: for databases of tests only. Default true. */
  readonly durable?: boolean;
  /** Called with a short sentence before every step that can take longer than a moment. */
  readonly onProgress?: (message: string) => void;
  /** Called once with a sentence if the server ends without `stop`. The shop cannot go on then. */
  readonly onUnexpectedEnd?: (message: string) => void;
  /** Default: a Unix socket, on Windows the loopback. */
  readonly listen?: "socket" | "tcp";
  /** Default: for the loopback a free one. */
  readonly port?: number;
  readonly maxConnections?: number;
};

export type EmbeddedPostgres = {
  /** Connection string for `pg`, valid until `stop`. It contains the password. */
  readonly url: string;
  /** e.g. "18.4" */
  readonly version: string;
  /** The server's process. */
  readonly pid: number;
  /** Stops the server (what was committed stays) and gives the data directory free. May be called twice. */
  readonly stop: () => Promise<void>;
};

const DEFAULT_MAX_CONNECTIONS = 100;
const UNKNOWN_DATABASE = "3D000";
/** Sessions of a killed server end on their own within moments; until then PostgreSQL refuses a new start. */
const OLD_SESSIONS_WAIT_MS = 30_000;
const PORT_TRIES = 5;

/**
 * Starts the shop's own PostgreSQL on a data directory, making the database at the first start. The directory is
 * locked for this process until `stop`. Whatever way the last run ended, nothing has to be repaired by hand.
 *
 * Throws `StartProblem` with a sentence for the operator when it cannot start: the directory is in use by another
 * process, was made by another major version, cannot be written, or its disk is full.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDirectory(options.dataDir);
  try {
    return await startLocked(dataDir, options);
  } catch (error) {
    throw isDiskFull(error) ? diskFullProblem(dataDir) : error;
  }
}

async function startLocked(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = await lockDataDirectory(dataDir);
  try {
    return await startOn(clusterLayout(dataDir), options, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function makeDataDirectory(dataDir: string): string {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw new StartProblem(
      `The data directory ${path.resolve(dataDir)} cannot be made (${(error as Error).message}). ` +
        "Set DATA_DIR to a directory this user may write.",
    );
  }
}

async function startOn(layout: ClusterLayout, options: EmbeddedPostgresOptions, releaseLock: () => void): Promise<EmbeddedPostgres> {
  const { durable = true, onProgress = () => undefined } = options;
  const listen = options.listen ?? (process.platform === "win32" ? "tcp" : "socket");
  const binaryPackage = getBinaryPackage();
  const exists = hasCluster(layout, Number.parseInt(binaryPackage.version, 10));
  const account = chooseServerAccount(layout.dataDir, layout.cluster);
  const binaries = prepareBinaries(binaryPackage, layout.dataDir, account);
  if (exists) {
    takeOwnership(layout, account);
  } else {
    onProgress("Making the database");
    await createCluster(layout, binaries, account, durable);
  }
  const stalePid = await endLeftoverPostmaster(layout.cluster, onProgress);
  removeConnectionFile(layout);

  const { postmaster, address } = await launchRepeatedly(layout.dataDir, options.port, async () => ({
    layout,
    binaries,
    account,
    durable,
    stalePid,
    onProgress,
    address: await chooseAddress(layout.root, listen, options.port, account),
    maxConnections: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
  }));

  let stopping: Promise<void> | undefined;
  function stop(): Promise<void> {
    stopping ??= postmaster.stop().then(leave);
    return stopping;
  }
  function leave(): void {
    removeConnectionFile(layout);
    removeAddress(address);
    releaseLock();
  }
  async function reportUnexpectedEnd(): Promise<void> {
    const output = await postmaster.ended;
    if (stopping) return;
    stopping = Promise.resolve(leave());
    options.onUnexpectedEnd?.(`The embedded database has ended by itself. Its last words:\n${output}`);
  }
  try {
    const password = fs.readFileSync(layout.passwordFile, "utf8").trim();
    const urlOf = (database: string) => connectionUrl(address, DATABASE_NAME, password, database);
    const version = await openDatabase(urlOf);
    writeConnectionFile(layout, urlOf(DATABASE_NAME), address);
    void reportUnexpectedEnd();
    return { url: urlOf(DATABASE_NAME), version, pid: postmaster.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL wants its directory to be its account's own and closed to others; a copied or restored one may be neither. */
function takeOwnership(layout: ClusterLayout, account: ServerAccount | undefined): void {
  const { uid: owner, mode } = fs.statSync(layout.cluster);
  const wanted = account?.uid ?? process.getuid?.();
  if (wanted === undefined) return;
  if (owner !== wanted) {
    if (!account) throw foreignOwnerProblem(layout, owner, wanted);
    giveTo(account, layout.root);
  }
  if ((mode & 0o077) === 0) return;
  fs.chmodSync(layout.root, 0o700);
  fs.chmodSync(layout.cluster, 0o700);
}

function foreignOwnerProblem(layout: ClusterLayout, owner: number, self: number): StartProblem {
  return new StartProblem(
    `The database in ${layout.root} belongs to another user (number ${owner}), probably because the shop was ` +
      `started as root before. Start it as root again, or run as root: chown -R ${self} ${layout.dataDir}`,
  );
}

type Launched = { readonly postmaster: Postmaster; readonly address: ServerAddress };

/** Starts the server; again while the only obstacle is one that passes. */
async function launchRepeatedly(
  dataDir: string,
  fixedPort: number | undefined,
  makePlan: () => Promise<PostmasterPlan>,
): Promise<Launched> {
  const giveUpAt = Date.now() + OLD_SESSIONS_WAIT_MS;
  for (let portsTried = 1; ;) {
    const plan = await makePlan();
    const result = await launchPostmaster(plan);
    if (result.ok) return { postmaster: result.postmaster, address: plan.address };
    removeAddress(plan.address);
    const { output } = result;
    if (saysDiskFull(output)) throw diskFullProblem(dataDir);
    if (output.includes("pre-existing shared memory block") && Date.now() < giveUpAt) {
      await delay(200);
    } else if (output.includes("could not bind") && fixedPort === undefined && portsTried < PORT_TRIES) {
      portsTried += 1;
    } else {
      throw new StartProblem(
        `The database in ${plan.layout.root} could not be started. PostgreSQL says:\n${output}\n` +
          `The whole log is ${plan.layout.logFile}.`,
      );
    }
  }
}

/** Makes the shop's database if the first start was cut off before it did. Returns the server's version. */
async function openDatabase(urlOf: (database: string) => string): Promise<string> {
  try {
    return await queryVersion(urlOf(DATABASE_NAME));
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_DATABASE) throw error;
  }
  await withClient(urlOf("postgres"), (client) => client.query(`CREATE DATABASE ${DATABASE_NAME}`));
  return queryVersion(urlOf(DATABASE_NAME));
}

function queryVersion(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    return rows[0]?.server_version ?? "";
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
