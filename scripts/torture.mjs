// npm run test:torture: the long form of the torture tests, on the production build; about a quarter of an hour, on the loopback only.
import { ensureBuilt } from "./build.mjs";
import { runVitest, section } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
if (!(await ensureBuilt(node))) process.exit(1);
const { passed, failed } = await section("Torture, long form", () =>
  runVitest(node, ["--project", "torture"], { SHOPBELL_TORTURE: "long" }),
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
