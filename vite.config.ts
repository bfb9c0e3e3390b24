import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

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
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                // React and the router in one file, 4,800 bytes smaller than in the five that Vite makes, and unchanged between releases of the shop.
                { name: "framework", priority: 2, test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/ },
                // The frame of the shop and the product card, with all they need: fewer files, which also compress better together.
                { name: "shop", priority: 1, test: /app[\\/](?:root|routes[\\/]shop[\\/]layout|catalogue[\\/]ui[\\/]product-card)\.tsx/ },
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
