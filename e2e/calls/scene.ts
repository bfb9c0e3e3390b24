import { createHash, randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { createSession } from "#app/staff/data/sessions.server.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { cookieOf, send, type Answer } from "./send.ts";

/** A visitor's cart with one item, and its cookie. */
interface OwnCart {
  readonly cookie: string;
  readonly id: string;
  readonly itemId: string;
}

/** A separate shop with just enough data for every call. */
export interface Scene {
  readonly url: string;
  readonly db: Db;
  readonly productId: number;
  readonly templateId: number;
  readonly optionId: number;
  readonly ana: OwnCart;
  readonly bob: OwnCart;
  readonly order: { readonly id: string; readonly token: string; readonly version: number; readonly itemId: string };
  /** Cookies of signed-in users. `expired` was once a super-admin's. */
  readonly staff: { readonly owner: string; readonly orders: string; readonly nobody: string; readonly expired: string };
  /** Every row of the shop, as one hash per table, without the counters of guards. */
  fingerprint(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

const JSON_TYPE = { "Content-Type": "application/json" };
const DAY_MS = 86_400_000;

interface StartedShop {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

export async function openScene(startShop: (env: Readonly<Record<string, string>>) => Promise<StartedShop>): Promise<Scene> {
  // Empty = the embedded database; without the demo no job has work, so only the calls change rows.
  const shop = await startShop({ SEED: "none", DATABASE_URL: "", STRIPE_API_URL: "", LOG_LEVEL: "silent" });
  const databaseUrl = await findRunningPostgres(shop.dataDir);
  if (databaseUrl === undefined) throw new Error("the shop's database cannot be reached");
  const db = openDb(databaseUrl, { max: 2, limits: TEST_LIMITS });

  const productId = await insertProduct(db, { name: "Pizza", priceCents: 1450 }, [await insertCategory(db, { name: "Pizzas" })]);
  const template = await insertTemplate(db, { title: "Toppings", kind: "multiple" }, [{ name: "Olives", priceDeltaCents: 50 }]);
  await linkTemplate(db, productId, template.id);
  await insertCoupon(db, "THREE");
  const fill = () => fillCart(shop.url, productId);
  const staff = {
    owner: await signedIn(db, ["super-admin"]),
    orders: await signedIn(db, ["order-admin"]),
    nobody: await signedIn(db, ["driver"]),
    expired: await signedIn(db, ["super-admin"], new Date(Date.now() - 30 * DAY_MS)),
  };
  // The shop generates its own keys on first use.
  bodyOf(await send(shop.url, { method: "GET", path: "/admin/api/orders/push", headers: { Cookie: staff.orders } }));
  return {
    url: shop.url,
    db,
    productId,
    templateId: template.id,
    optionId: template.optionIds[0] ?? 0,
    ana: await fill(),
    bob: await fill(),
    order: await placeOrder(shop.url, db, await fill()),
    staff,
    fingerprint: () => fingerprint(db),
    stop: async () => {
      await closeDb(db);
      await shop.stop();
    },
  };
}

function bodyOf(answer: Answer): unknown {
  if (answer.status >= 300) throw new Error(`the scene could not be set: ${answer.status} ${answer.text}`);
  return answer.json;
}

interface CartBody {
  readonly id: string;
  readonly final_total: number;
  readonly cart_items: readonly { readonly id: string }[];
}

interface PlacedBody {
  readonly orderToken: string;
  readonly clientSecret: string;
  readonly publishableKey: string;
}

interface StatusBody {
  readonly status: string;
  readonly version: number;
  readonly items: readonly { readonly id: string }[];
}

async function fillCart(url: string, productId: number): Promise<OwnCart> {
  const answer = await send(url, {
    method: "POST",
    path: "/api/cart/items",
    headers: JSON_TYPE,
    body: JSON.stringify({ productId, quantity: 2 }),
  });
  const cart = bodyOf(answer) as CartBody;
  return { cookie: cookieOf(answer), id: cart.id, itemId: cart.cart_items[0]?.id ?? "" };
}

async function placeOrder(url: string, db: Db, cart: OwnCart): Promise<Scene["order"]> {
  const { final_total: expectedTotal } = bodyOf(
    await send(url, { method: "GET", path: "/api/cart", headers: { Cookie: cart.cookie } }),
  ) as CartBody;
  const checkout = { customer: { name: "Cy", email: "cy@example.com" }, fulfillment: "pickup", expectedTotal };
  const headers = { ...JSON_TYPE, Cookie: cart.cookie, "Idempotency-Key": randomUUID() };
  const placed = bodyOf(await send(url, { method: "POST", path: "/api/checkout", headers, body: JSON.stringify(checkout) })) as PlacedBody;
  const confirmation = { key: placed.publishableKey, client_secret: placed.clientSecret, payment_method: "pm_card_visa" };
  const path = `/_simulator/stripe/v1/payment_intents/${placed.clientSecret.split("_secret")[0]}/confirm`;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  bodyOf(await send(url, { method: "POST", path, headers: form, body: new URLSearchParams(confirmation).toString() }));
  for (let tries = 0; tries < 100; tries += 1) {
    const path = `/api/order-status?order=${placed.orderToken}`;
    const seen = bodyOf(await send(url, { method: "GET", path })) as StatusBody;
    const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.publicToken, placed.orderToken));
    if (seen.status === "received" && order !== undefined && (await hasToldAll(db)))
      return { id: order.id, token: placed.orderToken, version: seen.version, itemId: seen.items[0]?.id ?? "" };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the paid order was not received");
}

/** Whether the simulator has delivered and recorded all its webhooks, which it does shortly after they were received. */
async function hasToldAll(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ left: boolean }>(
    sql`select exists (select from simulator_objects where kind = 'task' and body -> 'job' ->> 'does' = 'send-event') as left`,
  );
  return rows[0]?.left === false;
}

/** The cookie of a new staff member who has just signed in. */
export async function signedIn(db: Db, roles: readonly string[], now = new Date(), passwordHash = "none"): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const user = await createUser(db, { email: `${randomUUID()}@example.com`, name: roles.join(" "), passwordHash, roles });
  await createSession(db, {
    tokenHash: createHash("sha256").update(token).digest("hex"),
    userId: user.id,
    userAgent: "",
    hasSecondFactor: false,
    now,
  });
  return sessionCookie(token);
}

/** The cookie in the shop's format: the framework's encoding of a string. */
export function sessionCookie(token: string): string {
  return `staff=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`;
}

/** `rate_limits` and `refusals` count the attacks themselves, sessions record their last use. */
const COUNTING = new Set(["rate_limits", "refusals", "sessions"]);
/** The order's emails are sent while the tests run; a new email would be a change. */
const MOVING = new Set(["mail_outbox"]);

async function fingerprint(db: Db): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    if (COUNTING.has(name)) continue;
    const table = sql.identifier(name);
    const hash = MOVING.has(name) ? sql`''` : sql`md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))`;
    // Only the denied access is recorded, nothing else.
    const changes = name === "audit_log" ? sql`where action <> 'denied'` : sql``;
    const { rows } = await db.execute<{ hash: string }>(sql`select count(*) || ':' || ${hash} as hash from ${table} t ${changes}`);
    hashes[name] = rows[0]?.hash ?? "";
  }
  return hashes;
}
