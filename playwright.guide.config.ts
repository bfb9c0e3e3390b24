import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** Takes the pictures of the guide (docs/guide/images/) from the running demo: `npm run guide`. */
export default defineConfig({
  ...base,
  testMatch: "guide-pictures.ts",
  workers: 1,
  projects: [{ name: "guide", use: { viewport: { width: 1120, height: 720 }, deviceScaleFactor: 1 } }],
});
