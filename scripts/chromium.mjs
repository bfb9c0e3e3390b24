import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { environmentFor } from "./node24.mjs";
import { commandOf, giveUp, inProject, isWindows, say } from "./project.mjs";
import { runChild } from "./processes/run-child.mjs";

/** The headless shell comes first: opening and leaving pages takes it 40 % less CPU time. */
const LINUX_COMMANDS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
];
const MAC_APPS = ["Chromium", "Google Chrome", "Microsoft Edge"];
const WINDOWS_PROGRAMS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, the machine's own, the one Playwright installed earlier, or a new installation.
 * @param {string} node
 * @returns {Promise<string | undefined>} its program; undefined when none is available, and the reason was printed
 */
export async function ensureChromium(node) {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath)
    return runs(configuredPath)
      ? configuredPath
      : giveUp(`CHROMIUM_PATH is ${configuredPath}, but that does not run. Correct it or leave it unset.`);
  const found = candidates().find(runs) ?? findPlaywrights(node);
  if (found) return found;

  say("No Chromium on this machine: installing one for the browser tests…");
  await runChild(node, [commandOf("playwright"), "install", "chromium"], { env: environmentFor(node), stdout: "stderr" });
  const playwrights = findPlaywrights(node);
  if (playwrights) return playwrights;
  await installDebianPackage();
  const installed = candidates().find(runs);
  if (!installed) {
    say("No Chromium could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one, and run `npm test` again.");
  }
  return installed;
}

/** @returns {string[]} the usual paths of browsers, existing or not */
function candidates() {
  if (process.platform === "darwin") {
    return ["/Applications", path.join(os.homedir(), "Applications")].flatMap((folder) =>
      MAC_APPS.map((app) => path.join(folder, `${app}.app`, "Contents", "MacOS", app)),
    );
  }
  if (isWindows) {
    const folders = [process.env.ProgramFiles, process.env["ProgramFiles(x86)"], process.env.LOCALAPPDATA];
    return folders.flatMap((folder) => (folder ? WINDOWS_PROGRAMS.map((program) => path.join(folder, program)) : []));
  }
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  return LINUX_COMMANDS.flatMap((command) => folders.map((folder) => path.join(folder, command)));
}

/** Some distributions have a placeholder command that only prints what to install. @param {string} program */
function runs(program) {
  if (!fs.existsSync(program)) return false;
  // On Windows it would open a window.
  if (isWindows) return true;
  return spawnSync(program, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

/** @param {string} node */
function findPlaywrights(node) {
  const ask = `process.stdout.write(require(${JSON.stringify(inProject("node_modules", "playwright-core"))}).chromium.executablePath())`;
  const program = spawnSync(node, ["-e", ask], { encoding: "utf8" }).stdout;
  return program && runs(program) ? program : undefined;
}

async function installDebianPackage() {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return;
  const options = /** @type {const} */ ({ env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdout: "stderr" });
  await runChild("apt-get", ["update", "-q"], options);
  // Ubuntu has no package with the first name.
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const { code } = await runChild("apt-get", ["install", "-y", "-q", "--no-install-recommends", name], options);
    if (code === 0) return;
  }
}
