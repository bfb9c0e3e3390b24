// npm run check: types, format, lint, unused code, and the fast tests, in under a minute. npm test runs everything.
import { addUp, checkCode, finish, runVitest, section } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNode } from "./node24.mjs";
import { useOwnTemporaryFolder } from "./processes/run-folder.mjs";

useOwnTemporaryFolder();
await ensureInstalled({ dev: true });
const node = await ensureNode();
finish(addUp([await checkCode(node), await section("Fast tests", () => runVitest(node, ["--project", "unit"]))]));
