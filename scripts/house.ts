/**
 * The house, written once: which noun stands above which, and who may import whom inside a noun. The lint rule in house-rule.ts reads these
 * tables, house.slow.test.ts tries every wrong way; docs/architecture.md says why.
 */

/** The nouns of app/, from the roof down. A file imports from its own noun and from those below it, never from above. */
export const NOUNS = [
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
] as const;

/** The rooms of a noun: which rooms (its own and those of the nouns below) and which nouns without rooms each may import from. */
export const ROOMS = {
  domain: { rooms: ["domain"], floors: ["values"] },
  data: { rooms: ["domain", "data"], floors: ["values", "platform"] },
  gateway: { rooms: ["domain", "gateway"], floors: ["values", "platform"] },
  workflows: { rooms: ["domain", "data", "gateway", "workflows"], floors: ["values", "platform"] },
  ui: { rooms: ["domain", "ui"], floors: ["values", "kit"] },
} as const satisfies Record<string, { rooms: readonly string[]; floors: readonly string[] }>;

/**
 * The tables of one database: queries (`data/`) of every noun may read and join them, also from below, so that a table is declared once. What is read of a
 * table that stands above is read only; its noun alone writes it.
 */
export const TABLES = /^app\/[^/]+\/data\/(?:.+\/)?tables\.ts$/;

/** Nouns that have no rooms: each is one room by itself. */
export const ONE_ROOM: readonly string[] = ["routes", "http", "frame", "kit", "platform", "values"];

/** Beside app/: what each neighbour may import from outside itself. Nothing imports test code; only tests do. */
export const NEIGHBOURS: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
  { from: /^(payments|routes)$/, to: /^stripe-simulator\/(keys|test-cards)\.ts$/ },
  { from: /^stripe-simulator$/, to: /^app\/values\// },
  { from: /^db$/, to: /^(app|stripe-simulator)\// },
  { from: /^scripts$/, to: /^app\/http\/environment\.mjs$/ },
  { from: /^server$/, to: /^(app|db|stripe-simulator)\// },
];

/**
 * The files that may use zod: schemas, a kind of action or condition of promotions (one file holds its rule, its schema and its words), and on the server what reads
 * requests and describes the calls.
 */
export const SCHEMAS =
  /\.schema\.ts$|^app\/promotions\/domain\/(?:kinds|conditions)\/|^app\/http\/.*\.server\.ts$|^app\/routes\/api\/openapi\//;

/** Packages that belong to certain places of app/. What is not listed here is free everywhere but in domain/ and values/. */
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
  { names: ["@react-email"], where: /^app\/(orders\/workflows\/mail\/|http\/staff\/password-mail)/ },
  { names: ["react", "react-dom"], where: /\/ui\/|^app\/(kit|frame|routes|orders\/workflows\/mail)\/|^app\/[^/]+$/ },
  { names: ["lucide-react", "@base-ui", "@tiptap", "sonner"], where: /\/ui\/|^app\/(kit|frame|routes)\/|^app\/[^/]+$/ },
  { names: ["@conform-to"], where: /^app\/(kit|http)\// },
  { names: ["react-router"], where: /\/ui\/|^app\/(kit|frame|routes|http)\/|^app\/[^/]+$/ },
];

/** Functions that only some places may import: transactions open in workflows alone, so that none opens inside another. */
export const DOORS: readonly { readonly name: string; readonly where: RegExp }[] = [
  { name: "inTransaction", where: /\/workflows\/|^(server|db)\// },
];

/** Rules are pure: time, chance and the world are handed in. `Date` stands for reading the clock; as a type it is free. */
export const WORLD = [
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
