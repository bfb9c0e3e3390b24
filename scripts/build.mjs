import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { commandOf, giveUp, inProject, isCi, say } from "./project.mjs";
import { environmentFor } from "./node24.mjs";
import { runChild } from "./processes/run-child.mjs";

const STAMP = inProject("build", ".built-from");
/** The executable entry of the production server. */
export const SERVER_ENTRY = inProject("build", "server", "index.js");
const SOURCE_FOLDERS = ["app", "server", "stripe-simulator", "db", "public"];
const SOURCE_FILES = /^(package(-lock)?\.json|tsconfig\.json|.*\.config\.[jt]s)$/;
const NOT_BUILT = /\.test\.tsx?$|^(vitest|playwright|drizzle)\.config\.ts$/;

/** Whether build/ matches the current sources. */
export function isBuilt() {
  return fs.existsSync(SERVER_ENTRY) && fs.existsSync(STAMP) && fs.readFileSync(STAMP, "utf8") === sourceHash();
}

/**
 * Builds the shop unless build/ is up to date.
 * @param {string} node
 * @returns {Promise<boolean>} false when the build failed; the reason was printed
 */
export async function ensureBuilt(node) {
  if (isBuilt()) return true;
  const startedAt = Date.now();
  say("Building the shop (about half a minute)…");
  const hash = sourceHash();
  fs.rmSync(STAMP, { force: true });
  const env = environmentFor(node, { NODE_ENV: "production" });
  const { code, output } = await runChild(node, [commandOf("@react-router/dev", "react-router"), "build"], {
    env,
    stdout: isCi ? "stderr" : "keep",
  });
  if (code !== 0) {
    say(`${output}\nThe build failed; why is written above.`);
    return false;
  }
  if (!fs.existsSync(SERVER_ENTRY)) giveUp(`The build made no ${path.relative(process.cwd(), SERVER_ENTRY)}.`);
  // A file changed during the build invalidates the stamp, so the next start builds again.
  fs.writeFileSync(STAMP, hash);
  say(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  return true;
}

/** Compares content, not times, for clones and branch switches. */
function sourceHash() {
  const hash = createHash("sha256");
  const files = [
    ...fs.readdirSync(inProject()).filter((name) => SOURCE_FILES.test(name)),
    ...SOURCE_FOLDERS.flatMap((folder) => filesIn(folder)),
  ].filter((file) => !NOT_BUILT.test(file));
  for (const file of files.toSorted()) {
    const content = fs.readFileSync(inProject(file));
    hash.update(`${file.replaceAll("\\", "/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!fs.existsSync(inProject(folder))) return [];
  return fs
    .readdirSync(inProject(folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesIn(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));
}
