import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const REMOVE_LIMIT_MS = 20_000;

/**
 * Makes a temporary folder that is removed when this command ends, also after Ctrl-C and failures. Other accounts may enter it: PostgreSQL does
 * not run as root.
 * @param {() => void} [beforeRemoval]
 * @returns {string} its path; short, because sockets have their paths below it
 */
export function makeTemporaryFolder(beforeRemoval = () => undefined) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "sb-"));
  fs.chmodSync(folder, 0o755);
  process.on("exit", () => {
    beforeRemoval();
    removeFolder(folder);
  });
  return folder;
}

/** One temporary folder for all children, because interrupted tests do not clean up. */
export function useOwnTemporaryFolder() {
  const folder = makeTemporaryFolder();
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
}

/** Retries for a while: a shop or a database that is stopping still writes. @param {string} folder */
export function removeFolder(folder) {
  const until = Date.now() + REMOVE_LIMIT_MS;
  while (fs.existsSync(folder)) {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}
