// npm run test:torture: the long torture tests and every cell of the fault matrix; about a quarter of an hour. npm run test:cluster: two
// machines behind nginx, PgBouncer and HAProxy, as far as these are installed; about five minutes. Both use only the loopback. Prints a
// table of the results and writes it to test-results/<name>.json. npm run test:torture -- soak [MINUTES]: steady load for two hours, or for
// the given minutes; Linux only.
import fs from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { addUp, runVitest, section } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";
import { giveUp, inProject } from "./project.mjs";
import { useOwnTemporaryFolder } from "./processes/run-folder.mjs";

const SOAK_MINUTES = "120";

const [asked, minutes = SOAK_MINUTES] = process.argv.slice(2);
const name = asked === "cluster" || asked === "soak" ? asked : "torture";
if (name === "soak" && !/^[1-9]\d*$/.test(minutes)) giveUp("Enter whole minutes: npm run test:torture -- soak 120");
useOwnTemporaryFolder();
await ensureInstalled({ dev: true });
const node = await ensureNode();
if (!(await ensureBuilt(node))) process.exit(1);
fs.mkdirSync(inProject("test-results"), { recursive: true });
const lines = inProject("test-results", `${name}.jsonl`);
for (const file of [lines, lines.replace(".jsonl", "-minutes.jsonl")]) fs.rmSync(file, { force: true });
const env = { SHOPBELL_TORTURE: "long", SHOPBELL_TORTURE_REPORT: lines, ...(name === "soak" ? { SHOPBELL_SOAK: minutes } : {}) };
/** @type {Record<"torture" | "cluster" | "soak", [title: string, args: string[]]>} */
const runs = {
  torture: ["Torture, long form", ["--project", "torture"]],
  cluster: ["Cluster", ["--project", "cluster"]],
  soak: [`Soak, ${minutes} minutes`, ["--project", "torture", "test/torture/soak.torture.test.ts"]],
};
const [title, args] = runs[name];
const storms = await section(title, () => runVitest(node, args, { env }));
const matrix =
  name === "torture"
    ? [await section("Fault matrix, all cells", () => runVitest(node, ["--project", "database", "test/fault-matrix/"], { env }))]
    : [];
const { passed, failed } = addUp([storms, ...matrix]);
const figures = fs.existsSync(lines) ? fs.readFileSync(lines, "utf8").trimEnd().split("\n").map(readFigure) : [];
const file = inProject("test-results", `${name}.json`);
fs.writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), passed, failed, figures }, null, 2)}\n`);
for (const { promise, tried, result } of figures) console.log(`| ${promise} | ${tried} | ${result} |`);
console.log(`${passed} passed, ${failed} failed; figures in ${file}`);
process.exit(failed > 0 ? 1 : 0);

/** @param {string} line */
function readFigure(line) {
  return /** @type {{ promise: string, tried: string, result: string }} */ (JSON.parse(line));
}
