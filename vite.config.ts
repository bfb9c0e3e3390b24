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

/** The frame of the shop, the product card, and the small parts that most pages of the shop share. */
const IN_EVERY_PAGE = new RegExp(
  [
    String.raw`app[\\/](?:root|routes[\\/]shop[\\/]layout|catalogue[\\/]ui[\\/]product-card)\.tsx$`,
    String.raw`app[\\/]cart[\\/]ui[\\/](?:add[\\/]quick-add|read-cart|use-cart-fetcher|use-cart-announcements)\.tsx?$`,
    String.raw`lucide-react[\\/].*[\\/](?:check|info|minus|plus|loader-circle|phone|circle-exclamation-point|circle-alert)\.m?js$`,
    String.raw`app[\\/](?:texts[\\/][^\\/]+[\\/]plural|values[\\/]number)\.ts$`,
    String.raw`app[\\/]kit[\\/](?:problem-note\.tsx|text-button\.ts|hooks[\\/]use-is-client\.ts|focus[\\/]use-(?:change-announcement|focus-after)\.ts)$`,
  ].join("|"),
);

/** Small parts that most pages of the staff area show, and no page of the shop. */
const IN_EVERY_STAFF_PAGE = new RegExp(
  [
    String.raw`app[\\/]kit[\\/](?:page-header|fold|status|empty-state|session|remove-button|record[\\/]delete-page)\.tsx?$`,
    String.raw`app[\\/]kit[\\/]forms[\\/](?:control|save-bar|html-control|switch-control|refused|post-form|leave-question)\.tsx?$`,
    String.raw`app[\\/](?:media[\\/]ui[\\/]file-size|staff[\\/]ui[\\/]own-password-field|orders[\\/]ui[\\/]staff[\\/]alerts[\\/]order-feed)\.tsx$`,
    String.raw`app[\\/]kit[\\/]hooks[\\/]use-(?:stored-text|shortcuts|leave-guard)\.ts$`,
    String.raw`lucide-react[\\/].*[\\/](?:chevron-right|chevron-up|arrow-down|arrow-up|pencil|triangle-exclamation-point|sliders-horizontal|external-link)\.m?js$`,
  ].join("|"),
);

/** The card form, its button and the frame of the wallets. */
const PAYING_BY_CARD = new RegExp(
  [
    String.raw`app[\\/]checkout[\\/]ui[\\/]payment[\\/](?:pay-bar|pay-outcome|confirm-at-simulator|use-wait-stage)\.tsx?$`,
    String.raw`app[\\/]checkout[\\/]ui[\\/](?:sections[\\/](?:section|card-form|test-card)|wallets[\\/](?:wallet|wallet-frame))\.tsx?$`,
  ].join("|"),
);

const NAMED: ReadonlySet<string> = new Set(["framework", "shop", "staff"]);

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          // The texts of the catalogue stand in the files that show them, without a name to look up: 120 bytes less a page than before the catalogue.
          optimization: { inlineConst: { mode: "all", pass: 3 } },
          output: {
            // Every page's list of routes names all files: parts that pages share are called by their hash alone, which makes it 1,000 bytes smaller.
            chunkFileNames: ({ name }) => (NAMED.has(name) ? "assets/[name]-[hash].js" : "assets/[hash].js"),
            codeSplitting: {
              groups: [
                // React and the router in one file, 4,800 bytes smaller than in the five that Vite makes, and unchanged between releases of the shop.
                { name: "framework", priority: 2, test: /node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/ },
                // The frame of the shop and the product card, with all they need: fewer files, which also compress better together.
                { name: "shop", priority: 1, test: IN_EVERY_PAGE },
                // The checkout has fields and reads amounts, too: without this line it would load the staff's file for them, and four files instead of one.
                {
                  name: "field",
                  priority: 1,
                  test: /app[\\/](?:kit[\\/]forms[\\/]field|values[\\/](?:form|result|money[\\/]money-input))\.tsx?$/,
                },
                // Cart, checkout and order pages show the same sums.
                {
                  name: "totals",
                  priority: 1,
                  test: /app[\\/]cart[\\/](?:ui[\\/](?:summary[\\/]totals|lines[\\/]option-list)|domain[\\/]pricing[\\/]tax-label)\.tsx?$/,
                },
                // What the checkout shares with payment links and with wallets, in one file instead of three.
                { name: "card", priority: 1, test: PAYING_BY_CARD },
                // Nearly all that shows a time does so by the shop's clock.
                {
                  name: "clock",
                  priority: 1,
                  test: /app[\\/](?:texts[\\/][^\\/]+[\\/]calendar|values[\\/](?:time|clock[\\/].*)|kit[\\/]hooks[\\/]use-shop-clock)\.tsx?$/,
                },
                // The same for the staff area. Its pages then name one file instead of twenty in the list of routes, which every page of the shop loads.
                { name: "staff", test: IN_EVERY_STAFF_PAGE },
                { name: "record", test: /app[\\/]kit[\\/]record[\\/](?!delete-page|undo-button)/ },
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
