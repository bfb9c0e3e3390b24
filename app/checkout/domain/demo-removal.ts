import { keysOf } from "#app/values/narrow.ts";
import { counted } from "#texts/plural.ts";
import { stableHash } from "#app/values/stable-hash.ts";

/** The content that is removed with the demo, in the order of the list. */
const NOUNS = {
  products: ["product", "products"],
  categories: ["category", "categories"],
  templates: ["customization template", "customization templates"],
  promotions: ["promotion", "promotions"],
  couponSets: ["coupon set", "coupon sets"],
  pages: ["page", "pages"],
  menus: ["menu", "menus"],
  pictures: ["picture", "pictures"],
  reviews: ["review", "reviews"],
  orders: ["order", "orders"],
  customers: ["customer", "customers"],
} as const;

/** A number of rows of each kind. */
export type ContentCounts = Readonly<Record<keyof typeof NOUNS, number>>;

/** The state of the shop. */
export interface DemoFacts {
  /** The shop still has the demo data. */
  readonly isDemo: boolean;
  readonly content: ContentCounts;
  /** The content that was added after the demo. */
  readonly added: ContentCounts;
  /** Orders that are not finished, unpaid checkouts included. */
  readonly openOrders: number;
  /** Orders and payments that captured or authorized real money at the payment provider. */
  readonly realPayments: number;
  /** Payments whose cancellation at the provider is still pending. */
  readonly endingPayments: number;
  readonly runningImports: number;
}

/** Why the demo cannot be removed now, and how to resolve it; null = it can. `seal`: of the confirmed counts. */
export function refuseDemoRemoval(facts: DemoFacts, seal: string): string | null {
  if (!facts.isDemo) return "This shop has no demo content, or it was removed already.";
  if (facts.realPayments > 0) {
    return `Real money was taken or is on hold for ${counted(facts.realPayments, "order", "orders")}, and these records must stay. Delete the demo's products, promotions and pages in their lists instead.`;
  }
  if (facts.openOrders > 0) {
    return `${counted(facts.openOrders, "order is", "orders are")} still open. Complete, reject or cancel them first. An unpaid checkout ends by itself within the hour, a payment link at the time that it names.`;
  }
  if (facts.endingPayments > 0) {
    return `${counted(facts.endingPayments, "payment is", "payments are")} still being cancelled at Stripe. Try again in a minute, or see Payment problems.`;
  }
  if (facts.runningImports > 0) return "An import is running. Wait until it is done.";
  if (seal !== contentSeal(facts)) return "The shop has changed since the numbers were shown. Check them and confirm again.";
  return null;
}

/** Equal counts have equal seals. */
export function contentSeal({ content }: DemoFacts): string {
  return stableHash(JSON.stringify(keysOf(NOUNS).map((kind) => content[kind])));
}

/** "116 products", "14 categories"; kinds without rows are left out. */
export function contentWords(counts: ContentCounts): readonly string[] {
  return keysOf(NOUNS)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => counted(counts[kind], NOUNS[kind][0], NOUNS[kind][1]));
}
