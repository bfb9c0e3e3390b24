import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { insertCategory, insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { checkBackup } from "#server/cli/backup/check-backup.ts";
import { readTar, writeTar } from "#server/cli/backup/tar.ts";
import type { Services } from "#app/http/context.server.ts";
import { mailPasswordLink, writePasswordMail } from "#app/http/staff/password-mail.server.tsx";
import type { EmailTransport, EmailTransportSource } from "#app/mail/gateway/transport.server.ts";
import { sendMail } from "#app/mail/workflows/send-mail.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { sendRequestedLink } from "#app/staff/workflows/password-links.server.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";

const source = await createTestDatabase();
const target = await createTestDatabase();
const spare = await createTestDatabase();
const untouched = await createTestDatabase();
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

/** A hash per table, and each sequence's next value. */
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

/** The token of an invitation email. */
let sentToken = "";

/** Invites a user and sends the email. */
async function sendStaffEmail(db: Db): Promise<void> {
  const secrets = createSecretBox(APP_SECRET);
  const jobs = { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() };
  const added = await addAdmin(db, {
    shopName: "Shopbell",
    email: "bo@example.com",
    name: "Bo",
    password: "amber-lantern-twenty-two",
    roles: [],
  });
  if (!added.ok) throw new Error(added.error);
  const services = { secrets, jobs: jobs as unknown as Jobs, env: { publicUrl: "https://shop.example" } as Services["env"] };
  await sendRequestedLink(db, "bo@example.com", new Date(), mailPasswordLink(services));
  const [mail] = await queryRows<{ id: string }>(db, "select id from mail_outbox where kind = 'staff_access'");
  const transport: EmailTransport = {
    name: "sendgrid",
    send: ({ text }) => {
      sentToken = /link=([\w-]+)/.exec(text)?.[1] ?? "";
      return Promise.resolve({ ok: true, providerId: "" });
    },
  };
  const email = {
    current: () => Promise.resolve({ transport, sender: { name: "Shop", email: "shop@example.com" } }),
  } as unknown as EmailTransportSource;
  const log = { warn: () => undefined, error: () => undefined };
  const write = (_kind: string, data: object) => writePasswordMail(secrets, data);
  expect(await sendMail({ db, jobs, email, write, log, now: () => new Date() }, mail?.id ?? "", 0)).toBe("sent");
}

/** Values special to COPY: separators, empty, very large. */
beforeAll(async () => {
  const { db } = source;
  const parent = await insertCategory(db, { name: "Tabs\tand\nlines \\N \\. 🍕" });
  await insertCategory(db, { name: "Child", parentId: parent });
  await insertProduct(
    db,
    { name: "Pizza", descriptionHtml: `<p>${"mozzarella ".repeat(4000)}</p>`, allergens: ["milk", 'a "nut", or {two}'], calories: null },
    [parent],
  );
  await insertProduct(db, { name: "Jam", stock: 12 }, [parent]);
  await insertSizedProduct(db, { Small: 3, Large: 4 });
  await db.$client.query("update products set stock = 11 where name = 'Jam'");
  for (let index = 0; index < 20; index += 1) await storeOrder(db);
  await db.$client.query("select setval('products_id_seq', 4711)");
  await writeSettings(
    db,
    createSecretBox(APP_SECRET),
    { STRIPE_SECRET_KEY: "sk_test_canary2", OPENING_HOURS: { monday: ["09:00-17:00"] } },
    { userId: null, userName: "Ana" },
  );
  await (await openMediaStore({ mediaUrl: null, dataDir: atSource.DATA_DIR })).put(PICTURE, Buffer.from("the bytes of a picture"));
  await sendStaffEmail(db);
  // More than one piece.
  await db.$client.query(
    "insert into pages (slug, title, html, status) select 'page-' || n, 'Page', repeat(md5(n::text), 6000), 'draft' from generate_series(1, 40) n",
  );
});

test("a backup restores to the same rows, counters and pictures", async () => {
  const made = await runShopCommand(["backup", backupFile], atSource);
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/ rows in \d+ tables, 1 picture file, .* MB\.\nSHA-256 [0-9a-f]{64}\n$/) as string,
  });
  expect(statSync(backupFile).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
  expect(gunzipSync(readFileSync(backupFile)).includes("canary2")).toBe(false);
  expect(sentToken).toHaveLength(43);
  expect(gunzipSync(readFileSync(backupFile)).includes(sentToken)).toBe(false);

  const restored = await runShopCommand(["restore", backupFile], atTarget);
  expect(restored).toMatchObject({ code: 0, stderr: "", stdout: expect.stringMatching(/^Restored .* rows in /) as string });
  const [before, after] = [await fingerprint(source.db), await fingerprint(target.db)];
  expect(after).toEqual(before);
  expect(before.orders).toMatch(/^20 /);
  expect(before.products_id_seq).toBe("4711");
  expect(readFileSync(path.join(atTarget.DATA_DIR, "media", PICTURE), "utf8")).toBe("the bytes of a picture");
});

test("restores into no used database, and overwrites no files", async () => {
  const before = await fingerprint(target.db);
  const [restore, backup] = await Promise.all([
    runShopCommand(["restore", backupFile], atTarget),
    runShopCommand(["backup", backupFile], atSource),
  ]);
  expect(restore).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("nothing was changed") as string });
  expect(backup).toMatchObject({ code: 1, stdout: "", stderr: `${backupFile} exists already; a backup never replaces a file.\n` });
  expect(await fingerprint(target.db)).toEqual(before);
});

test("rejects a damaged, truncated or foreign file before any change", async () => {
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

test("a backup during writes is one snapshot", async () => {
  const writer = { isWriting: true, count: 0 };
  const writing = (async () => {
    // Two tables that must agree, first and last in the backup.
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
  expect(readdirSync(folder).filter((name) => name.endsWith(".unchecked"))).toEqual([]);
});

test("creates a missing schema, and names keys sealed with another secret", async () => {
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

test("restores when the system's temporary folder is not writable", async () => {
  const emptyDatabase = () => untouched.db.$client.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  const TMPDIR = inFolder("none");
  const environment = { ...atTarget, DATABASE_URL: untouched.url, DATA_DIR: inFolder("restored"), TMPDIR };
  await emptyDatabase();
  expect(await runShopCommand(["restore", backupFile], environment)).toMatchObject({ code: 0 });
  expect(readdirSync(inFolder("restored/tmp"))).toEqual([]);

  await emptyDatabase();
  const blocked = inFolder("blocked");
  mkdirSync(blocked);
  writeFileSync(path.join(blocked, "tmp"), "a file where the folder would be");
  const nowhere = await runShopCommand(["restore", backupFile], { ...environment, DATA_DIR: blocked });
  const refused = `Temporary files cannot be written to ${TMPDIR} or ${blocked}/tmp. Set TMPDIR to a folder that can be written.\n`;
  expect(nowhere).toMatchObject({ code: 1, stderr: refused });
});
