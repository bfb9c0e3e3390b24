// npm run bench: the benchmarks against references measured in the same run, on the production build.
import { ensureBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode, environmentFor } from "./node24.mjs";
import { inProject } from "./project.mjs";
import { endLike, runChild } from "./processes/run-child.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
if (!(await ensureBuilt(node))) process.exit(1);
const chromium = await ensureChromium(node);
const env = environmentFor(node, { NODE_ENV: "production", ...(chromium === undefined ? {} : { SHOPBELL_CHROMIUM: chromium }) });
endLike(await runChild(node, ["--enable-source-maps", inProject("bench", "run.ts"), ...process.argv.slice(2)], { env }));
