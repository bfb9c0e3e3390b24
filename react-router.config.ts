import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // What routes do in the browser by themselves takes a line or two: a file for those lines would be one more to fetch before a page lives.
  splitRouteModules: false,
  // The framework compares a form's origin with the address of the inner request, which is http behind a proxy that ends TLS: it would refuse
  // every form of the shop. Our own check knows PUBLIC_URL and guards pages and calls alike (app/http/guards/origin-guard.server.ts).
  allowedActionOrigins: ["**"],
} satisfies Config;
