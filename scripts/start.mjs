// npm start: everything from a fresh clone to a running shop. npm run dev (--dev): the same with hot reload.
import { pathToFileURL } from "node:url";
import { ensureBuilt, isBuilt, SERVER_ENTRY } from "./build.mjs";
import { refuseWhileRunning } from "./data-in-use.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode, environmentFor } from "./node24.mjs";
import { inProject, readJson } from "./project.mjs";
import { endLike, runChild } from "./run-child.mjs";

const isDev = process.argv.includes("--dev");

await refuseWhileRunning();
await ensureInstalled({ dev: false });
const node = await ensureNode();
if (!isDev && !isBuilt()) {
  // The server judges its environment first thing; before a build, which takes half a minute, it is asked to.
  const { code } = await runChild(node, [inProject("server", "check-environment.ts")]);
  if (code !== 0) process.exit(code ?? 1);
  if (!(await ensureBuilt(node))) process.exit(1);
}

const followParent = pathToFileURL(inProject("scripts", "follow-parent.mjs")).href;
const entry = isDev ? inProject("server", "dev.ts") : SERVER_ENTRY;
// The flags keep the heap closer to what is in use (docs/decisions/0016-memory.md).
const flags = readJson(inProject("scripts", "server-flags.json"));
const env = environmentFor(node, { NODE_ENV: isDev ? "development" : "production" });
endLike(await runChild(node, [...flags, "--import", followParent, entry], { env }));
