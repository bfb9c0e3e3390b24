import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries.ts";
import type { ClusterLayout } from "./cluster-layout.ts";
import { clusterLayout } from "./cluster-layout.ts";
import { diskFullProblem, saysDiskFull } from "./disk-full.ts";
import { openForServer } from "./reach.ts";
import type { ServerAccount } from "./server-account.ts";
import { giveTo } from "./server-account.ts";
import { serverEnvironment } from "./server-environment.ts";
import { StartProblem } from "./start-problem.ts";

/** The one account of the embedded database, and the name of the shop's database in it. */
export const DATABASE_NAME = "shopbell";
const UNFINISHED = "postgres.new-";
const SPACE_NEEDED_BYTES = 100 * 1024 * 1024;

/**
 * Which letters count as letters (trigram search splits words by it) comes from the operating system; the first
 * of these that it has is used. Sorting and upper/lower case are PostgreSQL's own and the same everywhere.
 */
const CHARACTER_LOCALES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["en_US.UTF-8", "C"],
  win32: ["en-US", "C"],
};
const OTHER_CHARACTER_LOCALES = ["C.UTF-8", "C.utf8", "en_US.UTF-8", "C"];

/** True when the directory holds a database this version can open; false when it holds none yet. */
export function hasCluster(layout: ClusterLayout, majorVersion: number): boolean {
  const versionFile = path.join(layout.cluster, "PG_VERSION");
  if (!fs.existsSync(versionFile)) {
    if (fs.existsSync(layout.root) && fs.readdirSync(layout.root).length > 0) {
      throw new StartProblem(
        `${layout.root} is not empty but holds no database (no data/PG_VERSION). ` +
          "Nothing was changed. Put the database back, or move that folder away to start with an empty shop.",
      );
    }
    return false;
  }
  const found = fs.readFileSync(versionFile, "utf8").trim();
  if (found !== String(majorVersion)) {
    throw new StartProblem(
      `The database in ${layout.cluster} was made by PostgreSQL ${found}, and this version of the shop brings ` +
        `PostgreSQL ${majorVersion}. Nothing was changed. Start the version of the shop that made it, ` +
        "run `npm run shop -- export` there, move the data directory away, and `npm run shop -- import` here.",
    );
  }
  return true;
}

/**
 * Makes a new database. Everything is made in a folder beside and appears by one rename, so a start that is cut
 * off half-way leaves no half database; what it left is removed here.
 */
export async function createCluster(
  layout: ClusterLayout,
  binaries: Binaries,
  account: ServerAccount | undefined,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(layout.dataDir);
  const { bavail, bsize } = fs.statfsSync(layout.dataDir);
  if (bavail * bsize < SPACE_NEEDED_BYTES) throw diskFullProblem(layout.dataDir);

  const unfinished = path.join(layout.dataDir, UNFINISHED + randomBytes(4).toString("hex"));
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(path.join(unfinished, path.basename(layout.passwordFile)), randomBytes(32).toString("base64url"), {
    mode: 0o600,
    flush: durable,
  });
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

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // The initdb of a killed start may still be writing there for a second.
    await fs.promises.rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
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
    const seen = clusterLayout(unfinished);
    const inView = (file: string) => path.join(view.path, path.basename(file));
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${inView(seen.cluster)}`,
        `--username=${DATABASE_NAME}`,
        "--auth=scram-sha-256",
        `--pwfile=${inView(seen.passwordFile)}`,
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
        stdio: ["ignore", "pipe", "pipe", view.handle ?? "ignore"],
        windowsHide: true,
      },
    );
    const ended = await endOf(child).finally(view.close);
    if (ended.code === 0) return;
    failure = ended.output.trim();
    if (!failure.includes("invalid locale name")) break;
  }
  if (saysDiskFull(failure)) throw diskFullProblem(layout.dataDir);
  throw new StartProblem(
    `The database could not be made in ${layout.dataDir}. PostgreSQL says:\n${failure || "(nothing; it was interrupted)"}\n` +
      "If its programs do not run on this machine, set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

function endOf(child: ReturnType<typeof spawn>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stdout?.resume();
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    child.on("close", (code) => resolve({ code, output }));
  });
}
