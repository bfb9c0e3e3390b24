import { parseEnv } from "#app/http/env.server.ts";
import { printProblem } from "./terminal.ts";

/** Judges the environment by itself, for scripts: before they build what could not start. Ends with 2 and names what is wrong. */
const env = parseEnv(process.env);
if (!env.ok) {
  printProblem("The shop cannot start with this environment:", env.error);
  process.exitCode = 2;
}
