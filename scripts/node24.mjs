import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { giveUp, inProject, isWindows, readJson, say } from "./project.mjs";
import { runChild } from "./processes/run-child.mjs";

const PACKAGE_FOLDER = inProject("node_modules", "node");
const PROGRAM = path.join(PACKAGE_FOLDER, "bin", isWindows ? "node.exe" : "node");

/**
 * The Node that this project pins (the npm package `node`), if it is installed and runs here.
 * @returns {string | undefined} its program
 */
export function findPinnedNode() {
  const wanted = readJson(path.join(PACKAGE_FOLDER, "package.json"))?.version;
  return wanted !== undefined && fs.existsSync(PROGRAM) && versionOf(PROGRAM) === `v${wanted}` ? PROGRAM : undefined;
}

/**
 * The Node to run the project on. npm installs it with the other packages, unless install scripts are disabled: then it is downloaded here.
 * @returns {Promise<string>} its program
 */
export async function ensureNode() {
  const found = findPinnedNode();
  if (found) return found;
  const installer = path.join(PACKAGE_FOLDER, "installArchSpecificPackage.js");
  if (fs.existsSync(installer)) {
    say("Fetching Node 24 for this project…");
    await runChild(process.execPath, [installer], { cwd: PACKAGE_FOLDER, stdout: "stderr" });
    const fetched = findPinnedNode();
    if (fetched) return fetched;
  }
  const major = Number(process.versions.node.split(".")[0]);
  if (major >= 24) {
    say(`The project's own Node 24 does not run here; using ${process.execPath} (${process.version}) instead.`);
    return process.execPath;
  }
  return giveUp(
    "The shop needs Node 24, and the copy that comes with its packages could not be installed or does not run on this machine.\n" +
      "Allow npm to run install scripts (npm config set ignore-scripts false) and run `npm ci`, or install Node 24 from https://nodejs.org.",
  );
}

/** @param {string} program */
function versionOf(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim();
}

/**
 * The environment for programs of this project: its commands and its Node come first in the path.
 * @param {string} node @param {Record<string, string>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node, extra = {}) {
  const env = { ...process.env, ...extra };
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  env[name] = [path.dirname(node), inProject("node_modules", ".bin"), env[name]].filter(Boolean).join(path.delimiter);
  return env;
}
