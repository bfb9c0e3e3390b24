import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { precompress } from "./server/build/precompress.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  environments: {
    // The server bundle starts at our HTTP edge, which imports the routes: context keys and services then exist once.
    ssr: {
      build: { rollupOptions: { input: "./server/main.ts" } },
      // Only the few mail parts that are used: the whole package takes 0.7 s and 45 MB to load (measured).
      resolve: { noExternal: [/^@react-email\/(?!render$)/] },
    },
  },
  build: { assetsInlineLimit: 0 },
});
