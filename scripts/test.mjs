// npm test: everything there is to check. The last line is always `N passed, N failed`.
import { ensureBuilt } from "./build.mjs";
import { addUp, checkCode, runPlaywright, runVitest, section } from "./checks.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";

await ensureInstalled({ dev: true });
const node = await ensureNode();
const { passed, failed, failures } = addUp([
  await checkCode(node),
  // First, because database tests boot the server's own edge, which serves the built files.
  await section("Build", async () => ((await ensureBuilt(node)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })),
  await section("Unit, property and database tests", () =>
    runVitest(node, ["--project", "unit", "--project", "slow", "--project", "database"]),
  ),
  await section("Torture, short form", () => runVitest(node, ["--project", "torture"])),
  await section("Browser tests", async () => {
    const chromium = await ensureChromium(node);
    return chromium ? runPlaywright(node, chromium) : { passed: 0, failed: 1 };
  }),
]);
for (const failure of failures ?? []) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
