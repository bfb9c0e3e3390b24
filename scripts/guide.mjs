// npm run guide: takes the screenshots of docs/guide/ from the demo shop, on the production build.
import { ensureBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode, environmentFor } from "./node24.mjs";
import { commandOf } from "./project.mjs";
import { endLike, runChild } from "./processes/run-child.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
const chromium = await ensureChromium(node);
if (chromium === undefined || !(await ensureBuilt(node))) process.exit(1);
const env = environmentFor(node, { SHOPBELL_CHROMIUM: chromium });
endLike(await runChild(node, [commandOf("playwright"), "test", "--config", "playwright.guide.config.ts"], { env }));
