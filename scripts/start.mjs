// npm start: everything from a fresh clone to a running shop. npm run dev (--dev): the same with hot reload.
import { pathToFileURL } from "node:url";
import { judgeEnvironment } from "#app/http/environment.mjs";
import { ensureBuilt, isBuilt, SERVER_ENTRY } from "./build.mjs";
import { refuseWhileRunning } from "./data-in-use.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode, environmentFor } from "./node24.mjs";
import { giveUp, inProject, readJson } from "./project.mjs";
import { endLike, runChild } from "./processes/run-child.mjs";

const isDev = process.argv.includes("--dev");

const { errors, values } = judgeEnvironment(process.env);
if (errors.length > 0) giveUp(["The shop cannot start with this environment:", ...errors.map((error) => `  - ${error}`)].join("\n"), 2);
await refuseWhileRunning();
// The build tools are needed only for a build.
await ensureInstalled({ dev: isDev || !isBuilt() });
const node = await ensureNode();
if (!isDev && !(await ensureBuilt(node))) process.exit(1);

const followParent = pathToFileURL(inProject("scripts", "processes", "follow-parent.mjs")).href;
const entry = isDev ? inProject("server", "dev.ts") : SERVER_ENTRY;
// Flags limit the heap; variables let malloc return memory (docs/decisions/0016-memory.md).
const flags = readJson(inProject("scripts", "server-flags.json"));
const memory = readJson(inProject("scripts", "server-memory.json"));
const env = environmentFor(node, { ...memory, ...process.env, NODE_ENV: isDev ? "development" : "production" });
// Several web processes restart on SIGHUP; a single one ends.
const survivesHangup = !isDev && Number(values.WEB_PROCESSES ?? "1") > 1;
endLike(await runChild(node, [...flags, "--import", followParent, entry], { env, survivesHangup }));
