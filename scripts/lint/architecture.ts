/**
 * The allowed imports between modules and layers. `architecture-rule.ts` enforces these tables in lint; `architecture.slow.test.ts` checks
 * that every forbidden direction is reported. Explained in docs/architecture.md.
 */

/** The modules of app/, top to bottom. A file imports from its own module and from modules below it. */
export const MODULES = [
  "routes", // with root.tsx, routes.ts and the entries
  "http",
  "frame",
  "checkout",
  "orders",
  "payments",
  "mail",
  "cart",
  "promotions",
  "content",
  "catalogue",
  "store",
  "staff",
  "media",
  "kit",
  "platform",
  "values",
  "texts",
] as const;

/** The allowed imports of each layer: layers (of its own module and of those below) and modules without layers. */
export const LAYERS = {
  domain: { layers: ["domain"], unlayered: ["values", "texts"] },
  data: { layers: ["domain", "data"], unlayered: ["values", "texts", "platform"] },
  gateway: { layers: ["domain", "gateway"], unlayered: ["values", "texts", "platform"] },
  workflows: { layers: ["domain", "data", "gateway", "workflows"], unlayered: ["values", "texts", "platform"] },
  ui: { layers: ["domain", "ui"], unlayered: ["values", "texts", "kit"] },
} as const satisfies Record<string, { layers: readonly string[]; unlayered: readonly string[] }>;

/**
 * Table declarations. Every `data/` layer may import them, also from modules above, because joins need them and a table is declared once.
 * Only the owning module writes a table; the exception is the erasure of a customer, one action on all of them.
 */
export const TABLES = /^app\/[^/]+\/data\/(?:.+\/)?tables\.ts$/;

/** Modules without layers. */
export const UNLAYERED: readonly string[] = ["routes", "http", "frame", "kit", "platform", "values", "texts"];

