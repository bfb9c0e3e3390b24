// Scripts run on any Node from 20 before installation: plain JavaScript without packages. The rest runs on the pinned Node.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project folder; commands run there. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const isWindows = process.platform === "win32";
export const isCi = Boolean(process.env.CI) && process.env.CI !== "false";

/** @param {string[]} parts of a path inside the project */
export function inProject(...parts) {
  return path.join(root, ...parts);
}

/** Prints to standard error, so that a command's output stays clean. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Ends this command with an instruction for the user.
 * @param {string} sentence @param {number} [code]
 * @returns {never}
 */
export function giveUp(sentence, code = 1) {
  say(`\n${sentence}`);
  process.exit(code);
}

/** @param {string} file @returns {any} the parsed content, or undefined if the file is missing or incomplete */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * The JavaScript file behind a command of an installed package.
 * @param {string} packageName @param {string} [command] if it differs from the package's name
 */
export function commandOf(packageName, command = packageName) {
  const folder = inProject("node_modules", packageName);
  const { bin } = readJson(path.join(folder, "package.json")) ?? giveUp(`The package ${packageName} is not installed. Run: npm ci`);
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}
