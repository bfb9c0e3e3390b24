// npm test: all checks; npm test -- <section>: only the tests of one section. The last line is always `N passed, N failed`.
import fs from "node:fs";
import { ensureBuilt } from "./build.mjs";
import { addUp, checkCode, finish, runPlaywright, runVitest, section } from "./checks.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";
import { giveUp, inProject } from "./project.mjs";
import { useOwnTemporaryFolder } from "./processes/run-folder.mjs";

useOwnTemporaryFolder();
await ensureInstalled({ dev: true });
const node = await ensureNode();
const projects = ["--project", "unit", "--project", "slow", "--project", "database"];
// First, because database tests serve the built files.
const build = () => section("Build", async () => ((await ensureBuilt(node)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
/** @param {string[]} specs the specs to run; none = all */
const browse = (specs) =>
  section("Browser tests", async () => {
    const chromium = await ensureChromium(node);
    return chromium ? runPlaywright(node, chromium, specs) : { passed: 0, failed: 1 };
  });

const [wanted] = process.argv.slice(2);
finish(addUp(wanted === undefined ? await testEverything() : await testSection(wanted)));

async function testEverything() {
  const before = [await checkCode(node), await build()];
  // In parallel: while one waits, the other uses the processor.
  const [counts, browserCounts] = await Promise.all([testWithoutBrowser(), browse([])]);
  return [...before, ...counts, browserCounts];
}

async function testWithoutBrowser() {
  const isShownAtEnd = true;
  return [
    await section("Unit, property and database tests", () => runVitest(node, projects, { isShownAtEnd })),
    await section("Torture, short form", () => runVitest(node, ["--project", "torture"], { isShownAtEnd })),
  ];
}

/**
 * Vitest files with a folder or file of this name in their path, and browser tests with its singular in their own name.
 * @param {string} name e.g. "orders"
 */
async function testSection(name) {
  const specs = fs.readdirSync(inProject("e2e")).filter((file) => file.endsWith(".spec.ts") && file.includes(name.replace(/s$/, "")));
  const hasFiles = ["app", "server", "stripe-simulator", "db", "test", "scripts"].some((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
      .some((file) => /\.test\.tsx?$/.test(file) && `/${file}`.includes(`/${name}`)),
  );
  if (specs.length === 0 && !hasFiles) giveUp(`No test is about “${name}”: no path of a test contains it.`);
  const counts = [await build()];
  if (hasFiles) counts.push(await section("Unit, property and database tests", () => runVitest(node, [...projects, `/${name}`])));
  if (specs.length > 0) counts.push(await browse(specs.map((file) => `e2e/${file}`)));
  return counts;
}
