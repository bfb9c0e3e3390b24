import path from "node:path";
import type { Config } from "@react-router/dev/config";
import { buildDemoPictures } from "./server/build/build-demo-pictures.ts";
import { precompress } from "./server/build/precompress.ts";

export default {
  appDirectory: "app",
  ssr: true,
  // What routes do in the browser by themselves takes a line or two: a file for those lines would be one more to fetch before a page lives.
  splitRouteModules: false,
  // Every page knows all routes: six kilobytes once, instead of a question about its links at each page, which costs more than a cached page.
  routeDiscovery: { mode: "initial" },
  // The framework compares a form's origin with the address of the inner request, which is http behind a proxy that ends TLS: it would refuse
  // every form of the shop. Our own check knows PUBLIC_URL and guards pages and calls alike (app/http/guards/origin-guard.server.ts).
  allowedActionOrigins: ["**"],
  buildEnd: async ({ reactRouterConfig: { buildDirectory } }) => {
    await precompress(path.join(buildDirectory, "client"));
    await buildDemoPictures();
  },
} satisfies Config;
