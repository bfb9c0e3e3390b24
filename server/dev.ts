import type { Server } from "node:http";
import { createServer } from "vite";
import type { parseEnv as ParseEnv } from "#app/http/env.server.ts";
import type { boot as Boot } from "./boot.ts";
import type * as Terminal from "./terminal.ts";

/** The shop with hot reload: Vite serves its modules, the edge everything else. */
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
// Loaded through Vite, so that edge and routes share modules.
const { parseEnv } = (await vite.ssrLoadModule("#app/http/env.server.ts")) as { parseEnv: typeof ParseEnv };
const { boot } = (await vite.ssrLoadModule("./server/boot.ts")) as { boot: typeof Boot };
const terminal = (await vite.ssrLoadModule("./server/terminal.ts")) as typeof Terminal;

const env = parseEnv(process.env);
if (!env.ok) {
  terminal.printProblem("The shop cannot start with this environment:", env.error);
  process.exit(2);
}
const shop = await boot({
  env: env.value,
  isDev: true,
  loadBuild: () => vite.ssrLoadModule("virtual:react-router/server-build") as never,
  wrapServer: (server: Server) => {
    const answer = server.listeners("request")[0] as (request: unknown, response: unknown) => void;
    server.removeAllListeners("request");
    server.on("request", (request, response) => vite.middlewares(request, response, () => answer(request, response)));
  },
  onProgress: terminal.printProgress,
});
terminal.printBanner(shop, env.value);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Vite would exit immediately, without stopping requests and database.
  process.removeAllListeners(signal);
  process.once(signal, () => {
    void Promise.all([vite.close(), shop.stop()]).then(() => process.exit(0));
  });
}
