import { printProblem, printProgress } from "./terminal.ts";

/** Beyond the drain: requests have two seconds, jobs twelve, the database ten; then exit. The next start recovers. */
const STOP_LIMIT_MS = 30_000;

/** Ends the process with exit code 0 when `stop` is done. SIGTERM leaves a load balancer `drainSeconds`; a terminal has none. */
export function stopOnSignals(
  signals: readonly NodeJS.Signals[],
  drainSeconds: number,
  stop: (options?: { readonly drainMs: number }) => Promise<void>,
): void {
  let isStopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      const drainMs = signal === "SIGTERM" ? drainSeconds * 1000 : undefined;
      printProgress("Stopping: finishing what is under way");
      setTimeout(
        () => {
          printProblem("The shop did not stop in time and was ended.", []);
          process.exit(1);
        },
        STOP_LIMIT_MS + (drainMs ?? 0),
      ).unref();
      stop(drainMs === undefined ? undefined : { drainMs }).then(
        () => process.exit(0),
        (error: unknown) => {
          printProblem("The shop did not stop cleanly:", [String(error)]);
          process.exit(1);
        },
      );
    });
  }
}
