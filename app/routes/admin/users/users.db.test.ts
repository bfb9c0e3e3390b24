import { eq, inArray, ne, notInArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import * as undo from "#app/routes/admin/undo.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { listMail } from "#app/mail/data/mail-outbox.server.ts";
import { auditLog, passwordLinks, sessions, users } from "#app/staff/data/tables.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";
import * as outboxDetail from "#app/routes/admin/orders/outbox/detail.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const made = await addAdmin(db, {
  shopName: "Shopbell",
  email: "owner@example.com",
  name: "Owner",
  password: "violet-harbour-seventeen",
  roles: ["super-admin"],
});
const owner = made.ok ? made.value : undefined;
if (owner === undefined) throw new Error("no owner");
const added = await addAdmin(db, {
  shopName: "Shopbell",
  email: "ana@example.com",
  name: "Ana",
  password: "violet-harbour-eighteen",
  roles: [],
});
const actor = added.ok ? added.value : undefined;
if (actor === undefined) throw new Error("no actor");
const { token } = await openSession(db, actor, { replaces: null, userAgent: "", now: services.now() });
const ana = openStaffPages(services, "Ana", { id: actor.id, token });
const EDIT = "/admin/users/edit/1";

beforeEach(async () => {
  await db.delete(users).where(notInArray(users.id, [owner.id, actor.id]));
  await db
    .update(users)
    .set({ isDisabled: false, roles: ["super-admin"], hasPassword: true })
    .where(eq(users.id, owner.id));
  await db.update(users).set({ isDisabled: false }).where(eq(users.id, actor.id));
  await db.delete(auditLog);
  await db.delete(mailOutbox);
});

const fields = { name: "Bo Baker", email: "bo@example.com", roles: "order-admin", isDisabled: "active" };
const findUser = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];
const history = () => db.select().from(auditLog).orderBy(auditLog.id);

async function add(over: Partial<typeof fields> = {}): Promise<number> {
  const added = await ana.post(form, "/admin/users/add", { ...fields, ...over });
  expect(added.status).toBe(302);
  return Number(added.location?.split("/").at(-1));
}

/** Posts the form as it was opened, with some fields typed over. */
const edit = (id: number, over: Record<string, string>) => ana.edit(form, EDIT, over, { id: String(id) });

const signIn = async (id: number) => {
  const user = await findUser(id);
  if (user === undefined) throw new Error("nobody");
  return openSession(db, user, {
    replaces: null,
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36",
    now: services.now(),
  });
};

test("adding a user sends one invitation, sets no password, and writes one entry", async () => {
  const id = await add();
  expect(await findUser(id)).toMatchObject({ name: "Bo Baker", roles: ["order-admin"], hasPassword: false, isDisabled: false });
  expect(await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id))).toHaveLength(1);
  expect(await db.select({ kind: mailOutbox.kind, to: mailOutbox.recipient }).from(mailOutbox)).toEqual([
    { kind: "staff_access", to: "bo@example.com" },
  ]);
  expect((await history()).map((row) => [row.action, row.subject, row.subjectKind])).toEqual([["add", "Bo Baker", "user"]]);
  const rows = (await ana.get(list, "/admin/users?status=invited")).data as { rows: { name: string }[]; total: number };
  expect(rows).toMatchObject({ total: 1, rows: [{ name: "Bo Baker", status: "invited", seen: null }] });
});

test("shows sign-in emails in the outbox to administrators only, without the link", async () => {
  await add();
  const all = { q: "", kind: "", status: "", sort: "-written", page: 1, per_page: 50 } as const;
  expect((await listMail(db, all)).rows).toEqual([]);
  const [letter] = (await listMail(db, all, "administrator")).rows;
  expect(letter).toMatchObject({ kind: "staff_access", recipient: "bo@example.com" });
  expect((await ana.get(outboxDetail, "/admin/orders/outbox/x", { id: letter?.id ?? "" })).data).toMatchObject({
    mail: { kindLabel: "Link for a staff account" },
    content: null,
    isLink: true,
  });
});

