import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createPostgresStore } from "#stripe-simulator/store/postgres-store.ts";
import { createStripeSimulator } from "#stripe-simulator/stripe-simulator.ts";
import { freePort, makeDataDir, pinned, processorMs, removeDataDir, startShop, type Pinning } from "./shop-process.ts";

export interface RateFigures {
  readonly what: string;
  readonly shopPerSecond: number;
  readonly referencePerSecond: number;
  /** shop ÷ reference */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Timed {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const PARALLEL = 4;
/**
 * Warm-up of the shop and the reference. A new process runs its code slowly, and compiles it, for some hundreds of purchases: those have
 * their own metric (`benchFirstPurchases`).
 */
export const WARM_UP = 400;

async function timed(count: number, once: (index: number) => Promise<void>): Promise<Timed> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let index = next++; index < count; index = next++) {
        const begun = performance.now();
        await once(index);
        times.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: count / seconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

async function call(
  url: string,
  init: { readonly method?: string; readonly cookie?: string; readonly body?: unknown; readonly headers?: Record<string, string> },
) {
  const response = await fetch(url, {
    method: init.method ?? "GET",
    headers: {
      ...(init.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(init.cookie === undefined ? {} : { Cookie: init.cookie }),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const json = (await response.json()) as Record<string, never>;
  if (!response.ok) throw new Error(`${init.method ?? "GET"} ${url}: ${response.status} ${JSON.stringify(json)}`);
  return {
    json: json as Record<string, unknown>,
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; "),
  };
}

/** The same requests to a bare server (bare-orders.ts), on the shop's core and with the shop's database. */
async function againstBare<T>(databaseUrl: string, work: (url: string) => Promise<T>, { isPinned = true }: Pinning = {}): Promise<T> {
  const port = await freePort();
  const [command, args] = pinned(process.execPath, ["bench/bare-orders.ts", String(port), databaseUrl], isPinned ? 0 : null);
  const server = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(server.stdout, "data");
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}

/** Adding a line to a new cart and reading the whole priced cart back. */
export async function benchCartWrite(shopUrl: string, databaseUrl: string, productId: number, count: number): Promise<RateFigures> {
  const addTo = (url: string) => async () => {
    const body = { productId, quantity: 1, customizations: [], note: randomUUID().slice(0, 8) };
    await call(`${url}/api/cart/items`, { method: "POST", body });
  };
  await timed(20, addTo(shopUrl));
  const shop = await timed(count, addTo(shopUrl));
  const reference = await againstBare(databaseUrl, async (url) => {
    await timed(20, addTo(url));
    return timed(count, addTo(url));
  });
  return {
    what: "cart write",
    shopPerSecond: shop.perSecond,
    referencePerSecond: reference.perSecond,
    rate: shop.perSecond / reference.perSecond,
    p50Ms: shop.p50Ms,
    p99Ms: shop.p99Ms,
  };
}

type Buy = (index: number) => Promise<void>;

/** A whole purchase over HTTP: cart, checkout, card confirmed, order received; with an offer, its code is entered in between. */
function purchaseAt(url: string, productId: number, offer: BenchOffer | null): Buy {
  return async (index) => {
    const added = await call(`${url}/api/cart/items`, {
      method: "POST",
      body: { productId, quantity: 1, customizations: [], note: "" },
    });
    const priced =
      offer === null
        ? added.json
        : (
            await call(`${url}/api/apply-promotions`, {
              method: "POST",
              cookie: added.cookie,
              body: { cartId: String(added.json.id), couponCodes: [offer.code] },
            })
          ).json.cart;
    const total = Number((priced as { final_total: unknown }).final_total);
    const placed = await call(`${url}/api/checkout`, {
      method: "POST",
      cookie: added.cookie,
      headers: { "Idempotency-Key": randomUUID() },
      body: {
        customer: { name: "Bench Buyer", email: `bench${index}-${randomUUID().slice(0, 6)}@example.com`, phone: "+14165550100" },
        fulfillment: "pickup",
        expectedTotal: total,
      },
    });
    const secret = String(placed.json.clientSecret);
    const confirmed = await fetch(`${url}/_simulator/stripe/v1/payment_intents/${secret.split("_secret")[0]}/confirm`, {
      method: "POST",
      body: new URLSearchParams({ key: String(placed.json.publishableKey), client_secret: secret, payment_method: "pm_card_visa" }),
    });
    if (!confirmed.ok) throw new Error(await confirmed.text());
    await confirmed.arrayBuffer();
    const status = await call(`${url}/api/order-status?order=${String(placed.json.orderToken)}`, {});
    if (status.json.status !== "received") throw new Error(`the order is ${String(status.json.status)}`);
  };
}

/**
 * `count` purchases after `warmUp` of them. The reference handles the same requests and writes the same rows as a purchase; it prices
 * nothing and checks nothing.
 */
export async function benchCheckout(
  shopUrl: string,
  databaseUrl: string,
  productId: number,
  { count, warmUp, isPinned }: Pinning & { readonly count: number; readonly warmUp: number },
  offer: BenchOffer | null = null,
): Promise<RateFigures> {
  await timed(warmUp, purchaseAt(shopUrl, productId, offer));
  const shop = await timed(count, purchaseAt(shopUrl, productId, offer));
  const reference = await againstBare(
    databaseUrl,
    async (url) => {
      await timed(warmUp, purchaseAt(url, productId, offer));
      return timed(count, purchaseAt(url, productId, offer));
    },
    { isPinned },
  );
  return {
    what: offer === null ? "purchase" : "redemption",
    shopPerSecond: shop.perSecond,
    referencePerSecond: reference.perSecond,
    rate: shop.perSecond / reference.perSecond,
    p50Ms: shop.p50Ms,
    p99Ms: shop.p99Ms,
  };
}

export interface FirstFigures {
  readonly perSecond: number;
  /** CPU time of one purchase, in milliseconds; null where it is not available. */
  readonly nodeMs: number | null;
  readonly databaseMs: number | null;
}

/** The first `count` purchases after the start of a shop that an earlier start filled. */
export async function benchFirstPurchases(productId: number, count: number): Promise<FirstFigures> {
  const dataDir = makeDataDir();
  try {
    await (await startShop(dataDir)).stop();
    const shop = await startShop(dataDir);
    try {
      const before = processorMs(shop.pid);
      const { perSecond } = await timed(count, purchaseAt(shop.url, productId, null));
      const after = processorMs(shop.pid);
      const each = (kind: "node" | "database") => (before === null || after === null ? null : (after[kind] - before[kind]) / count);
      return { perSecond, nodeMs: each("node"), databaseMs: each("database") };
    } finally {
      await shop.stop();
    }
  } finally {
    removeDataDir(dataDir);
  }
}

/** A code with limits that a run never reaches, so that every checkout locks and counts. */
export interface BenchOffer {
  readonly code: string;
  readonly codeId: number;
  readonly promotionId: number;
}

/** Stores a coupon of $1 off with a number of uses, a budget and a limit per customer. */
export async function addBenchOffer(databaseUrl: string): Promise<BenchOffer> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const target = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
    const code = `BENCH${randomUUID().slice(0, 8).toUpperCase()}`;
    const { rows } = await client.query<{ codeId: number; promotionId: number }>(
      `with offer as (
         insert into promotions (name, title, status, trigger, condition, action_kind, action_params, total_uses, per_customer_uses, budget_cents)
         values ($1, $1, 'active', 'coupon', '{"type": "all", "of": []}', 'order-fixed', $2, 1000000, 1000000, 1000000000) returning id),
       made as (insert into coupon_sets (name, promotion_id) select $1, id from offer returning id)
       insert into coupon_codes (coupon_set_id, code, normalized_code, max_uses) select id, $1, $1, 1000000 from made
       returning id as "codeId", (select id from offer) as "promotionId"`,
      [code, JSON.stringify({ amount: 100, target })],
    );
    const [made] = rows;
    if (made === undefined) throw new Error("the coupon of the bench was not stored");
    return { code, ...made };
  } finally {
    await client.end();
  }
}

/** The simulator's share of a purchase: a payment created, confirmed and read, one after another; milliseconds each. */
export async function benchSimulator(databaseUrl: string, count: number): Promise<{ readonly msEach: number }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { app } = createStripeSimulator({
    store: createPostgresStore(pool),
    secretKeys: [SIMULATOR_SECRET_KEY],
    publishableKeys: [SIMULATOR_PUBLISHABLE_KEY],
    publicUrl: "http://127.0.0.1",
    webhook: null,
    onError: (error) => {
      throw error;
    },
  });
  const ask = async (path: string, fields?: Readonly<Record<string, string>>) => {
    const headers = { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`, "Idempotency-Key": randomUUID() };
    const init = fields === undefined ? { headers } : { method: "POST", headers, body: new URLSearchParams(fields) };
    const answer = await app.request(`/v1/payment_intents${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { readonly id: string };
  };
  const started = performance.now();
  for (let index = 0; index < count; index += 1) {
    const { id } = await ask("", { amount: "1130", currency: "usd", capture_method: "manual" });
    await ask(`/${id}/confirm`, { payment_method: "pm_card_visa" });
    await ask(`/${id}`);
  }
  const msEach = (performance.now() - started) / count;
  await pool.end();
  return { msEach };
}
