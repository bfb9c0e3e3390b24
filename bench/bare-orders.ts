import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json, text } from "node:stream/consumers";
import pg from "pg";

/*
 * The reference of bench/orders.ts: the four requests of a purchase and the one that enters a code. It writes the same rows (cart, order,
 * line, events, payment, counter, email; no jobs) in the same number of transactions, over as many connections (`MOST_CONNECTIONS` of
 * server/services.ts). It prices nothing and checks nothing. `node bare-orders.ts <port> <database>`
 */

const pool = new pg.Pool({ connectionString: process.argv[3], max: 5 });

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const done = await work(client);
    await client.query("commit");
    return done;
  } finally {
    client.release();
  }
}

async function addItem(request: IncomingMessage): Promise<{ cookie: string; body: object }> {
  const { productId } = (await json(request)) as { productId: number };
  const cartId = randomUUID();
  await pool.query("select id, name, price_cents, is_sold_out, stock from products where id = $1", [productId]);
  await pool.query(
    `with cart as (insert into carts (id) values ($1) returning id)
     insert into cart_items (id, cart_id, product_id, quantity, fingerprint) select $2::uuid, id, $3::int, 1, $2::text from cart`,
    [cartId, randomUUID(), productId],
  );
  return { cookie: `cart=${cartId}`, body: { id: cartId, final_total: 11.3 } };
}

/** The use of a coupon by carts and orders. */
const offers = new Map<string, { readonly codeId: number; readonly promotionId: number }>();

async function applyCode(request: IncomingMessage): Promise<{ body: object }> {
  const { cartId, couponCodes } = (await json(request)) as { cartId: string; couponCodes: string[] };
  const { rows } = await pool.query(
    `select code.id as "codeId", offer.id as "promotionId" from coupon_codes code join coupon_sets of_set on of_set.id = code.coupon_set_id
     join promotions offer on offer.id = of_set.promotion_id where code.normalized_code = $1`,
    [couponCodes[0]],
  );
  await pool.query("update carts set version = version + 1 where id = $1", [cartId]);
  offers.set(cartId, rows[0]);
  return { body: { cart: { final_total: 10.17 } } };
}

/** Locks the limits, counts, and reserves one use. */
async function holdUse(client: pg.PoolClient, cartId: string, orderId: string): Promise<void> {
  const offer = offers.get(cartId);
  if (offer === undefined) return;
  await client.query("select * from promotions where id = $1 for update", [offer.promotionId]);
  await client.query("select * from coupon_codes where id = $1 for update", [offer.codeId]);
  await client.query("select count(*), sum(amount_cents) from promotion_uses where promotion_id = $1 and state in ('held', 'redeemed')", [
    offer.promotionId,
  ]);
  await client.query(
    "insert into promotion_uses (promotion_id, coupon_code_id, order_id, email_key, amount_cents, state) values ($1, $2, $3, $4, 100, 'held')",
    [offer.promotionId, offer.codeId, orderId, `${orderId}@example.com`],
  );
  offers.set(orderId, offer);
}

async function checkout(request: IncomingMessage): Promise<{ body: object }> {
  await json(request);
  const cartId = request.headers.cookie?.split("=")[1] ?? "";
  const orderId = randomUUID();
  await inTransaction(async (client) => {
    await client.query("select * from carts where id = $1 for update", [cartId]);
    const { rows } = await client.query("select product_id from cart_items where cart_id = $1", [cartId]);
    await client.query(
      `insert into orders (id, public_token, cart_id, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email, customer_phone,
        email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included, tip_cents, total_cents)
       values ($1, $2, $3, 'bench', $2, 'awaiting_payment', 'pending', 'simulator', 'pickup', 'Bench', 'bench@example.com', '', 'bench@example.com', '', 1000, 0, 0, 0, 130, '[]', false, 0, 1130)`,
      [orderId, orderId, cartId],
    );
    await client.query(
      `insert into order_items (id, order_id, position, product_id, name, kitchen_name, quantity, base_price_cents, unit_price_cents, line_total_cents, discount_cents, tax_rate_ppm, tax_cents)
       values ($1, $2, 0, $3, 'Dish', 'Dish', 1, 1000, 1000, 1000, 0, 130000, 130)`,
      [randomUUID(), orderId, rows[0]?.product_id],
    );
    await client.query(
      "insert into order_events (order_id, actor, event, from_status, to_status) values ($1, 'guest', 'checkout', null, 'awaiting_payment')",
      [orderId],
    );
    await holdUse(client, cartId, orderId);
  });
  await pool.query("insert into simulator_objects (id, kind, body) values ($1, 'bench', '{}')", [`pi_${orderId}`]);
  await pool.query("update orders set payment_intent_id = $2 where id = $1", [orderId, `pi_${orderId}`]);
  return { body: { orderToken: orderId, clientSecret: `pi_${orderId}_secret`, publishableKey: "pk" } };
}

async function confirm(request: IncomingMessage, path: string): Promise<{ body: object }> {
  await text(request);
  await pool.query('update simulator_objects set body = \'{"status": "requires_capture"}\' where id = $1', [path.split("/").at(-2)]);
  return { body: { status: "requires_capture" } };
}

async function status(token: string): Promise<{ body: object }> {
  await pool.query("select body from simulator_objects where id = $1", [`pi_${token}`]);
  await inTransaction(async (client) => {
    const { rows } = await client.query("select * from orders where id = $1 for update", [token]);
    const counted = await client.query(
      "insert into order_counters values ('2000-01-01', 1) on conflict (business_date) do update set last = order_counters.last + 1 returning last",
    );
    await client.query(
      "update orders set status = 'received', payment_state = 'authorized', number = $2, business_date = '2000-01-01', placed_at = '2000-01-01', version = version + 1 where id = $1",
      [token, `B-${counted.rows[0].last}`],
    );
    await client.query(
      "insert into order_events (order_id, actor, event, from_status, to_status) values ($1, 'system', 'payment_authorized', 'awaiting_payment', 'received')",
      [token],
    );
    if (offers.has(token)) await client.query("update promotion_uses set state = 'redeemed' where order_id = $1", [token]);
    await client.query("delete from cart_items where cart_id = $1", [rows[0]?.cart_id]);
    await client.query(
      "insert into mail_outbox (id, kind, order_id, recipient, dedupe_key, status) values ($1, 'bench', $2, 'bench@example.com', $3, 'sent')",
      [randomUUID(), token, randomUUID()],
    );
  });
  return { body: { status: "received" } };
}

async function answer(request: IncomingMessage): Promise<{ readonly body: object; readonly cookie?: string }> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bench");
  if (pathname === "/api/cart/items") return addItem(request);
  if (pathname === "/api/apply-promotions") return applyCode(request);
  if (pathname === "/api/checkout") return checkout(request);
  return pathname.endsWith("/confirm") ? confirm(request, pathname) : status(searchParams.get("order") ?? "");
}

createServer(async (request, response) => {
  try {
    const { body, cookie } = await answer(request);
    response.writeHead(200, { "Content-Type": "application/json", ...(cookie === undefined ? {} : { "Set-Cookie": cookie }) });
    response.end(JSON.stringify(body));
  } catch (error) {
    response.writeHead(500).end(JSON.stringify({ error: String(error) }));
  }
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("ready"));
