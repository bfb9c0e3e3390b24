// npm run shop -- <command>: the operator's commands. Prints nothing itself unless packages have to be installed first.
import { ensureInstalled } from "./install.mjs";
import { ensureNode, environmentFor } from "./node24.mjs";
import { inProject, readJson } from "./project.mjs";
import { endLike, runChild } from "./processes/run-child.mjs";

await ensureInstalled({ dev: false });
const node = await ensureNode();
const env = environmentFor(node, { NODE_ENV: process.env.NODE_ENV ?? "production" });
const flags = readJson(inProject("scripts", "server-flags.json"));
endLike(await runChild(node, [...flags, inProject("server", "shop.ts"), ...process.argv.slice(2)], { env }));