const refusals: readonly (readonly [string, Record<string, string>, string])[] = [
  ["no name", { name: " " }, "Enter a name."],
  ["no address", { email: "" }, "Enter an email address."],
  ["half an address", { email: "bo@" }, "Enter an email address such as ana@example.com."],
  ["an address with a comment", { email: "Bo <bo@example.com>" }, "Enter an email address such as ana@example.com."],
  ["a taken address, in other letters", { email: "OWNER@example.com" }, "Another account has this address."],
  ["a role there is not", { roles: "super-admin,root" }, "Choose among the roles of the list."],
  ["a state there is not", { isDisabled: "gone" }, "Choose whether they may sign in."],
];

test.for(refusals)("%s: 422 beside the field, nothing stored, nobody invited", async ([, over, message]) => {
  const answer = await ana.post(form, "/admin/users/add", { ...fields, ...over });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.data)).toContain(message);
  expect(await db.select().from(users)).toHaveLength(2);
  expect(await db.select().from(mailOutbox)).toEqual([]);
  expect(await history()).toEqual([]);
});

test("changed roles and disabling end the user's sessions; renaming does not", async () => {
  const id = await add();
  const count = async () => (await db.select().from(sessions).where(eq(sessions.userId, id))).length;
  await signIn(id);
  expect((await edit(id, { name: "Bo B." })).status).toBe(302);
  expect(await count()).toBe(1);
  await edit(id, { roles: "" });
  expect([await count(), (await findUser(id))?.roles]).toEqual([0, []]);
  await signIn(id);
  await edit(id, { isDisabled: "disabled" });
  expect(await count()).toBe(0);
});

test("the last administrator who can sign in cannot be demoted, disabled, deleted, or undone away", async () => {
  expect(JSON.stringify(await edit(owner.id, { roles: "order-admin" }))).toContain("last administrator");
  expect(JSON.stringify(await edit(owner.id, { isDisabled: "disabled" }))).toContain("last administrator");
  await ana.post(list, "/admin/users", { intent: "disable", selected: String(owner.id) });
  expect((await ana.get(remove, EDIT, { id: String(owner.id) })).data).toMatchObject({
    staysBecause: expect.stringContaining("last") as unknown,
  });
  expect(await ana.post(remove, EDIT, {}, { id: String(owner.id) })).toMatchObject({ status: 422 });
  expect(await findUser(owner.id)).toMatchObject({ roles: ["super-admin"], isDisabled: false, version: 1 });
  expect(await history()).toEqual([]);

  // An invited administrator cannot sign in yet: that is no second one.
  const bo = await add({ roles: "super-admin" });
  expect((await ana.post(remove, EDIT, {}, { id: String(owner.id) })).status).toBe(422);
  await db.update(users).set({ hasPassword: true }).where(eq(users.id, bo));
  expect((await ana.get(remove, EDIT, { id: String(owner.id) })).data).toMatchObject({ staysBecause: undefined });
  await edit(bo, { roles: "order-admin" });
  await edit(bo, { roles: "super-admin" });
  const promotion = (await history()).at(-1);
  await edit(owner.id, { isDisabled: "disabled" });
  await ana.post(undo, "/admin/undo", { entry: String(promotion?.id), to: "/admin/users" });
  expect(await findUser(bo)).toMatchObject({ roles: ["super-admin"] });
});

