// npm run check: types, format, lint, what is unused, and the fast tests, in under a minute. npm test has everything.
import { addUp, checkFormat, checkLint, checkTypes, checkUnused, runVitest, section } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
const { passed, failed } = addUp([
  await section("Types", () => checkTypes(node)),
  await section("Format", () => checkFormat(node)),
  await section("Lint", () => checkLint(node)),
  await section("Unused", () => checkUnused(node)),
  await section("Fast tests", () => runVitest(node, ["--project", "unit"])),
]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
