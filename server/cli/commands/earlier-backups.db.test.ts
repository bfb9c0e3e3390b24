import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { Db } from "#app/platform/db/database.server.ts";
import { PREVIOUS_RELEASE } from "#app/platform/db/migrate.server.ts";
import { middleware } from "#app/root.tsx";
import * as login from "#app/routes/admin/api/login.ts";
import * as orderAction from "#app/routes/admin/api/order-action.ts";
import * as products from "#app/routes/api/products.ts";
import * as siteMenu from "#app/routes/api/site-menu.ts";
import { checkBackup } from "#server/cli/backup/check-backup.ts";
import { createPostgresStore } from "#stripe-simulator/store/postgres-store.ts";
import { bootSmallShop, smallBuild } from "#test/small-shop.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { createTestDatabase } from "#test/test-db.ts";

const upgraded = await createTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-earlier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const APP_SECRET = "a secret for tests, at least 32 characters long";
const inFolder = (name: string) => path.join(folder, name);

async function queryRows<Row extends pg.QueryResultRow>(db: Db, text: string): Promise<readonly Row[]> {
  return (await db.$client.query<Row>(text)).rows;
}

const small = smallBuild({
  "api/products": products,
  "api/site-menu/:name": siteMenu,
  "admin/api/login": login,
  "admin/api/orders/:id/:action": orderAction,
});
const root = small.routes.root!;
const guardedBuild = { ...small, routes: { ...small.routes, root: { ...root, module: { ...root.module, middleware } } } };

const INTENT = {
  kind: "intent",
  amountReceived: 0,
  status: "requires_capture",
  captureMethod: "manual",
  confirmationMethod: "automatic",
  statementSuffix: null,
  automaticMethods: { allowRedirects: "always" },
  methodId: "pm_earlier",
  chargeId: "ch_earlier",
  lastError: null,
  returnUrl: null,
  questionId: null,
  answersAt: null,
  canceledAt: null,
  cancellationReason: null,
} as const;
const CARD = { asks: false, brand: "visa", last4: "4242", refund: "at-once", decline: null, delayMs: 0, funding: "credit" } as const;
const CHARGE = {
  kind: "charge",
  amountCaptured: 0,
  amountRefunded: 0,
  status: "succeeded",
  captured: false,
  failureCode: null,
  failureMessage: null,
  declineCode: null,
  disputed: false,
  card: { ...CARD, disputed: false, expYear: 2099, expMonth: 12 },
  billing: { name: null, email: null, phone: null, address: null },
  confirmedWithBank: false,
} as const;

/** Backups of earlier versions (docs/decisions/0018-libraries-and-earlier-versions.md) with contents and sign-in. */
const EARLIER = [
  {
    version: "0.1.0",
    restored: "36 rows in 31 tables",
    order: { number: "A-001", status: "received", total_cents: 1695, customer_email: "ana.old@example.com" },
    products: [
      ["Tomato soup", 7.5],
      ["Sourdough bread", 4.25],
    ],
    account: { email: "ana@example.com", password: "correct-staple-92" },
    counts: [4, 0, 0, 0, 0, 0],
    ownMenu: undefined,
    see: () => Promise.resolve(),
  },
  {
    version: "0.2.0",
    restored: "68 rows in 44 tables",
    order: { number: "A-001", status: "received", total_cents: 1356, customer_email: "customer1@example.com" },
    products: [
      ["Tomato soup", 7.5],
      ["Dish 1.0", 12],
      ["Rye bread", 4.25],
    ],
    account: { email: "bo@example.com", password: "correct-staple-92", code: "9z9by-xwb3d" },
    counts: [17, 1, 1, 1, 6, 2],
    ownMenu: "About",
    see: seeDraftAndPictures,
  },
  {
    version: "0.3.0",
    restored: "46 rows in 47 tables",
    order: { number: "A-001", status: "received", total_cents: 1356, customer_email: "customer1@example.com" },
    products: [
      ["Tomato soup", 7.5],
      ["Cookie", 2],
      ["Bun", 1.5],
      ["Dish 1.0", 12],
    ],
    account: { email: "cy@example.com", password: "correct-staple-92" },
    counts: [4, 0, 0, 0, 2, 0],
    ownMenu: undefined,
    see: seeHomeAndKeptDay,
  },
  {
    version: "0.4.0",
    restored: "41 rows in 55 tables",
    order: { number: "A-001", status: "preparing", total_cents: 1978, customer_email: "customer1@example.com" },
    products: [
      ["Lemonade", 3.5],
      ["Crème brûlée burger", 12],
    ],
    account: { email: "di@example.com", password: "correct-staple-92" },
    counts: [5, 0, 0, 0, 0, 0],
    ownMenu: undefined,
    see: seeKitchenAndSearch,
  },
  {
    version: "0.5.0",
    restored: "54 rows in 65 tables",
    order: { number: "A-001", status: "completed", total_cents: 1944, customer_email: "customer1@example.com" },
    products: [
      ["Rye loaf", 6.5],
      ["Käsekuchen", 4.2],
    ],
    account: { email: "el@example.com", password: "correct-staple-92" },
    counts: [10, 0, 0, 0, 0, 0],
    ownMenu: undefined,
    see: seeClosedDayAndRole,
  },
] as const;

