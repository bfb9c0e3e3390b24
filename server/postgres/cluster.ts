import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import { giveTo, openForServer, type ServerAccount } from "./server-account.ts";
import { serverEnvironment } from "./server-settings.ts";
import { diskFullProblem, isDiskFull, StartProblem } from "./start-problem.ts";

/** The embedded database's part of a data directory. */
export type ClusterLayout = {
  /** DATA_DIR, absolute and without links. */
  readonly dataDir: string;
  /** Appears in one step, complete: everything below. */
  readonly root: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The password of the one database account, made at the first start. */
  readonly passwordFile: string;
  /** What PostgreSQL has to say; one older file is kept as postgres.log.old. */
  readonly logFile: string;
  /** Where the running server can be reached; exists while it runs. */
  readonly connectionFile: string;
};

export function clusterLayout(dataDir: string): ClusterLayout {
  const root = path.join(dataDir, "postgres");
  const inRoot = (name: string) => path.join(root, name);
  return {
    dataDir,
    root,
    cluster: inRoot("data"),
    passwordFile: inRoot("password"),
    logFile: inRoot("postgres.log"),
    connectionFile: inRoot("connection.json"),
  };
}

/** The one account of the embedded database, and the name of the shop's database in it. */
export const DATABASE_NAME = "shopbell";
const UNFINISHED = "postgres.new-";
const SPACE_NEEDED_BYTES = 100 * 1024 * 1024;

/**
 * Which letters count as letters (trigram search splits words by it) comes from the operating system; the first of these that it has is used.
 * Sorting and upper/lower case are PostgreSQL's own and the same everywhere.
 */
const CHARACTER_LOCALES: Partial<Record<NodeJS.Platform, readonly string[]>> = { darwin: ["en_US.UTF-8", "C"], win32: ["en-US", "C"] };
const OTHER_CHARACTER_LOCALES = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "C"];

/** True when the directory holds a database this version can open; false when it holds none yet. */
export function hasCluster(layout: ClusterLayout, majorVersion: number): boolean {
  const versionFile = path.join(layout.cluster, "PG_VERSION");
  if (!fs.existsSync(versionFile)) {
    if (!fs.existsSync(layout.root) || fs.readdirSync(layout.root).length === 0) return false;
    throw new StartProblem(
      `${layout.root} is not empty but holds no database (no data/PG_VERSION). Nothing was changed. ` +
        "Put the database back, or move that folder away to start with an empty shop.",
    );
  }
  const found = fs.readFileSync(versionFile, "utf8").trim();
  if (found === String(majorVersion)) return true;
  throw new StartProblem(
    `The database in ${layout.cluster} was made by PostgreSQL ${found}, and this version of the shop brings PostgreSQL ${majorVersion}. ` +
      "Nothing was changed. Start the version of the shop that made it, run `npm run shop -- export` there, move the data directory away, " +
      "and `npm run shop -- import` here.",
  );
}

/** PostgreSQL wants its directory to be its account's own and closed to others; a copied or restored one may be neither. */
export function takeOwnership(layout: ClusterLayout, account: ServerAccount | undefined): void {
  const { uid: owner, mode } = fs.statSync(layout.cluster);
  const wanted = account?.uid ?? process.getuid?.();
  if (wanted === undefined) return;
  if (owner !== wanted && !account) {
    throw new StartProblem(
      `The database in ${layout.root} belongs to another user (number ${owner}), probably because the shop was started as root before. ` +
        `Start it as root again, or run as root: chown -R ${wanted} ${layout.dataDir}`,
    );
  }
  if (owner !== wanted) giveTo(account, layout.root);
  if ((mode & 0o077) !== 0) for (const folder of [layout.root, layout.cluster]) fs.chmodSync(folder, 0o700);
}

/**
 * Makes a new database. Everything is made in a folder beside and appears by one rename, so a start that is cut off half-way leaves no half
 * database; what it left is removed here.
 */
export async function createCluster(
  layout: ClusterLayout,
  binaries: Binaries,
  account: ServerAccount | undefined,
  durable: boolean,
): Promise<void> {
  for (const name of fs.readdirSync(layout.dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // The initdb of a killed start may still be writing there for a second.
    await fs.promises.rm(path.join(layout.dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
  const { bavail, bsize } = fs.statfsSync(layout.dataDir);
  if (bavail * bsize < SPACE_NEEDED_BYTES) throw diskFullProblem(layout.dataDir);

  const unfinished = path.join(layout.dataDir, UNFINISHED + randomBytes(4).toString("hex"));
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = path.join(unfinished, path.basename(layout.passwordFile));
  fs.writeFileSync(passwordFile, randomBytes(32).toString("base64url"), { mode: 0o600, flush: durable });
  giveTo(account, unfinished);
  try {
    await runInitdb(unfinished, layout, binaries, account, durable);
    if (durable) syncFolder(unfinished);
    // An empty folder made beforehand (by a volume, say) is in the way on some systems.
    if (fs.existsSync(layout.root)) fs.rmdirSync(layout.root);
    fs.renameSync(unfinished, layout.root);
    if (durable) syncFolder(layout.dataDir);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A rename is only safe from a power cut once its folder is on the disk. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

async function runInitdb(
  unfinished: string,
  layout: ClusterLayout,
  binaries: Binaries,
  account: ServerAccount | undefined,
  durable: boolean,
): Promise<void> {
  let failure = "";
  for (const locale of CHARACTER_LOCALES[process.platform] ?? OTHER_CHARACTER_LOCALES) {
    const view = openForServer(unfinished, account);
    const inView = (file: string) => path.join(view.path, path.basename(file));
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${inView(layout.cluster)}`,
        `--username=${DATABASE_NAME}`,
        "--auth=scram-sha-256",
        `--pwfile=${inView(layout.passwordFile)}`,
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${locale}`,
        "--text-search-config=english",
        "--data-checksums",
        "--no-instructions",
        ...(durable ? [] : ["--no-sync"]),
      ],
      {
        ...account,
        cwd: "/",
        env: serverEnvironment(),
        stdio: ["ignore", "ignore", "pipe", view.handle ?? "ignore"],
        windowsHide: true,
      },
    );
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => {
      child.on("error", (error) => resolve(((output += error.message), null)));
      child.on("close", resolve);
    });
    view.close();
    if (code === 0) return;
    failure = output.trim();
    if (!failure.includes("invalid locale name")) break;
  }
  if (isDiskFull(failure)) throw diskFullProblem(layout.dataDir);
  throw new StartProblem(
    `The database could not be made in ${layout.dataDir}. PostgreSQL says:\n${failure || "(nothing; it was interrupted)"}\n` +
      "If its programs do not run on this machine, set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}
