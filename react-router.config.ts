import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The framework compares a form's origin with the address of the inner request, which is http behind a proxy that ends TLS: it would refuse
  // every form of the shop. Our own check knows PUBLIC_URL and guards pages and calls alike (app/http/guards/origin-guard.server.ts).
  allowedActionOrigins: ["**"],
} satisfies Config;
