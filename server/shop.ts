import { runCommandLine } from "./cli/run-command-line.ts";

/** `npm run shop -- <command>`: the operator's commands. Runs as it is, on Node's type stripping. */
process.exitCode = await runCommandLine(process.argv.slice(2));
