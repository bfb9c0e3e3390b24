/** Scopes of an API token; their descriptions are on its page (docs/rules/roles.md). */
export const API_SCOPES = [
  "orders:read",
  "orders:enter",
  "orders:write",
  "orders:refund",
  "products:read",
  "products:write",
  "customers:read",
  "customers:write",
  "promotions:read",
  "promotions:write",
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_SCOPE_WORDS: Readonly<Record<ApiScope, { readonly label: string; readonly opens: string }>> = {
  "orders:read": { label: "Read orders", opens: "Lists, single orders with name, phone and address, and the live controls." },
  "orders:enter": {
    label: "Enter orders",
    opens:
      "Orders taken elsewhere, such as by telephone: at the shop's prices, without discounts by hand, and accepted at once or when paid.",
  },
  "orders:write": {
    label: "Change orders",
    opens:
      "Accept (the card is charged), reject, delay, change items, time and address, prepare, hand over; pause orders and mark items as sold out.",
  },
  "orders:refund": { label: "Cancel and refund orders", opens: "Cancel, which returns the money, and refund where order staff may." },
  "products:read": { label: "Read products", opens: "Lists and single products with price and stock, and categories." },
  "products:write": {
    label: "Change products",
    opens:
      "Add products, put them into the bin, change names, categories, price, cost, stock, sold out, visibility, SKU and barcode, rules for orders. Add, change, move and delete categories.",
  },
  "customers:read": {
    label: "Read customers",
    opens: "Lists and single customers with contacts, notes, allergies, tags and what they spent.",
  },
  "customers:write": { label: "Change customers", opens: "Notes, tags, marketing consent with its source, blocking." },
  "promotions:read": {
    label: "Read promotions",
    opens:
      "Lists and single promotions with their uses, and the codes of coupon sets. Email addresses in a condition only together with “Read customers”.",
  },
  "promotions:write": { label: "Change promotions", opens: "Add, change, pause, resume and end promotions; add codes to coupon sets." },
};

/** Prefix of every token: secret scanners recognize it, and it distinguishes tokens from a proxy's own `Bearer`. */
export const API_TOKEN_PREFIX = "shopbell_";
/** Maximum active tokens. */
export const MAX_API_TOKENS = 50;
/** Days until expiry, as offered in the form. */
export const API_TOKEN_DAYS = [30, 90, 365] as const;

interface ApiCall {
  readonly methods: readonly string[];
  readonly path: RegExp;
  readonly scope: ApiScope;
}

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Changes of orders. An action that would refund money (a change, a rejection after the charge) also requires `orders:refund`. */
const WORK = ["accept", "reject", "delay", "edit", "preparing", "ready", "out", "complete", "undo", "note"];

/** The calls that tokens may use; all others are for users. Paths in canonical spelling only. */
const CALLS: readonly ApiCall[] = [
  { methods: ["GET"], path: /^\/admin\/api\/orders$/, scope: "orders:read" },
  { methods: ["GET"], path: new RegExp(`^/admin/api/orders/(?:live|${ID}(?:/receipt)?)$`), scope: "orders:read" },
  { methods: ["POST"], path: /^\/admin\/api\/orders$/, scope: "orders:enter" },
  { methods: ["PUT"], path: /^\/admin\/api\/orders\/live$/, scope: "orders:write" },
  { methods: ["POST"], path: new RegExp(`^/admin/api/orders/${ID}/(?:${WORK.join("|")})$`), scope: "orders:write" },
  { methods: ["POST"], path: new RegExp(`^/admin/api/orders/${ID}/(?:cancel|refund)$`), scope: "orders:refund" },
  { methods: ["GET"], path: /^\/admin\/api\/(?:products|categories)(?:\/[0-9]+)?$/, scope: "products:read" },
  { methods: ["POST"], path: /^\/admin\/api\/(?:products|categories)$/, scope: "products:write" },
  { methods: ["PATCH", "DELETE"], path: /^\/admin\/api\/(?:products|categories)\/[0-9]+$/, scope: "products:write" },
  { methods: ["GET"], path: /^\/admin\/api\/customers(?:\/[0-9]+)?$/, scope: "customers:read" },
  { methods: ["PATCH"], path: /^\/admin\/api\/customers\/[0-9]+$/, scope: "customers:write" },
  { methods: ["GET"], path: /^\/admin\/api\/(?:promotions(?:\/[0-9]+)?|coupon-sets\/[0-9]+)$/, scope: "promotions:read" },
  { methods: ["POST"], path: /^\/admin\/api\/(?:promotions|coupon-sets\/[0-9]+)$/, scope: "promotions:write" },
  { methods: ["PATCH"], path: /^\/admin\/api\/promotions\/[0-9]+$/, scope: "promotions:write" },
];

/** The scope that this call requires; null = tokens may not use it. @param path as sent, without the query */
export function scopeOfCall(method: string, path: string): ApiScope | null {
  const effectiveMethod = method === "HEAD" ? "GET" : method;
  return CALLS.find((call) => call.methods.includes(effectiveMethod) && call.path.test(path))?.scope ?? null;
}

interface TokenDates {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

export function apiTokenStatus({ expiresAt, revokedAt }: TokenDates, now: Date): "active" | "expired" | "revoked" {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= now.getTime() ? "expired" : "active";
}

export function isApiScope(text: string): text is ApiScope {
  return API_SCOPES.some((scope) => scope === text);
}

/** The owner of an Idempotency-Key: a user, or one API token. The same key of another owner is another call. */
export function keyOwner(userId: number | null, tokenId: number | undefined): string {
  return tokenId === undefined ? `${userId}` : `${userId} token ${tokenId}`;
}
