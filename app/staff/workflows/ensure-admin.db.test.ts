import { beforeEach, expect, test } from "vitest";
import { passwordLinks, users } from "#app/staff/data/tables.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { addAdmin, ensureFirstAdmin } from "./ensure-admin.server.ts";
import { resetPassword } from "./sign-in.server.ts";
import { findLinkOwner, INVITATION_HOURS, isPasswordOf, usePasswordLink } from "./password-links.server.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-11-26T02:00:00Z");
const email = "owner@shop.example";

beforeEach(async () => {
  await db.delete(passwordLinks);
  await db.delete(users);
});

test("prints a one-time link instead of a password where the output is stored", async () => {
  const admin = await ensureFirstAdmin(db, { email, password: null, isOutputKept: true, shopName: "Shopbell" }, now);
  expect(admin).toMatchObject({ email, password: null });
  const token = admin?.linkToken ?? "";
  const late = new Date(now.getTime() + INVITATION_HOURS * 3_600_000);
  expect(await findLinkOwner(db, token, late)).toBeUndefined();
  const password = "a long and own password 7";
  const used = await usePasswordLink(db, { token, password, shopName: "Shop" }, now);
  if (!used.ok) throw new Error(used.error.message);
  expect(await isPasswordOf(db, used.value.id, password)).toBe(true);
  expect(await findLinkOwner(db, token, now)).toBeUndefined();
  expect(await ensureFirstAdmin(db, { email, password: null, isOutputKept: true, shopName: "Shopbell" }, now)).toBeNull();
});

test("creates no account when the link cannot be stored", async () => {
  await db.$client.query("alter table password_links rename to password_links_away");
  await expect(ensureFirstAdmin(db, { email, password: null, isOutputKept: true, shopName: "Shopbell" }, now)).rejects.toThrow(
    "password_links",
  );
  await db.$client.query("alter table password_links_away rename to password_links");
  expect(await db.select().from(users)).toEqual([]);
  expect((await ensureFirstAdmin(db, { email, password: null, isOutputKept: true, shopName: "Shopbell" }, now))?.linkToken).not.toBeNull();
});

test.each([
  ["at a terminal", { email, password: null, isOutputKept: false, shopName: "Shopbell" }],
  ["without an address to own it", { email: null, password: null, isOutputKept: true, shopName: "Shopbell" }],
])("%s a password is made and shown", async (_where, given) => {
  const admin = await ensureFirstAdmin(db, given, now);
  expect(admin?.linkToken).toBeNull();
  expect(admin?.password?.length).toBeGreaterThanOrEqual(12);
});

test("rejects a password with the shop's name for first admin, account and reset", async () => {
  const shopName = "Corner Bakery";
  const password = "corner-bakery-2026";
  const refused = { ok: false, error: expect.stringContaining("little more than the name of the shop") as string };
  const first = { email, password, isOutputKept: true, shopName };
  await expect(ensureFirstAdmin(db, first, now)).rejects.toThrow(
    /^ADMIN_PASSWORD must be another one\. .*little more than the name of the shop/,
  );
  const account = { shopName, email, name: "Ana", roles: [] };
  expect(await addAdmin(db, { ...account, password })).toEqual(refused);
  expect((await addAdmin(db, { ...account, password: "violet-harbour-seventeen" })).ok).toBe(true);
  expect(await ensureFirstAdmin(db, first, now)).toBeNull();
  expect(await resetPassword(db, { email, password, shopName })).toEqual(refused);
});