test.each(EARLIER)("a backup of version $version restores, and the shop opens with it", async (earlier) => {
  const { db } = upgraded;
  await db.$client.query("drop schema public cascade; drop schema if exists drizzle cascade; create schema public");
  const at = { DATABASE_URL: upgraded.url, APP_SECRET, DATA_DIR: inFolder(earlier.version) };
  const restored = await runShopCommand(["restore", path.resolve(`test/data/backup-${earlier.version}.tar.gz`)], at);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining(`Restored ${earlier.restored} `) as string });
  expect(await queryRows(db, "select number, status, total_cents, customer_email from orders")).toEqual([earlier.order]);
  expect(await queryRows(db, "select distinct currency from orders"), "earlier versions took US dollars only").toEqual([
    { currency: "usd" },
  ]);
  const customers =
    "select c.email, k.key from orders o join customers c on c.id = o.customer_id join customer_contacts k on k.customer_id = c.id";
  expect(await queryRows(db, `${customers} where k.key like '%@%'`)).toEqual([
    { email: earlier.order.customer_email, key: earlier.order.customer_email },
  ]);
  const tables = ["audit_log", "media", "reviews where status = 'approved'", "import_runs", "coupon_codes", "menu_versions"];
  const counts = tables.map(async (table) => (await queryRows<{ n: number }>(db, `select count(*)::int as n from ${table}`))[0]?.n);
  expect(await Promise.all(counts)).toEqual(earlier.counts);
  await earlier.see(db);

  if (earlier.order.status === "received") await holdAtProvider(db);
  const shop = await bootSmallShop(upgraded.url, {}, { environment: at, loadBuild: () => guardedBuild });
  const get = async (call: string): Promise<unknown> => (await fetch(`${shop.url}/api/${call}`)).json();
  const { products: listed } = (await get("products")) as { products: { name: string; price: number }[] };
  expect(listed.map(({ name, price }) => [name, price])).toEqual(earlier.products);
  expect(((await get("site-menu/site_top_menu")) as { text: string }[])[0]?.text).toBe(earlier.ownMenu);
  const signedIn = await fetch(`${shop.url}/admin/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify(earlier.account),
  });
  expect(signedIn.status).toBe(200);
  if (earlier.order.status === "received") expect(await acceptOrder(db, shop.url, signedIn)).toEqual([200, "accepted", 1]);
  await shop.stop();
});

/** The provider still holds the waiting order's money, however old the backup is. Backups from 0.2.0 on do not contain the simulator's records. */
async function holdAtProvider(db: Db): Promise<void> {
  const [order] = await queryRows<{ id: string; intent: string; cents: number }>(
    db,
    "select id, payment_intent_id as intent, total_cents as cents from orders",
  );
  if (order === undefined || !(db.$client instanceof pg.Pool)) throw new Error("the backup has no order");
  const at = Date.now();
  const holdUntil = at + 86_400_000;
  const ids = { intentId: order.intent, methodId: "pm_earlier" };
  const money = { amount: order.cents, currency: "usd", metadata: { order_id: order.id }, description: null, receiptEmail: null };
  await createPostgresStore(db.$client).unit(async (unit) => {
    unit.save({ ...INTENT, ...money, id: order.intent, at, secret: `${order.intent}_secret`, holdUntil });
    unit.save({ ...CHARGE, ...money, ...ids, id: "ch_earlier", at, captureBefore: holdUntil });
  });
  await db.$client.query("update payment_intents set capture_before = $1", [Math.round(holdUntil / 1000)]);
}

/** Accepts the waiting order as its staff do: the payment of an earlier version is captured, and receipts begin at 1. */
async function acceptOrder(db: Db, shopUrl: string, signedIn: Response): Promise<readonly unknown[]> {
  const [order] = await queryRows<{ id: string; version: number }>(db, "select id, version from orders");
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetch(`${shopUrl}/admin/api/orders/${order?.id}/accept`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Cookie },
    body: JSON.stringify({ version: order?.version, minutes: 20 }),
  });
  const [accepted] = await queryRows<{ status: string; receipt: number }>(db, "select status, receipt_number as receipt from orders");
  return [answer.status, accepted?.status, accepted?.receipt];
}

test("lets only the release of the newest earlier backup use its data", async () => {
  const { manifest } = await checkBackup(`test/data/backup-${EARLIER.at(-1)?.version}.tar.gz`, () => undefined);
  expect(manifest.migrations.at(-1)).toBe(PREVIOUS_RELEASE);
});

/** Version 0.2.0: a page's draft and its pictures. */
async function seeDraftAndPictures(db: Db): Promise<void> {
  const [page] = await queryRows<{ html: string; draft: { html: string } }>(db, "select html, draft from pages");
  expect([page?.html, page?.draft.html]).toEqual(["<p>We bake.</p>", "<p>We bake and cook.</p>"]);
  const files = readdirSync(inFolder("0.2.0/media"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files).toHaveLength(8);
}

/** Version 0.3.0: home page, gift, deleted coupon set, connections, a precomputed day. */
async function seeHomeAndKeptDay(db: Db): Promise<void> {
  expect(await queryRows(db, "select home->'button' as button, home#>>'{blocks,0,title}' as block from pages")).toEqual([
    { button: { text: "Order", url: "/menu" }, block: "Favourites" },
  ]);
  expect(await queryRows(db, "select gift_choices from carts where gift_choices <> '{}'")).toEqual([{ gift_choices: { 1: 3 } }]);
  expect(await queryRows(db, "select name from coupon_sets where deleted_at is not null")).toEqual([{ name: "Flyer" }]);
  expect(await queryRows(db, "select service, state from connections order by service")).toEqual([
    { service: "sendgrid", state: "works" },
    { service: "stripe", state: "refused" },
  ]);
  expect(await queryRows(db, "select count, amount from order_facts where kind = 'item'")).toEqual([{ count: 1, amount: 1200 }]);
}

/**
 * What version 0.4.0 brought: allergies, companions, areas of delivery, stations, printers and devices, closed times, a key for each template; what
 * is searched is made again.
 */
async function seeKitchenAndSearch(db: Db): Promise<void> {
  const rows = [
    [{ allergy_note: "Peanuts", delivery_fee_cents: 200 }, "select allergy_note, delivery_fee_cents from orders"],
    [
      { goes_with: [1], other_id: 1, orders: 3 },
      "select goes_with, other_id, orders from products p join bought_together b on b.product_id = p.id",
    ],
    [{ value: "5.00" }, "select value#>>'{0,fee}' as value from settings where key = 'DELIVERY_AREAS'"],
    [{ name: "Kitchen", columns: 42, copy: 0 }, "select name, columns, copy from printers p join print_jobs j on j.printer_id = p.id"],
    [{ station: "Grill", of: "Grill" }, "select s.station, c.station as of from stations_done s join categories c on c.id = 1"],
    [{ device: "Chrome on Android", keys: 1 }, "select device, (select count(*)::int from push_keys) as keys from push_subscriptions"],
    [{ user_name: "Di", seen: 1 }, "select user_name, (select count(*)::int from listening_screens) as seen from closed_slots"],
    [{ length: 10 }, "select length(key) from customization_templates"],
    [{ product_id: 2 }, "select product_id from product_search where words @@ 'creme & mains'::tsquery"],
  ] as const;
  for (const [row, text] of rows) expect(await queryRows(db, text)).toEqual([row]);
}

/** What version 0.5.0 brought: customers, orders by telephone, own roles, closed days, SKUs and limits of products. */
async function seeClosedDayAndRole(db: Db): Promise<void> {
  const contacts = "select name, key from customers c join customer_contacts k on k.customer_id = c.id";
  const closings = "select note, counted_cash_cents as counted, expected_cash_cents as expected";
  const rows = [
    [{ source: "telephone", paid_by: "cash", phone: "416 555 0123" }, "select source, paid_by, customer_phone as phone from orders"],
    [{ name: "Gus Old", key: "+14165550123" }, `${contacts} where key not like '%@%'`],
    [{ name: "Till", permissions: ["figures", "kitchen"] }, "select name, permissions from staff_roles"],
    [{ note: "Change short", counted: 6000, expected: 6944 }, `${closings} from day_closings`],
    [{ sku: "RYE-1", max_per_order: 5 }, "select sku, max_per_order from products where id = 1"],
  ] as const;
  for (const [row, text] of rows) expect(await queryRows(db, text)).toEqual([row]);
}
