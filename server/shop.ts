import { enableCompileCache } from "node:module";
import path from "node:path";

/** `npm run shop -- <command>`: the operator's commands. Runs as it is, on Node's type stripping; compiled code is kept, for half the time to start. */
enableCompileCache(path.resolve(import.meta.dirname, "..", "node_modules", ".cache", "shop"));
const { runCommandLine } = await import("./cli/run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
