import fs from "node:fs";
import path from "node:path";
import { findPinnedNode } from "./node24.mjs";
import { giveUp, inProject, root } from "./project.mjs";
import { runChild } from "./run-child.mjs";

const DATA_IN_USE = 3;

/**
 * Ends this command when a shop is running on the data directory, before its packages or its build are replaced under it and without
 * loading a second one. A shop that runs leaves its number in shopbell.pid; one that was killed has left it, too.
 */
export async function refuseWhileRunning() {
  const dataDir = path.resolve(root, process.env.DATA_DIR || "data");
  const node = findPinnedNode();
  if (process.env.DATABASE_URL || !node || !fs.existsSync(path.join(dataDir, "shopbell.pid"))) return;
  const { code, output } = await runChild(node, [inProject("server", "postgres", "check-data-free.ts"), dataDir], { stdout: "keep" });
  if (code === DATA_IN_USE) giveUp(output.trim());
}
