import type { ServerBuild } from "react-router";
import type { Env } from "#app/http/env.server.ts";
import { boot, type Shop } from "#server/boot.ts";
import { explain, printProblem, printProgress } from "#server/terminal.ts";
import type { FromWorker, Ready, ToWorker } from "./messages.ts";

/** On other platforms the workers share the primary's socket. */
const HAS_OWN_SOCKETS = process.platform === "linux";

/** A web worker: a complete shop on the shared port, controlled by its primary. If the primary ends, Node ends the worker. */
export function runWorker(env: Env, build: ServerBuild): void {
  let shop: Shop | undefined;

  async function start({ port, embeddedUrl, runsJobs, isFirst }: ToWorker & { readonly kind: "start" }): Promise<void> {
    const onProgress = isFirst ? printProgress : () => undefined;
    shop = await boot({
      env: { ...env, port },
      sharesPort: HAS_OWN_SOCKETS,
      loadBuild: () => build,
      isDev: false,
      keepsBuildFiles: true,
      onProgress,
      embeddedUrl,
      runsJobs,
    });
    const { url, firstAdmin } = shop;
    const ready: Ready = { kind: "ready", url, firstAdmin };
    process.send?.(ready);
  }

  async function report(id: string): Promise<void> {
    const answer: FromWorker = { kind: "report", id, report: (await shop?.metrics?.report()) ?? [] };
    process.send?.(answer);
  }

  const end = (error: unknown) => {
    printProblem(shop === undefined ? "A web worker could not start:" : "A web worker did not stop cleanly:", explain(error));
    process.exit(1);
  };
  // A terminal and some supervisors signal the whole process group; the worker follows the primary's messages instead.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("message", (message: ToWorker) => {
    if (message.kind === "start") start(message).catch(end);
    else if (message.kind === "report") void report(message.id);
    else if (message.kind === "stop") {
      if (shop === undefined) process.exit(0);
      else shop.stop(message).then(() => process.exit(0), end);
    }
  });
}
