import fs from "node:fs";
import path from "node:path";
import { findPinnedNode } from "./node24.mjs";
import { giveUp, inProject } from "./project.mjs";
import { runChild } from "./run-child.mjs";

const DATA_IN_USE = 3;

/**
 * Ends this command when a shop is running on the data directory: what it runs from (packages, build) must not be replaced under it.
 * Nothing is looked at when no shop can be running here.
 */
export async function refuseWhileRunning() {
  const dataDir = path.resolve(process.env.DATA_DIR || inProject("data"));
  const node = findPinnedNode();
  if (process.env.DATABASE_URL || !node || !fs.existsSync(path.join(dataDir, "shopbell.lock"))) return;
  const { code, output } = await runChild(node, [inProject("server", "postgres", "check-data-free.ts"), dataDir], { stdout: "keep" });
  if (code === DATA_IN_USE) giveUp(output.trim());
}
