import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { leaveOut } from "./server/build/leave-out.ts";
import { narrowText } from "./server/build/narrow-text.ts";
import { precompress } from "./server/build/precompress.ts";
import { sharedChunk } from "./server/build/shared-chunk.ts";
import { smallIcons } from "./server/build/small-icons.ts";
import { smallRouter } from "./server/build/small-router.ts";

const COMPILED_EARLY = /^(?:framework|shop|menu|lists|product|layout|root|entry\.client)$/;

const BUNDLED = [
  /^@react-email\/(?!render$)/,
  "lucide-react",
  /^@base-ui\//,
  "stripe",
  /^drizzle-orm/,
  /^zod/,
  "pg-boss",
  /^@?hono/,
  "libphonenumber-js",
  /^@conform-to/,
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), precompress(), smallIcons(), smallRouter(), leaveOut(), narrowText()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: "assets/[name]-[hash].js",
            // Most of these functions run while a page comes alive: compiled while they arrive, beside the page, and not when they are called, before it.
            postBanner: ({ name }) => (COMPILED_EARLY.test(name) ? "//# allFunctionsCalledOnLoad\n" : ""),
            codeSplitting: {
              groups: [
                // What every page needs, in one file that only changes with its versions.
                {
                  name: "framework",
                  priority: 4,
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/,
                },
                // A group takes along what its files need, so the one that every page loads chooses first, and what others need before these.
                { debugName: "shop", name: sharedChunk("shop"), priority: 3 },
                { debugName: "menu", name: sharedChunk("menu"), priority: 1 },
                { debugName: "lists", name: sharedChunk("lists"), priority: 1 },
                { debugName: "choices", name: sharedChunk("choices"), priority: 1 },
                { debugName: "hours", name: sharedChunk("hours"), priority: 2 },
                { debugName: "bill", name: sharedChunk("bill"), priority: 1 },
                { debugName: "ordering", name: sharedChunk("ordering"), priority: 1 },
              ],
            },
          },
        },
      },
    },
    // The server bundle starts at our HTTP edge, which imports the routes: context keys and services then exist once.
    ssr: {
      build: { rollupOptions: { input: "./server/main.ts" } },
      // Only the parts that are used, in one file: loaded whole and file by file these take 130 MB (measured; docs/decisions/0016-memory.md).
      resolve: { noExternal: BUNDLED },
    },
  },
  build: { assetsInlineLimit: 0 },
});
