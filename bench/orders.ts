import { randomUUID } from "node:crypto";
import pg from "pg";

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

/** Adding a line to a cart and reading the whole priced cart back, against the two writes and three reads by a bare client. */
export async function benchCartWrite(shopUrl: string, databaseUrl: string, productId: number, count: number): Promise<RateFigures> {
  const add = (cookie?: string) =>
    call(`${shopUrl}/api/cart/items`, {
      method: "POST",
      body: { productId, quantity: 1, customizations: [], note: randomUUID().slice(0, 8) },
      ...(cookie === undefined ? {} : { cookie }),
    });
  await timed(20, async () => void (await add()));
  const shop = await timed(count, async () => void (await add()));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: PARALLEL });
  const reference = await timed(count, () => writeCart(pool, productId).then(() => undefined));
  await pool.end();
  return {
    what: "cart write",
    shopPerSecond: shop.perSecond,
    referencePerSecond: reference.perSecond,
    rate: shop.perSecond / reference.perSecond,
    p50Ms: shop.p50Ms,
    p99Ms: shop.p99Ms,
  };
}

async function writeCart(pool: pg.Pool, productId: number): Promise<string> {
  const client = await pool.connect();
  try {
    const cartId = randomUUID();
    await client.query("begin");
    await client.query("select key, value from settings");
    await client.query("insert into carts (id) values ($1)", [cartId]);
    await client.query("select id, name, price_cents, is_sold_out, stock from products where id = $1", [productId]);
    await client.query("select category_id from product_categories where product_id = $1", [productId]);
    await client.query("select * from promotions where status = 'active'");
    await client.query("insert into cart_items (id, cart_id, product_id, quantity, fingerprint) values ($1, $2, $3, 1, $4)", [
      randomUUID(),
      cartId,
      productId,
      randomUUID(),
    ]);
    await client.query("update carts set version = version + 1, updated_at = now() where id = $1", [cartId]);
    await client.query("commit");
    await client.query("select * from cart_items where cart_id = $1", [cartId]);
    return cartId;
  } finally {
    client.release();
  }
}

/**
 * A whole purchase over HTTP: cart, checkout, card confirmed at the simulator, order received. The reference is one bare client that writes the
 * rows such a purchase leaves (cart, order, line, events, payment object, counter, mails, jobs left out) in the same number of transactions; it
 * prices nothing, checks nothing and speaks no HTTP.
 */
export async function benchCheckout(shopUrl: string, databaseUrl: string, productId: number, count: number): Promise<RateFigures> {
  const buy = async (index: number) => {
    const added = await call(`${shopUrl}/api/cart/items`, {
      method: "POST",
      body: { productId, quantity: 1, customizations: [], note: "" },
    });
    const total = Number(added.json.final_total);
    const placed = await call(`${shopUrl}/api/checkout`, {
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
    const confirmed = await fetch(`${shopUrl}/_simulator/stripe/v1/payment_intents/${secret.split("_secret")[0]}/confirm`, {
      method: "POST",
      body: new URLSearchParams({ key: String(placed.json.publishableKey), client_secret: secret, payment_method: "pm_card_visa" }),
    });
    if (!confirmed.ok) throw new Error(await confirmed.text());
    await confirmed.arrayBuffer();
    const status = await call(`${shopUrl}/api/order-status?order=${String(placed.json.orderToken)}`, {});
    if (status.json.status !== "received") throw new Error(`the order is ${String(status.json.status)}`);
  };
  await timed(8, buy);
  const shop = await timed(count, buy);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: PARALLEL });
  const reference = await timed(count, () => writePurchase(pool, productId));
  await pool.end();
  return {
    what: "purchase",
    shopPerSecond: shop.perSecond,
    referencePerSecond: reference.perSecond,
    rate: shop.perSecond / reference.perSecond,
    p50Ms: shop.p50Ms,
    p99Ms: shop.p99Ms,
  };
}

async function writePurchase(pool: pg.Pool, productId: number): Promise<void> {
  const cartId = await writeCart(pool, productId);
  const client = await pool.connect();
  const orderId = randomUUID();
  const event = (from: string | null, to: string, name: string) =>
    client.query("insert into order_events (order_id, actor, event, from_status, to_status) values ($1, 'system', $2, $3, $4)", [
      orderId,
      name,
      from,
      to,
    ]);
  try {
    await client.query("begin");
    await client.query("select * from carts where id = $1 for update", [cartId]);
    await client.query("select key, value from settings");
    await client.query("select * from promotions where status = 'active'");
    await client.query(
      `insert into orders (id, public_token, cart_id, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email, customer_phone,
        email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included, tip_cents, total_cents)
       values ($1, $2, $3, 'bench', $2, 'awaiting_payment', 'pending', 'simulator', 'pickup', 'Bench', 'bench@example.com', '', 'bench@example.com', '', 1000, 0, 0, 0, 130, '[]', false, 0, 1130)`,
      [orderId, randomUUID(), cartId],
    );
    await client.query(
      `insert into order_items (id, order_id, position, product_id, name, kitchen_name, quantity, base_price_cents, unit_price_cents, line_total_cents, discount_cents, tax_rate_ppm, tax_cents)
       values ($1, $2, 0, $3, 'Dish', 'Dish', 1, 1000, 1000, 1000, 0, 130000, 130)`,
      [randomUUID(), orderId, productId],
    );
    await event(null, "awaiting_payment", "checkout");
    await client.query("commit");
    // The payment: made, confirmed, read.
    const intent = `pi_bench_${orderId}`;
    await client.query("insert into simulator_objects (id, kind, body) values ($1, 'bench', '{}')", [intent]);
    await client.query("update orders set payment_intent_id = $2 where id = $1", [orderId, intent]);
    await client.query('update simulator_objects set body = \'{"status": "requires_capture"}\' where id = $1', [intent]);
    await client.query("select body from simulator_objects where id = $1", [intent]);
    await client.query("begin");
    await client.query("select * from orders where id = $1 for update", [orderId]);
    const counted = await client.query(
      "insert into order_counters values ('2000-01-01', 1) on conflict (business_date) do update set last = order_counters.last + 1 returning last",
    );
    await client.query(
      "update orders set status = 'received', payment_state = 'authorized', number = $2, business_date = '2000-01-01', placed_at = '2000-01-01', version = version + 1 where id = $1",
      [orderId, `B-${counted.rows[0].last}`],
    );
    await event("awaiting_payment", "received", "payment_authorized");
    await client.query("delete from cart_items where cart_id = $1", [cartId]);
    await client.query(
      "insert into mail_outbox (id, kind, order_id, recipient, dedupe_key, status) values ($1, 'bench', $2, 'bench@example.com', $3, 'sent')",
      [randomUUID(), orderId, randomUUID()],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}
