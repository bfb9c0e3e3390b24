import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import * as account from "#app/routes/admin/orders/account/index.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog, passwordLinks, rateLimits, sessions, users } from "#app/staff/data/tables.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { beginTotp } from "#app/staff/workflows/two-factor.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { totpCode, totpStep } from "#app/staff/workflows/totp.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const PASSWORD = "violet-harbour-seventeen";

const addUser = async (name: string, roles: readonly ("super-admin" | "order-admin")[]) => {
  const made = await addAdmin(db, { shopName: "Shopbell", email: `${name}@example.com`, name, password: PASSWORD, roles: [...roles] });
  if (!made.ok) throw new Error(made.error);
  return made.value;
};
const signInMinutesAgo = async (user: Awaited<ReturnType<typeof addUser>>, minutes: number) => {
  const now = new Date(services.now().getTime() - minutes * 60_000);
  const { token } = await openSession(db, user, { replaces: null, userAgent: "", now });
  return openStaffPages(services, user.name, { id: user.id, token });
};
const setUp = async () => {
  const ana = await addUser("ana", ["super-admin"]);
  const bo = await addUser("bo", ["order-admin"]);
  await addUser("cy", ["super-admin"]);
  return { ana, bo, old: await signInMinutesAgo(ana, 11), fresh: await signInMinutesAgo(ana, 9) };
};
const path = (id: number) => `/admin/users/edit/${id}`;
const idOf = ({ id }: { readonly id: number }) => ({ id: String(id) });
const stateOf = async ({ id }: { readonly id: number }) => {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  const links = await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id));
  const open = await db.select().from(sessions).where(eq(sessions.userId, id));
  return { user, links: links.length, open: open.length };
};

beforeEach(async () => {
  await db.delete(users);
  await db.delete(auditLog);
  await db.delete(rateLimits);
});

const ACTS = ["link", "codes-off", "passkeys-off", "sign-out-all"] as const;

test.for(ACTS)("refuses %s on another account when the sign-in is older than ten minutes", async (intent) => {
  const { bo, old, fresh } = await setUp();
  await signInMinutesAgo(bo, 0);
  const before = await stateOf(bo);
  const answer = await old.post(form, path(bo.id), { intent }, idOf(bo));
  expect([answer.status, JSON.stringify(answer.data)]).toEqual([422, expect.stringContaining("Confirm with your password")]);
  expect(await stateOf(bo)).toEqual(before);
  expect((await fresh.post(form, path(bo.id), { intent }, idOf(bo))).status).not.toBe(422);
});

test.for(ACTS)("refuses %s on the actor's own account through the user form", async (intent) => {
  const { ana, fresh } = await setUp();
  const before = await stateOf(ana);
  expect((await fresh.post(form, path(ana.id), { intent }, idOf(ana))).status).toBe(422);
  expect(await stateOf(ana)).toEqual(before);
});

const EDITS: readonly Readonly<Record<string, string>>[] = [
  { email: "stolen@example.com" },
  { roles: "super-admin" },
  { isDisabled: "disabled" },
];

test.for(EDITS)("saves %o of another account only when confirmed, and never of the actor's own", async (over) => {
  const { ana, bo, old, fresh } = await setUp();
  const untouched = [await stateOf(ana), await stateOf(bo)];
  expect((await old.edit(form, path(bo.id), over, idOf(bo))).status).toBe(422);
  const own = over["roles"] === undefined ? over : { roles: "order-admin" };
  expect((await fresh.edit(form, path(ana.id), own, idOf(ana))).status).toBe(422);
  expect([await stateOf(ana), await stateOf(bo)]).toEqual(untouched);
  expect((await fresh.edit(form, path(bo.id), over, idOf(bo))).status).toBe(302);
  expect((await old.edit(form, path(ana.id), { name: "Ana A." }, idOf(ana))).status).toBe(302);
});

test("adding, bulk changes, deleting and undo need a confirmation", async () => {
  const { ana, bo, old, fresh } = await setUp();
  const person = { name: "Di", email: "di@example.com", roles: "super-admin", isDisabled: "active" };
  expect((await old.post(form, "/admin/users/add", person)).status).toBe(422);
  const disable = { intent: "disable", selected: `${ana.id},${bo.id}` };
  expect((await old.post(list, "/admin/users", disable)).status).toBe(422);
  expect((await fresh.post(list, "/admin/users", disable)).status).toBe(302);
  expect([(await stateOf(ana)).user?.isDisabled, (await stateOf(bo)).user?.isDisabled]).toEqual([false, true]);

  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "disable"));
  const takeBack = { entry: String(entry?.id), to: "/admin/users" };
  await old.post(undo, "/admin/undo", takeBack);
  expect((await stateOf(bo)).user?.isDisabled).toBe(true);
  await fresh.post(undo, "/admin/undo", takeBack);
  expect((await stateOf(bo)).user?.isDisabled).toBe(false);

  expect((await old.post(remove, path(bo.id), {}, idOf(bo))).status).toBe(422);
  expect((await fresh.post(remove, path(ana.id), {}, idOf(ana))).status).toBe(422);
  expect((await fresh.post(remove, path(bo.id), {}, idOf(bo))).status).toBe(302);
});

test("the password confirms for ten minutes; ending own sessions needs it", async () => {
  const { ana, old } = await setUp();
  for (const intent of ["sign-out-all", "passkey-drop"])
    expect((await old.post(account, "/admin/orders/account", { intent, id: "x" })).status).toBe(422);
  expect((await stateOf(ana)).open).toBe(2);
  expect((await old.post(account, "/admin/orders/account", { intent: "confirm", password: "not mine, and long" })).status).toBe(422);
  expect((await old.post(account, "/admin/orders/account", { intent: "sign-out-all" })).status).toBe(422);
  expect((await old.post(account, "/admin/orders/account", { intent: "confirm", password: PASSWORD })).status).toBe(200);
  expect((await old.post(account, "/admin/orders/account", { intent: "sign-out-all" })).status).toBe(302);
  expect((await stateOf(ana)).open).toBe(1);
});

test("a pending two-factor setup needs the password to be shown or confirmed", async () => {
  const { ana, old } = await setUp();
  const secret = await beginTotp(db, services.secrets, ana.id);
  const pendingOf = async () => ((await old.get(account, "/admin/orders/account")).data as { readonly pending: object | null }).pending;
  const code = totpCode(secret, totpStep(services.now()));
  expect(await pendingOf()).toBeNull();
  expect((await old.post(account, "/admin/orders/account", { intent: "codes-confirm", code })).status).toBe(422);
  expect((await stateOf(ana)).user?.totpSince).toBeNull();
  expect((await old.post(account, "/admin/orders/account", { intent: "confirm", password: PASSWORD })).status).toBe(200);
  expect(await pendingOf()).not.toBeNull();
  expect((await old.post(account, "/admin/orders/account", { intent: "codes-confirm", code })).status).toBe(200);
  expect((await stateOf(ana)).user?.totpSince).not.toBeNull();
});

test("users change their own address under My account, with the password", async () => {
  const { ana, fresh } = await setUp();
  const change = (email: string, password: string) => fresh.post(account, "/admin/orders/account", { intent: "email", email, password });
  expect((await change("ana.a@example.com", "not mine, and long")).status).toBe(422);
  expect((await change("BO@example.com", PASSWORD)).status).toBe(422);
  expect((await stateOf(ana)).user?.email).toBe("ana@example.com");
  expect((await change("ana.a@example.com", PASSWORD)).status).toBe(302);
  expect((await stateOf(ana)).user?.email).toBe("ana.a@example.com");
});
