import * as build from "virtual:react-router/server-build";
import { parseEnv } from "#app/http/env.server.ts";
import { boot } from "./boot.ts";
import { explain, printBanner, printProgress, printProblem } from "./terminal.ts";

/** Beyond DRAIN_SECONDS: requests have two seconds, jobs twelve, the database ten; then exit. The next start recovers. */
const STOP_LIMIT_MS = 30_000;

/** The production server: `npm start` runs its bundle. */
const env = parseEnv(process.env);
if (!env.ok) {
  printProblem("The shop cannot start with this environment:", env.error);
  process.exit(2);
}

if (process.env.NODE_ENV !== "production") {
  printProgress("NODE_ENV is not production: pages are drawn several times slower (npm start sets it)");
}

if (env.value.webProcesses > 1) {
  printProgress(`WEB_PROCESSES is ${env.value.webProcesses}, but one process is what this version can use: one is started`);
}

try {
  const shop = await boot({ env: env.value, loadBuild: () => build, isDev: false, onProgress: printProgress });
  printBanner(shop, env.value);
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // Nobody waits for a load balancer at a terminal.
      const drainMs = signal === "SIGTERM" ? env.value.drainSeconds * 1000 : undefined;
      printProgress("Stopping: finishing what is under way");
      setTimeout(
        () => {
          printProblem("The shop did not stop in time and was ended.", []);
          process.exit(1);
        },
        STOP_LIMIT_MS + (drainMs ?? 0),
      ).unref();
      shop.stop(drainMs === undefined ? undefined : { drainMs }).then(
        () => process.exit(0),
        (error: unknown) => {
          printProblem("The shop did not stop cleanly:", [String(error)]);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  printProblem("The shop could not start:", explain(error));
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
}