test("one administrator remains when two demote each other at the same time", async () => {
  const bo = await add({ roles: "super-admin" });
  await db.update(users).set({ hasPassword: true }).where(eq(users.id, bo));
  const answers = await Promise.all([edit(bo, { roles: "" }), edit(owner.id, { roles: "" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
  const left = (await db.select().from(users)).filter((user) => user.roles.includes("super-admin"));
  expect(left).toHaveLength(1);
});

test("deleting ends the sessions; an undone deletion needs a new invitation", async () => {
  const id = await add();
  await db.update(users).set({ hasPassword: true }).where(eq(users.id, id));
  await signIn(id);
  expect(await ana.post(remove, EDIT, {}, { id: String(id) })).toMatchObject({ status: 302, location: "/admin/users" });
  expect(await findUser(id)).toBeUndefined();
  expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  const entry = (await history()).at(-1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/users" });
  expect(await findUser(id)).toMatchObject({ name: "Bo Baker", hasPassword: false });
  expect(JSON.stringify(await history())).not.toContain("argon2");
});

test("an administrator sees a user's sessions and ends one or all, with history", async () => {
  const id = await add();
  await signIn(id);
  await signIn(id);
  const params = { id: String(id) };
  const open = async () =>
    ((await ana.get(form, EDIT, params)).data as { facts: { sessions: { id: string; device: string }[] } }).facts.sessions;
  const [first, second] = await open();
  expect(first?.device).toBe("Chrome on Windows");
  await ana.post(form, EDIT, { intent: `sign-out:${first?.id ?? ""}` }, params);
  expect((await open()).map((session) => session.id)).toEqual([second?.id]);
  expect((await ana.post(form, EDIT, { intent: "sign-out:x" }, params)).status).toBe(422);
  await ana.post(form, EDIT, { intent: "sign-out-all" }, params);
  expect(await open()).toEqual([]);
  expect((await history()).map((row) => row.action)).toEqual(["add", "sign-out", "sign-out"]);
});

test("search, role and status filter the list; bulk disabling keeps one administrator", async () => {
  await add();
  await add({ name: "Cy 100%", email: "cy@example.com", roles: "" });
  const names = async (query: string) =>
    ((await ana.get(list, `/admin/users?${query}`)).data as { rows: { name: string }[] }).rows.map((row) => row.name);
  expect(await names("q=baker+EXAMPLE")).toEqual(["Bo Baker"]);
  expect(await names("q=100%25")).toEqual(["Cy 100%"]);
  expect(await names("role=none")).toEqual(["Ana", "Cy 100%"]);
  expect(await names("role=super-admin")).toEqual(["Owner"]);
  expect(await names("sort=-email")).toEqual(["Owner", "Cy 100%", "Bo Baker", "Ana"]);
  await ana.post(list, "/admin/users", { intent: "disable", selected: "all" });
  expect(await names("status=disabled")).toEqual(["Bo Baker", "Cy 100%"]);
});

test("bulk disabling ends sessions and invitations, and its undo enables all again", async () => {
  const ids = [await add(), await add({ name: "Cy", email: "cy@example.com" })];
  for (const id of ids) await signIn(id);
  const left = async () => ({
    sessions: (await db.select().from(sessions).where(inArray(sessions.userId, ids))).length,
    links: (await db.select().from(passwordLinks).where(inArray(passwordLinks.userId, ids))).length,
    disabled: (await db.select().from(users).where(inArray(users.id, ids))).map((user) => user.isDisabled),
  });
  expect(await left()).toEqual({ sessions: 2, links: 2, disabled: [false, false] });
  await ana.post(list, "/admin/users", { intent: "disable", selected: ids.join(",") });
  expect(await left()).toEqual({ sessions: 0, links: 0, disabled: [true, true] });
  const entry = (await history()).at(-1);
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/users" });
  expect((await left()).disabled).toEqual([false, false]);
});

test("refuses to disable all administrators in bulk, with a reason", async () => {
  const bo = await add({ roles: "super-admin" });
  await db.update(users).set({ hasPassword: true }).where(eq(users.id, bo));
  const answer = await ana.post(list, "/admin/users", { intent: "disable", selected: "all" });
  expect([answer.status, JSON.stringify(answer.data)]).toEqual([422, expect.stringContaining("last administrator")]);
  expect((await db.select().from(users).where(ne(users.id, actor.id))).map((user) => user.isDisabled)).toEqual([false, false]);
});

test("correcting the address or disabling ends an invitation", async () => {
  const id = await add();
  const links = async () => (await db.select().from(passwordLinks).where(eq(passwordLinks.userId, id))).length;
  await edit(id, { name: "Bo B." });
  expect(await links()).toBe(1);
  await edit(id, { email: "bo.baker@example.com" });
  expect(await links()).toBe(0);
  await ana.post(form, EDIT, { intent: "link" }, { id: String(id) });
  expect(await links()).toBe(1);
  await edit(id, { isDisabled: "disabled" });
  expect(await links()).toBe(0);
});

test("does not restore a deleted account whose address is taken", async () => {
  const id = await add();
  await ana.post(remove, EDIT, {}, { id: String(id) });
  const entry = (await history()).at(-1);
  await add({ name: "Another Bo" });
  const undone = await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/users" });
  expect(undone.status).toBe(302);
  expect(await findUser(id)).toBeUndefined();
});
