import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as login from "#app/routes/admin/api/login.ts";
import { recoveryCodes, users } from "#app/staff/data/tables.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { totpCode, totpStep } from "#app/staff/workflows/totp.server.ts";
import { beginTotp, confirmTotp, removeTotp } from "#app/staff/workflows/two-factor.server.ts";
import { createVisitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { openOwnersPages } from "#test/staff-pages.ts";
import * as account from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = await openOwnersPages(services);

async function setUpCodes(): Promise<readonly string[]> {
  const [user] = await db.select().from(users).where(eq(users.name, "Ana"));
  const secret = await beginTotp(db, services.secrets, user!.id);
  const typed = totpCode(secret, totpStep(services.now()));
  const codes = await confirmTotp(db, services.secrets, user!, { typed, session: null }, services.now());
  return codes ?? [];
}
const readAccount = async () => (await ana.get(account, "/admin/orders/account")).data as { codesLeft: number; hasShortCodes: boolean };

async function signIn(code: string): Promise<number> {
  const body = { email: "ana@example.com", password: "violet-harbour-seventeen", code };
  return (await createVisitor(services).call(login, "POST", "/admin/api/login", { body })).status;
}

test("stores recovery codes as the previous release looks for them", async () => {
  const codes = await setUpCodes();
  const rows = await db.select({ hash: recoveryCodes.codeHash }).from(recoveryCodes);
  expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set(codes.map((code) => hashToken(code.replaceAll("-", "")))));
  const [user] = await db.select().from(users);
  await removeTotp(db, user!, user!);
});

test("asks for new recovery codes while those of an earlier version are left", async () => {
  await setUpCodes();
  expect(await readAccount()).toMatchObject({ codesLeft: 10, hasShortCodes: false });
  // As earlier versions stored them.
  await db.update(recoveryCodes).set({ isLong: false });
  const [user] = await db.select().from(users);
  await db.insert(recoveryCodes).values(["abcdefghij", "klmnpqrstu"].map((code) => ({ userId: user!.id, codeHash: hashToken(code) })));
  expect(await readAccount()).toMatchObject({ codesLeft: 12, hasShortCodes: true });
  expect([await signIn("abcde-fghij"), await signIn("abcde-fghij")]).toEqual([200, 401]);

  await removeTotp(db, user!, user!);
  const [code = ""] = await setUpCodes();
  expect(await readAccount()).toMatchObject({ codesLeft: 10, hasShortCodes: false });
  expect([await signIn("klmnp-qrstu"), await signIn(code), await signIn(code)]).toEqual([401, 200, 401]);
});
