import fs from "node:fs";
import path from "node:path";
import { giveUp, inProject, isCi, isWindows, readJson, root, say } from "./project.mjs";
import { runChild } from "./processes/run-child.mjs";

/**
 * Whether node_modules matches package-lock.json on this machine. Compares npm's own records instead of a marker file: a manual `npm ci`
 * counts, and an interrupted one does not.
 * @param {{dev: boolean}} wanted `dev`: the packages for tests and checks as well
 */
export function isInstalled({ dev }) {
  const wanted =
    readJson(inProject("package-lock.json"))?.packages ?? giveUp("package-lock.json is missing or damaged: restore it from git.");
  const installed = readJson(inProject("node_modules", ".package-lock.json"))?.packages;
  if (!installed) return false;
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === "" || (!dev && (entry.dev || entry.devOptional)) || !isForThisMachine(entry)) return true;
    return installed[folder]?.version === entry.version && fs.existsSync(inProject(folder, "package.json"));
  });
}

/** npm may skip unconditional optional packages; conditional ones are platform binaries. */
function isForThisMachine(/** @type {any} */ { optional, peer, os, cpu, libc }) {
  if (peer && optional) return false;
  if (optional && !os && !cpu) return false;
  return !libc && allows(os, process.platform) && allows(cpu, process.arch);
}

/** @param {string[] | undefined} list @param {string} value */
function allows(list, value) {
  if (!list) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((entry) => entry.startsWith("!"));
}

/**
 * Installs the packages from the lockfile unless they are there.
 * @param {{dev: boolean}} wanted
 */
export async function ensureInstalled({ dev }) {
  if (isInstalled({ dev })) return;
  say("Installing the packages the shop is made of (one to two minutes the first time)…");
  const args = [...installCommand(), "--no-audit", "--no-fund", ...(dev ? ["--include=dev"] : []), ...(isCi ? [] : ["--loglevel=error"])];
  const { code } = await runNpm(args);
  if (code === 0) return;
  giveUp(
    "npm could not install the packages; its message is above. With no way to the internet, run `npm ci` once where there is one.\n" +
      "If the download broke off, the same command again continues.",
  );
}

/** Windows cannot replace a running program: `npm ci` deletes node_modules, which may contain this Node. */
function installCommand() {
  const runsFromModules = process.execPath.toLowerCase().startsWith(inProject("node_modules").toLowerCase());
  return isWindows && runsFromModules ? ["install", "--no-save"] : ["ci"];
}

/** @param {string[]} args */
function runNpm(args) {
  const options = /** @type {const} */ ({ stdout: "stderr", cwd: root });
  const npm = process.env.npm_execpath ?? besideNode();
  if (npm && /npm-cli\.c?js$/.test(npm) && fs.existsSync(npm)) return runChild(process.execPath, [npm, ...args], options);
  return runChild(isWindows ? "npm.cmd" : "npm", args, { ...options, shell: isWindows });
}

function besideNode() {
  const folder = path.dirname(process.execPath);
  const places = isWindows ? [path.join(folder, "node_modules")] : [path.join(path.dirname(folder), "lib", "node_modules")];
  return places.map((place) => path.join(place, "npm", "bin", "npm-cli.js")).find((file) => fs.existsSync(file));
}
