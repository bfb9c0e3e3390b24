// npm run check: types, format, lint, what is unused, and the fast tests, in under a minute. npm test has everything.
import { addUp, checkCode, runVitest, section } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
const { passed, failed } = addUp([await checkCode(node), await section("Fast tests", () => runVitest(node, ["--project", "unit"]))]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
