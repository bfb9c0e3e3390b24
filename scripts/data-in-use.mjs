import fs from "node:fs";
import path from "node:path";
import { findPinnedNode } from "./node24.mjs";
import { giveUp, inProject, root } from "./project.mjs";
import { runChild } from "./processes/run-child.mjs";

const DATA_IN_USE = 3;

/** Exits if a shop runs on the data directory, before its packages or build are replaced. shopbell.pid may be stale after a kill. */
export async function refuseWhileRunning() {
  const dataDir = path.resolve(root, process.env.DATA_DIR || "data");
  const node = findPinnedNode();
  if (process.env.DATABASE_URL || !node || !fs.existsSync(path.join(dataDir, "shopbell.pid"))) return;
  const { code, output } = await runChild(node, [inProject("server", "postgres", "check-data-free.ts"), dataDir], { stdout: "keep" });
  if (code === DATA_IN_USE) giveUp(output.trim());
}
