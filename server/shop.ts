import { enableCompileCache } from "node:module";
import path from "node:path";

/** `npm run shop -- <command>`: operator commands. Runs on Node's type stripping with a compile cache. */
enableCompileCache(path.resolve(import.meta.dirname, "..", "node_modules", ".cache", "shop"));
const { runCommandLine } = await import("./cli/run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
