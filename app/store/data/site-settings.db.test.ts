import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { findSecret, readSettings, resealSecrets, writeSettings, type SettingChanges } from "./site-settings.server.ts";

const { db } = await createTestDatabase();
const secrets = createSecretBox("a secret of the shop, long enough to be one");
const ana = { userId: null, userName: "Ana" };
const change = (changes: SettingChanges) => inTransaction(db, (tx) => writeSettings(tx, secrets, changes, ana));
const auditRows = async () =>
  db.execute<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
    sql`select before, after from audit_log order by id`,
    "objects",
  );

test("an empty shop has the defaults of the registry", async () => {
  expect(await readSettings(db)).toEqual(DEFAULT_SETTINGS);
});

test("values keep their type, including digits in text", async () => {
  expect(await change({ POSTAL_CODE: "12345", TAX_RATE: 8.875, ALLOW_TIP: true, DELIVERY_FREE_ABOVE: 3000 })).toEqual([
    "POSTAL_CODE",
    "DELIVERY_FREE_ABOVE",
    "TAX_RATE",
    "ALLOW_TIP",
  ]);
  expect(await readSettings(db)).toMatchObject({ POSTAL_CODE: "12345", TAX_RATE: 8.875, ALLOW_TIP: true, DELIVERY_FREE_ABOVE: 3000 });
});

test("null resets a setting to its default, and only changes are audited", async () => {
  expect(await change({ TAX_RATE: null, POSTAL_CODE: "12345" })).toEqual(["TAX_RATE"]);
  expect((await readSettings(db)).TAX_RATE).toBe(13);
  expect((await auditRows()).at(-1)).toEqual({ before: { TAX_RATE: 8.875 }, after: { TAX_RATE: 13 } });
  const count = (await auditRows()).length;
  expect(await change({ POSTAL_CODE: "12345" })).toEqual([]);
  expect(await auditRows()).toHaveLength(count);
});

test("encrypts a secret, keeps it when empty, clears it, and never audits it", async () => {
  await change({ STRIPE_SECRET_KEY: "sk_test_canary" });
  const stored = await db.execute<{ value: unknown }>(sql`select value from settings where key = 'STRIPE_SECRET_KEY'`, "objects");
  expect(JSON.stringify(stored)).not.toContain("canary");
  expect(await change({ STRIPE_SECRET_KEY: "" })).toEqual([]);
  expect(await findSecret(db, secrets, "STRIPE_SECRET_KEY")).toEqual({ state: "set", value: "sk_test_canary" });
  expect((await readSettings(db)).STRIPE_SECRET_KEY).toBe("");
  expect((await readSettings(db, secrets)).STRIPE_SECRET_KEY).toBe("sk_test_canary");
  await change({ STRIPE_SECRET_KEY: "sk_test_canary_2" });
  await change({ STRIPE_SECRET_KEY: null });
  expect(await findSecret(db, secrets, "STRIPE_SECRET_KEY")).toEqual({ state: "unset" });
  const audit = await auditRows();
  expect(audit.slice(-3).map((row) => row.after)).toEqual([
    { STRIPE_SECRET_KEY: "set" },
    { STRIPE_SECRET_KEY: "changed" },
    { STRIPE_SECRET_KEY: "cleared" },
  ]);
  expect(JSON.stringify(audit)).not.toContain("canary");
});

test("a secret is unreadable under another APP_SECRET until it is re-encrypted", async () => {
  await change({ SENDGRID_API_KEY: "SG.canary" });
  const rotated = createSecretBox("another secret of the shop, long enough too");
  expect(await findSecret(db, rotated, "SENDGRID_API_KEY")).toEqual({ state: "unreadable" });
  expect((await readSettings(db, rotated)).SENDGRID_API_KEY).toBe("");
  expect(await inTransaction(db, (tx) => resealSecrets(tx, secrets, rotated))).toEqual({ resealed: ["SENDGRID_API_KEY"], unreadable: [] });
  expect(await findSecret(db, rotated, "SENDGRID_API_KEY")).toEqual({ state: "set", value: "SG.canary" });
  expect(await inTransaction(db, (tx) => resealSecrets(tx, secrets, rotated))).toEqual({ resealed: [], unreadable: ["SENDGRID_API_KEY"] });
});
