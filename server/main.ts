import cluster from "node:cluster";
import { parseEnv, type Env } from "#app/http/env.server.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { explain, printBanner, printProblem, printProgress } from "./terminal.ts";

/** The production server: `npm start` runs its bundle. */
const env = parseEnv(process.env);
if (!env.ok) {
  printProblem("The shop cannot start with this environment:", env.error);
  process.exit(2);
}

if (cluster.isPrimary && process.env.NODE_ENV !== "production") {
  printProgress("NODE_ENV is not production: pages are drawn several times slower (npm start sets it)");
}

// The primary process of several workers loads no pages.
const loadShop = () => Promise.all([import("virtual:react-router/server-build"), import("./boot.ts"), import("./workers/worker.ts")]);

// Not awaited here: lazily loaded files of the bundle import this one.
run(env.value).catch((error: unknown) => {
  printProblem("The shop could not start:", explain(error));
  if (process.env.LOG_LEVEL === "debug") console.error(error);
  process.exit(1);
});

function run(own: Env): Promise<void> {
  if (cluster.isWorker) return work(own);
  return own.webProcesses > 1 ? direct(own) : serve(own);
}

async function serve(own: Env): Promise<void> {
  const [build, { boot }] = await loadShop();
  const shop = await boot({ env: own, loadBuild: () => build, isDev: false, keepsBuildFiles: true, onProgress: printProgress });
  printBanner(shop, own);
  stopOnSignals(["SIGINT", "SIGTERM", "SIGHUP"], own.drainSeconds, (how) => shop.stop(how));
}

async function work(own: Env): Promise<void> {
  const [build, , { runWorker }] = await loadShop();
  runWorker(own, build);
}

async function direct(own: Env): Promise<void> {
  const { startPrimary } = await import("./workers/primary.ts");
  const primary = await startPrimary(own);
  printBanner(primary.facts, own);
  printProgress(`${own.webProcesses} web processes; kill -HUP ${process.pid} restarts them one after the other`);
  stopOnSignals(["SIGINT", "SIGTERM"], own.drainSeconds, (how) => primary.stop(how));
  process.on("SIGHUP", () => primary.restart());
}
