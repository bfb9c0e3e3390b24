import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import * as login from "#app/routes/admin/api/login.ts";
import * as products from "#app/routes/api/products.ts";
import * as siteMenu from "#app/routes/api/site-menu.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { checkBackup } from "#server/cli/backup/check-backup.ts";
import { readTar, writeTar } from "#server/cli/backup/tar.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";

const source = await createTestDatabase();
const target = await createTestDatabase();
const spare = await createTestDatabase();
const untouched = await createTestDatabase();
const upgraded = await createTestDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const APP_SECRET = "a secret for tests, at least 32 characters long";
const inFolder = (name: string) => path.join(folder, name);
const backupFile = inFolder("shop.backup");
const atSource = { DATABASE_URL: source.url, APP_SECRET, DATA_DIR: inFolder("source") };
const atTarget = { DATABASE_URL: target.url, APP_SECRET, DATA_DIR: inFolder("target") };
const PICTURE = "0c/0c9d0fafcebf285eeab339cca0b44368-320.webp";

async function queryRows<Row extends pg.QueryResultRow>(db: Db, text: string): Promise<readonly Row[]> {
  return (await db.$client.query<Row>(text)).rows;
}

/** Per table a hash over all its rows; per counter its next number. */
async function fingerprint(db: Db): Promise<Readonly<Record<string, string>>> {
  const tables = await queryRows<{ name: string }>(
    db,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'page_changes' order by 1",
  );
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows<{ print: string }>(
      db,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(1) order by t::text)), '') as print from public."${name}" t`,
    );
    prints[name] = row?.print ?? "";
  }
  for (const { name, last } of await queryRows<{ name: string; last: string | null }>(
    db,
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and sequencename <> 'page_changes_id_seq'",
  )) {
    prints[name] = last ?? "unused";
  }
  return prints;
}

/** The archive with another text for its first entry. */
async function withManifest(archive: Buffer, change: (text: string) => string): Promise<Buffer> {
  async function* entries() {
    let isFirst = true;
    for await (const { name, bytes } of readTar(Readable.from([archive]))) {
      yield { name, bytes: isFirst ? Buffer.from(change(bytes.toString())) : bytes };
      isFirst = false;
    }
  }
  return Buffer.concat(await Array.fromAsync(writeTar(entries(), new Date(0))));
}

/** What a table needs all its columns to hold: the signs that mean something to COPY, nothing, and very much. */
beforeAll(async () => {
  const { db } = source;
  const parent = await insertCategory(db, { name: "Tabs\tand\nlines \\N \\. 🍕" });
  await insertCategory(db, { name: "Child", parentId: parent });
  await insertProduct(
    db,
    { name: "Pizza", descriptionHtml: `<p>${"mozzarella ".repeat(4000)}</p>`, allergens: ["milk", 'a "nut", or {two}'], calories: null },
    [parent],
  );
  for (let index = 0; index < 20; index += 1) await storeOrder(db);
  await db.$client.query("select setval('products_id_seq', 4711)");
  await writeSettings(
    db,
    createSecretBox(APP_SECRET),
    { STRIPE_SECRET_KEY: "sk_test_canary2", OPENING_HOURS: { monday: ["09:00-17:00"] } },
    { userId: null, userName: "Ana" },
  );
  await (await openMediaStore({ mediaUrl: null, dataDir: atSource.DATA_DIR })).put(PICTURE, Buffer.from("the bytes of a picture"));
  // More than one piece.
  await db.$client.query(
    "insert into pages (slug, title, html, status) select 'page-' || n, 'Page', repeat(md5(n::text), 6000), 'draft' from generate_series(1, 40) n",
  );
});

test("a backup restores to the same rows, counters and pictures", async () => {
  const made = await runShopCommand(["backup", backupFile], atSource);
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ rows in \d+ tables, 1 picture files, .* MB\.\nSHA-256 [0-9a-f]{64}\n$/) as string,
  });
  expect(statSync(backupFile).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(gunzipSync(readFileSync(backupFile)).includes("canary2")).toBe(false);

  const restored = await runShopCommand(["restore", backupFile], atTarget);
  expect(restored).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Restored .* rows in /) as string });
  const [before, after] = [await fingerprint(source.db), await fingerprint(target.db)];
  expect(after).toEqual(before);
  expect(before.orders).toMatch(/^20 /);
  expect(before.products_id_seq).toBe("4711");
  expect(readFileSync(path.join(atTarget.DATA_DIR, "media", PICTURE), "utf8")).toBe("the bytes of a picture");
});

test("a restore leaves a database in use alone, and a backup leaves files alone", async () => {
  const before = await fingerprint(target.db);
  const [restore, backup] = await Promise.all([
    runShopCommand(["restore", backupFile], atTarget),
    runShopCommand(["backup", backupFile], atSource),
  ]);
  expect(restore).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nothing was changed") as string });
  expect(backup).toMatchObject({ code: 1, stdout: "", stderr: `${backupFile} exists already; a backup never replaces a file.\n` });
  expect(await fingerprint(target.db)).toEqual(before);
});

test("a damaged, cut off or foreign file is refused before anything is touched", async () => {
  const bytes = readFileSync(backupFile);
  copyFileSync(backupFile, inFolder("cut"));
  truncateSync(inFolder("cut"), bytes.length - 200);
  const plain = gunzipSync(bytes);
  const changed = Buffer.from(plain);
  const at = changed.indexOf("mozzarella");
  changed.write("ricotta   ", at);
  writeFileSync(inFolder("changed"), gzipSync(changed, { level: 1 }));
  writeFileSync(inFolder("foreign"), "Handle,Title\n");
  writeFileSync(
    inFolder("newer"),
    gzipSync(await withManifest(plain, (text) => text.replace(/"\d{14}_[\w-]+"/, '"29990101000000_later"')), { level: 1 }),
  );
  await expect(checkBackup(inFolder("cut"), () => undefined)).rejects.toThrow("it is cut off");
  await expect(checkBackup(inFolder("foreign"), () => undefined)).rejects.toThrow("it is no backup");
  const files = ["changed", "newer", "missing"];
  const endings = await Promise.all(
    files.map((name) => runShopCommand(["restore", inFolder(name)], { ...atTarget, DATABASE_URL: spare.url })),
  );
  expect(endings.map(({ code, stdout }) => [code, stdout])).toEqual(files.map(() => [1, ""]));
  const [change, newer, missing] = endings.map(({ stderr }) => stderr);
  expect(change).toContain("its checksums do not match");
  expect(newer).toContain("newer than this one");
  expect(missing).toBe(`${inFolder("missing")} does not exist.\n`);
  expect(await queryRows(spare.db, "select from products union all select from orders")).toEqual([]);

  expect(await runShopCommand(["restore", backupFile, "--check"], {})).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The backup is whole: /) as string,
  });
});

test("a backup made while rows are written is one instant of the shop", async () => {
  const writer = { isWriting: true, count: 0 };
  const writing = (async () => {
    // Two tables that always agree, the first in the backup and one of the last.
    for (; writer.isWriting; writer.count += 1) {
      await source.db.$client.query(
        `with page as (insert into pages (slug, title, html, status) values ('pair-${writer.count}', 'Pair', '', 'draft'))
         insert into audit_log (user_name, action, subject) values ('writer', 'pair', 'pages')`,
      );
    }
  })();
  const file = inFolder("busy.backup");
  const made = await runShopCommand(["backup", file, "--json"], atSource);
  const countAtTheEnd = writer.count;
  writer.isWriting = false;
  await writing;
  expect(made.code).toBe(0);
  expect(countAtTheEnd).toBeGreaterThan(0);
  expect(await runShopCommand(["restore", file], { ...atTarget, DATABASE_URL: spare.url })).toMatchObject({ code: 0 });
  const [pairs] = await queryRows<{ pages: number; acts: number }>(
    spare.db,
    "select (select count(*)::int from pages where title = 'Pair') as pages, (select count(*)::int from audit_log where action = 'pair') as acts",
  );
  expect(pairs?.pages).toBe(pairs?.acts);
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a database without a schema gets one; keys sealed with another secret are named", async () => {
  await untouched.db.$client.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  const restored = await runShopCommand(["restore", backupFile, "--json"], {
    ...atTarget,
    DATABASE_URL: untouched.url,
    APP_SECRET: "another secret, which is long enough too",
  });
  expect(restored).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("STRIPE_SECRET_KEY is sealed with the secret of the old shop") as string,
  });
  expect(await fingerprint(untouched.db)).toEqual(await fingerprint(target.db));
});

/** Backups that earlier versions made (docs/decisions/0018-libraries-and-earlier-versions.md): what is in them and how its admin signs in. */
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
] as const;

test.each(EARLIER)("a backup of version $version restores, and the shop opens with it", async (earlier) => {
  const { db } = upgraded;
  await db.$client.query("drop schema public cascade; drop schema if exists drizzle cascade; create schema public");
  const at = { DATABASE_URL: upgraded.url, APP_SECRET, DATA_DIR: inFolder(earlier.version) };
  const restored = await runShopCommand(["restore", path.resolve(`test/data/backup-${earlier.version}.tar.gz`)], at);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining(`Restored ${earlier.restored} `) as string });
  expect(await queryRows(db, "select number, status, total_cents, customer_email from orders")).toEqual([earlier.order]);
  const tables = ["audit_log", "media", "reviews where status = 'approved'", "import_runs", "coupon_codes", "menu_versions"];
  const counts = tables.map(async (table) => (await queryRows<{ n: number }>(db, `select count(*)::int as n from ${table}`))[0]?.n);
  expect(await Promise.all(counts)).toEqual(earlier.counts);
  await earlier.see(db);

  const routes = { "api/products": products, "api/site-menu/:name": siteMenu, "admin/api/login": login };
  const shop = await bootSmallShop(upgraded.url, routes, { environment: at });
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
  await shop.stop();
});

/** What a page of version 0.2.0 had as a draft is still a draft, and its pictures are there. */
async function seeDraftAndPictures(db: Db): Promise<void> {
  const [page] = await queryRows<{ html: string; draft: { html: string } }>(db, "select html, draft from pages");
  expect([page?.html, page?.draft.html]).toEqual(["<p>We bake.</p>", "<p>We bake and cook.</p>"]);
  const files = readdirSync(inFolder("0.2.0/media"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files).toHaveLength(8);
}

/** What version 0.3.0 brought: the home page, a chosen gift, a deleted coupon set, connections, the figures of a kept day. */
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
 * is searched is made anew.
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
