import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // The server bundle starts at our HTTP edge, which imports the routes; so context keys and services exist once.
  build: isSsrBuild ? { rollupOptions: { input: "./server/main.ts" } } : {},
}));