/** Imports allowed between the top-level folders. Only tests import test code. */
export const OUTSIDE_IMPORTS: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
  { from: /^(payments|routes)$/, to: /^stripe-simulator\/(keys|test-cards)\.ts$/ },
  { from: /^stripe-simulator$/, to: /^app\/values\// },
  { from: /^db$/, to: /^(app|stripe-simulator)\// },
  { from: /^scripts$/, to: /^app\/http\/environment\.mjs$/ },
  { from: /^server$/, to: /^(app|db|stripe-simulator)\// },
];

/** Files that may use zod: schemas, promotion actions and conditions (rule, schema and texts in one file), request readers and the OpenAPI description. */
export const SCHEMAS =
  /\.schema\.ts$|^app\/promotions\/domain\/(?:kinds|conditions)\/|^app\/http\/.*\.server\.ts$|^app\/routes\/api\/openapi\//;

/** Packages restricted to certain folders of app/. Others are allowed everywhere except in domain/ and values/. */
export const PACKAGES: readonly { readonly names: readonly string[]; readonly where: RegExp }[] = [
  { names: ["zod"], where: SCHEMAS },
  { names: ["zod-openapi"], where: /^app\/routes\/api\// },
  { names: ["drizzle-orm"], where: /\/data\/|^app\/platform\/db\// },
  { names: ["pg", "pg-boss"], where: /\/data\/|^app\/platform\/|^app\/http\/limits\// },
  {
    names: ["stripe", "@sendgrid/mail", "nodemailer", "web-push", "@point-of-sale", "sharp", "flydrive", "@aws-sdk"],
    where: /\/gateway\//,
  },
  { names: ["@stripe/stripe-js", "@stripe/react-stripe-js"], where: /^app\/checkout\/ui\// },
  { names: ["pdfkit", "fontkit"], where: /^app\/orders\/workflows\/receipt\// },
  { names: ["@react-email"], where: /^app\/(orders\/workflows\/mail\/|http\/staff\/password-mail)/ },
  { names: ["react", "react-dom"], where: /\/ui\/|^app\/(kit|frame|routes|texts|orders\/workflows\/mail|mail\/workflows)\/|^app\/[^/]+$/ },
  { names: ["lucide-react", "@base-ui", "@tiptap", "sonner"], where: /\/ui\/|^app\/(kit|frame|routes)\/|^app\/[^/]+$/ },
  { names: ["@conform-to"], where: /^app\/(kit|http)\// },
  { names: ["react-router"], where: /\/ui\/|^app\/(kit|frame|routes|http)\/|^app\/[^/]+$/ },
];

/** Functions restricted to certain folders. Transactions start in workflows only, so that they never nest. */
export const RESTRICTED_FUNCTIONS: readonly { readonly name: string; readonly where: RegExp }[] = [
  { name: "inTransaction", where: /\/workflows\/|^(server|db)\// },
];

/** Globals that pure code may not use: time, randomness and I/O are passed in. `Date` is allowed as a type. */
export const IMPURE_GLOBALS = [
  "process",
  "fetch",
  "Date",
  "crypto",
  "performance",
  "setTimeout",
  "setInterval",
  "window",
  "document",
  "localStorage",
];

/** Files with texts for customers (globs): they import them from the catalogue in app/texts. */
export const CUSTOMER_TEXTS = [
  "app/root.tsx",
  "app/*/ui/**",
  "app/frame/*",
  "app/routes/shop/**",
  "app/routes/api/checkout.ts",
  "app/kit/{pager,counted-text,quantity-stepper}.tsx",
  "app/kit/forms/field.tsx",
  "app/kit/lost-connection.ts",
  "app/kit/toasts/*",
  "app/mail/workflows/**",
  "app/orders/workflows/{mail,receipt}/**",
  "app/orders/workflows/{together-words,counter/order-notifications}.server.ts",
  "app/orders/domain/{order-sentences,order-steps,payment-words,test-payment}.ts",
  "app/orders/domain/{receipt/receipt-number,customers/export-words,changes/event-words,mail/sample-mail}.ts",
  "app/cart/workflows/**",
  "app/cart/domain/{cart,find-cart-problems,hours-problems,next-steps}.ts",
  "app/cart/domain/pricing/**",
  "app/catalogue/domain/{order-hours,order-hours-note,sold-out-text,product,shown,suggestions}.ts",
  "app/catalogue/domain/customization/{customization-choices,line-title,customization,choice-edits,choice-fields}.ts",
  "app/catalogue/domain/{order-rules,variants}/{order-rules,line-limits}.ts",
  "app/promotions/domain/{wording,schedule,sale-prices,offer-state}.ts",
  "app/promotions/domain/engine/**",
  "app/promotions/workflows/sale-prices.server.ts",
  "app/routes/api/cart/**",
  "app/routes/api/wire/answer-cart.ts",
  "app/checkout/workflows/{guest-order,review-order-item,open-shop,settle/retake-holds,settle/refuse-order}.server.ts",
  "app/checkout/workflows/place/{limit-holds,place-order,reserve-order}.server.ts",
  "app/payments/domain/decline-sentences.ts",
  "app/store/domain/hours/{opening-hours,slots}.ts",
  "app/store/domain/delivery/postal-code.ts",
  "app/content/domain/accessibility-statement.ts",
  "app/content/data/page-html.server.ts",
  "app/values/money/money-input.ts",
  "app/values/clock/region-format.ts",
  "app/http/answers/receipt-file.server.ts",
  "app/http/limits/*",
  "app/http/staff/password-mail.server.tsx",
];

/** Among those, the files with texts for staff. */
export const NO_CUSTOMER_TEXTS = [
  "app/*/ui/staff/**",
  "app/{media,staff}/ui/**",
  "app/mail/workflows/{email-source,send-mail}.server.ts",
  "app/frame/{edit-path.ts,opening-soon-bar.tsx,staff-bar.tsx}",
  "app/routes/shop/files/robots.ts",
  "**/*.test.{ts,tsx}",
];
