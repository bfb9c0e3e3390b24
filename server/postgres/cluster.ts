import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { syncFolder } from "#app/platform/sync-folder.server.ts";
import type { prepareBinaries } from "./binaries.ts";
import { exitOf } from "./process-table.ts";
import { giveTo, openForServer, type ServerAccount } from "./server-account.ts";
import { serverEnvironment } from "./server-settings.ts";
import { DiskFullProblem, isDiskFull, StartProblem } from "./start-problem.ts";

/** The embedded database's part of a data directory (absolute path). */
export function clusterLayout(dataDir: string) {
  /** Appears in one step, complete: everything below. */
  const root = path.join(dataDir, "postgres");
  const [cluster, passwordFile] = [path.join(root, "data"), path.join(root, "password")];
  /** PostgreSQL's log (one older as postgres.log.old), and the running server's address. */
  const [logFile, connectionFile] = [path.join(root, "postgres.log"), path.join(root, "connection.json")];
  return { dataDir, root, cluster, passwordFile, logFile, connectionFile } as const;
}
export type ClusterLayout = ReturnType<typeof clusterLayout>;

/** Constant for every server of one startup. */
export type ServerPlan = {
  readonly layout: ClusterLayout;
  readonly binaries: ReturnType<typeof prepareBinaries>;
  readonly account: ServerAccount;
  readonly durable: boolean;
  readonly maxConnections: number;
  readonly onProgress: (message: string) => void;
};

/** The superuser of the embedded database, used only at startup, and the name of the shop's database. */
export const DATABASE_NAME = "shopbell";
const UNFINISHED = "postgres.new-";
const SPACE_NEEDED_BYTES = 100 * 1024 * 1024;
/** PostgreSQL's own collation, equal on all platforms; the locale defines letters for trigrams. */
const INITDB =
  "--auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --text-search-config=english --data-checksums --no-instructions";
const PLATFORM_LOCALES: Readonly<Record<string, readonly string[]>> = { darwin: ["en_US.UTF-8"], win32: ["en-US"] };
/** The first of these locales that the operating system has. */
const CHARACTER_LOCALES = [...(PLATFORM_LOCALES[process.platform] ?? ["C.UTF-8", "en_US.UTF-8"]), "C"];

/** True for a usable database, false for none. */
export function hasCluster({ root, cluster }: ClusterLayout, majorVersion: number): boolean {
  const versionFile = path.join(cluster, "PG_VERSION");
  if (!fs.existsSync(versionFile)) {
    if (!fs.existsSync(root) || fs.readdirSync(root).length === 0) return false;
    throw new StartProblem(
      `${root} is not empty but holds no database (no data/PG_VERSION). Nothing was changed. ` +
        "Put the database back, or move that folder away to start with an empty shop.",
    );
  }
  const found = fs.readFileSync(versionFile, "utf8").trim();
  if (found === String(majorVersion)) return true;
  throw new StartProblem(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this version of the shop brings PostgreSQL ${majorVersion}. ` +
      "Nothing was changed. Start the version of the shop that made it, run `npm run shop -- export` there, move the data directory away, " +
      "and `npm run shop -- import` here.",
  );
}

/** PostgreSQL requires ownership and mode 0700; copies may have neither. */
export function takeOwnership({ dataDir, root, cluster }: ClusterLayout, account: ServerAccount): void {
  const { uid: owner, mode } = fs.statSync(cluster);
  const wanted = account?.uid ?? process.getuid?.() ?? owner;
  if (owner !== wanted && !account) {
    throw new StartProblem(
      `The database in ${root} belongs to another user (number ${owner}), probably because the shop was started as root before. ` +
        `Start it as root again, or run as root: chown -R ${wanted} ${dataDir}`,
    );
  }
  if (owner !== wanted) giveTo(account, root);
  if (process.getuid && (mode & 0o077) !== 0) for (const folder of [root, cluster]) fs.chmodSync(folder, 0o700);
}

/** Creates the database in a temporary folder and renames it, so that an interrupted start leaves nothing. */
export async function createCluster(plan: ServerPlan): Promise<void> {
  const { account, durable } = plan;
  const { dataDir, root, passwordFile } = plan.layout;
  // The initdb of a killed startup may still write for a second.
  for (const name of fs.readdirSync(dataDir).filter((each) => each.startsWith(UNFINISHED)))
    await fs.promises.rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  const { bavail, bsize } = fs.statfsSync(dataDir);
  if (bavail * bsize < SPACE_NEEDED_BYTES) throw new DiskFullProblem(dataDir);
  const unfinished = path.join(dataDir, UNFINISHED + randomBytes(4).toString("hex"));
  fs.mkdirSync(unfinished, { mode: 0o700 });
  try {
    const password = randomBytes(32).toString("base64url");
    fs.writeFileSync(path.join(unfinished, path.basename(passwordFile)), password, { mode: 0o600, flush: durable });
    giveTo(account, unfinished);
    await runInitdb(unfinished, plan);
    if (durable) await syncFolder(unfinished);
    // An existing empty folder blocks the rename on some systems.
    if (fs.existsSync(root)) fs.rmdirSync(root);
    fs.renameSync(unfinished, root);
    if (durable) await syncFolder(dataDir);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function runInitdb(unfinished: string, { layout, binaries, account, durable }: ServerPlan): Promise<void> {
  let failure = "";
  for (const locale of CHARACTER_LOCALES) {
    const view = openForServer(unfinished, account);
    const inView = (file: string) => path.join(view.path, path.basename(file));
    const options = [...INITDB.split(" "), `--lc-ctype=${locale}`, `--username=${DATABASE_NAME}`, ...(durable ? [] : ["--no-sync"])];
    const child = spawn(binaries.initdb, [`--pgdata=${inView(layout.cluster)}`, `--pwfile=${inView(layout.passwordFile)}`, ...options], {
      ...account,
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["ignore", "ignore", "pipe", view.handle],
      windowsHide: true,
    });
    view.close();
    const [stderr, ending] = await Promise.all([text(child.stderr!), exitOf(child)]);
    if (child.exitCode === 0) return;
    failure = stderr.trim() || ending;
    if (!failure.includes("invalid locale name")) break;
  }
  if (isDiskFull(failure)) throw new DiskFullProblem(layout.dataDir);
  throw new StartProblem(
    `The database could not be made in ${layout.dataDir}. PostgreSQL says:\n${failure}\n` +
      "If its programs do not run on this machine, set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}
