import { and, arrayContains, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { forgetAccess } from "#app/orders/data/customers/my-orders.server.ts";
import { customers, myOrdersAccess } from "#app/orders/data/customers/tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { mailMyOrdersLink, writeMyOrdersMail } from "#app/orders/workflows/mail/my-orders-mail.server.tsx";
import { MY_ORDERS_QUEUE, sendMyOrdersLink } from "#app/orders/workflows/customers/my-orders.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog, rateLimits } from "#app/staff/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import * as route from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

beforeEach(async () => {
  await db.delete(rateLimits);
  await db.delete(mailOutbox);
  await db.delete(myOrdersAccess);
  await db.$client.query("delete from pgboss.job");
});

const post = (who: Visitor, fields: Record<string, string>, path = "/my-orders") =>
  who.call(route, "POST", path, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });

interface Shown {
  readonly panel: string;
  readonly orders?: readonly { readonly token: string }[];
  readonly total?: number;
}
const look = async (who: Visitor, path = "/my-orders") => {
  const answer = await who.call(route, "GET", path);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.status).toBe(200);
  return (await answer.json()) as Shown;
};

/** Does what the jobs of requests do, in this process; answers the paths of the links that were mailed, and to whom. */
async function readLinks(now = services.now()): Promise<readonly { readonly path: string; readonly recipient: string }[]> {
  const { rows } = await db.$client.query<{ id: string }>("delete from pgboss.job where name = $1 returning data ->> 'id' as id", [
    MY_ORDERS_QUEUE.name,
  ]);
  for (const { id } of rows) await sendMyOrdersLink(db, id, now, mailMyOrdersLink(services));
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, MY_ORDERS_MAIL));
  return Promise.all(
    mails.map(async ({ data, recipient }) => {
      const { text } = await writeMyOrdersMail(services.secrets, data);
      const url = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
      expect(JSON.stringify(data)).not.toContain(url.searchParams.get("link"));
      return { path: `${url.pathname}${url.search}`, recipient };
    }),
  );
}

const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const LINK_COOKIE = /^my-orders=/;

test("a link shows the orders of its address once, until sign-out", async () => {
  const mine = await placePaidOrder(shop);
  const other = await placePaidOrder(shop);
  const visitor = createVisitor(services);
  // As it was typed this time; the email goes to the address of the order.
  const asked = await post(visitor, { email: ` ${mine.customerEmail.toUpperCase()} ` });
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/my-orders?asked=yes"]);
  const [link] = await readLinks();
  expect(link?.recipient).toBe(mine.customerEmail);
  const path = link?.path ?? "";
  // Looking does not use it up, and sets nothing.
  expect((await look(visitor, path)).panel).toBe("link");
  expect(visitor.cookie()).toBe("");
  const opened = await post(visitor, { intent: "open" }, path);
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/my-orders"]);
  expect(visitor.cookie()).toMatch(LINK_COOKIE);
  const shown = await look(visitor);
  expect(shown.orders?.map(({ token }) => token)).toEqual([mine.publicToken]);
  expect(JSON.stringify(shown)).not.toContain(other.publicToken);

  const stranger = createVisitor(services, "192.0.2.7");
  expect((await look(stranger, path)).panel).toBe("ended");
  expect((await post(stranger, { intent: "open" }, path)).status).toBe(410);
  expect((await look(stranger)).panel).toBe("request");

  const session = visitor.cookie();
  await post(visitor, { intent: "leave" });
  expect((await look(visitor)).panel).toBe("request");
  const copied = await createVisitor(services).call(route, "GET", "/my-orders", { headers: { Cookie: session } });
  expect(await copied.json()).toMatchObject({ panel: "request" });
});

test("shows refunds of an order, including pending but not failed ones", async () => {
  const mine = await placePaidOrder(shop);
  const act = async (command: OrderCommand) => {
    const { version } = await readOrder(shop, mine.id);
    return applyOrderEvent(services, { orderId: mine.id, version, actor: ANA, command });
  };
  expect((await act({ event: "accept", minutes: 20 })).kind).toBe("done");
  expect((await act({ event: "refund", request: { kind: "amount", amount: 250 }, reason: "Cold soup" })).kind).toBe("done");
  const visitor = createVisitor(services);
  await post(visitor, { email: mine.customerEmail });
  await post(visitor, { intent: "open" }, (await readLinks())[0]?.path);
  const row = { token: mine.publicToken, finalTotal: mine.finalTotalCents };
  expect(await look(visitor)).toMatchObject({ orders: [{ ...row, refunded: 250 }] });
  await db.update(refunds).set({ status: "pending" }).where(eq(refunds.orderId, mine.id));
  expect(await look(visitor)).toMatchObject({ orders: [{ ...row, refunded: 250 }] });
  await db.update(refunds).set({ status: "failed" }).where(eq(refunds.orderId, mine.id));
  expect(await look(visitor)).toMatchObject({ orders: [{ ...row, refunded: 0 }] });
});

test("responds the same for an address without orders, and sends nothing", async () => {
  const known = await placePaidOrder(shop);
  const answers = [];
  for (const email of [known.customerEmail, "nobody@example.com"]) {
    const answer = await post(createVisitor(services), { email });
    answers.push([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie(), await answer.text()]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect((await db.select().from(myOrdersAccess)).length).toBe(2);
  expect((await readLinks()).map(({ recipient }) => recipient)).toEqual([known.customerEmail]);
});

test("does not show orders linked only by telephone number", async () => {
  const mine = await placePaidOrder(shop);
  const theirs = await placePaidOrder(shop);
  await db.update(orders).set({ phoneKey: mine.phoneKey, customerId: mine.customerId }).where(eq(orders.id, theirs.id));
  const visitor = createVisitor(services);
  await post(visitor, { email: mine.customerEmail });
  await post(visitor, { intent: "open" }, (await readLinks())[0]?.path);
  expect(await look(visitor)).toMatchObject({ total: 1, orders: [{ token: mine.publicToken }] });
});

test("does not show orders of an address with another tag, or email it", async () => {
  const mine = await placePaidOrder(shop);
  const theirs = await placePaidOrder(shop);
  const tagged = mine.customerEmail.replace("@", "+x@");
  await db.update(orders).set({ customerEmail: tagged, emailKey: mine.emailKey }).where(eq(orders.id, theirs.id));
  for (const [email, order] of [
    [mine.customerEmail, mine],
    [tagged, theirs],
  ] as const) {
    await db.delete(mailOutbox);
    const visitor = createVisitor(services);
    await post(visitor, { email });
    const [link] = await readLinks();
    expect(link?.recipient).toBe(email);
    await post(visitor, { intent: "open" }, link?.path);
    expect(await look(visitor)).toMatchObject({ total: 1, orders: [{ token: order.publicToken }] });
  }
});

test("a link ends after 15 minutes, a session after an hour, and a forged one does nothing", async () => {
  const { customerEmail } = await placePaidOrder(shop);
  await post(createVisitor(services), { email: customerEmail });
  const [link] = await readLinks();
  const path = link?.path ?? "";
  const expire = (minutes: number) => db.update(myOrdersAccess).set({ expiresAt: addMinutes(services.now(), minutes) });
  const visitor = createVisitor(services);
  await expire(0);
  expect((await post(visitor, { intent: "open" }, path)).status).toBe(410);
  await expire(1);
  expect((await post(visitor, { intent: "open" }, path)).status).toBe(303);
  const [row] = await db.select().from(myOrdersAccess);
  const left = ((row?.expiresAt.getTime() ?? 0) - services.now().getTime()) / 60_000;
  expect(Math.round(left)).toBe(60);
  await expire(0);
  expect((await look(visitor)).panel).toBe("request");
  // What has expired is removed, also where nobody asks for another link.
  await expire(0);
  await forgetAccess(db, addMinutes(services.now(), 1));
  expect(await db.select().from(myOrdersAccess)).toEqual([]);
  await post(createVisitor(services), { email: customerEmail });
  await readLinks();
  // The session's token does not work as a link, nor the other way round.
  await expire(60);
  const token = path.split("=").at(-1) ?? "";
  expect((await look(createVisitor(services), `/my-orders?link=${token}`)).panel).toBe("ended");
});

test("requests for other spellings of an address do not use up its limit", async () => {
  for (const email of ["bo+1@example.com", "bo+2@example.com", "bo+3@example.com", "bo+4@example.com", "bo+5@example.com"])
    expect((await post(createVisitor(services, "203.0.113.7"), { email })).status).toBe(303);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await post(createVisitor(services, "203.0.113.8"), { email: "Bo@Example.com" })).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

test("reports an invalid address, keeps it, and limits requests", async () => {
  const wrong = await post(createVisitor(services), { email: "ana@" });
  expect([wrong.status, await wrong.json()]).toEqual([422, { email: "ana@", error: "Enter your email address.", message: "" }]);
  const statuses = [];
  for (let index = 0; index < 6; index += 1) {
    // Every try from another network, and typed another way.
    const email = index % 2 === 0 ? "ana@example.com" : "ANA@Example.com";
    statuses.push((await post(createVisitor(services, `198.51.100.${index}`), { email })).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

test("erasing the customer ends their links and sessions and removes the emails", async () => {
  const order = await placePaidOrder(shop);
  await applyOrderEvent(services, {
    orderId: order.id,
    version: order.version,
    actor: ANA,
    command: { event: "reject", reason: "too_busy", text: "" },
  });
  const visitor = createVisitor(services);
  await post(visitor, { email: order.customerEmail });
  await post(visitor, { intent: "open" }, (await readLinks())[0]?.path);
  expect((await look(visitor)).total).toBe(1);
  const owner = { id: 1, email: "owner@example.com", name: "Owner", roles: ["super-admin"] };
  expect((await eraseCustomer(services, owner, order.customerId ?? 0)).kind).toBe("erased");
  expect((await look(visitor)).panel).toBe("request");
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.kind, MY_ORDERS_MAIL))).toEqual([]);
});

describe("marketing consent", () => {
  const ask = (isAsked: boolean) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ASK_MARKETING_CONSENT: isAsked }, { userId: null, userName: "Owner" }));
  const recordOf = async (id: number | null) => {
    const [row] = await db
      .select()
      .from(customers)
      .where(eq(customers.id, id ?? 0));
    return { answer: row?.marketingConsent, source: row?.consentSource, at: row?.consentAt ?? null };
  };
  const entriesOf = (id: number | null) =>
    db
      .select({ by: auditLog.userName, userId: auditLog.userId, action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.subjectKind, "customer"), arrayContains(auditLog.subjectIds, [String(id)])))
      .orderBy(auditLog.id);
  const signedIn = async () => {
    const order = await placePaidOrder(shop);
    const visitor = createVisitor(services);
    await post(visitor, { email: order.customerEmail });
    await post(visitor, { intent: "open" }, (await readLinks())[0]?.path);
    return { order, visitor };
  };

  test("the customer gives and withdraws consent, with date, source and history", async () => {
    await ask(true);
    const { order, visitor } = await signedIn();
    const other = await placePaidOrder(shop);
    expect(await look(visitor)).toMatchObject({ consent: { isGiven: false, since: null } });
    const saved = await post(visitor, { intent: "consent", marketing_consent: "on" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/my-orders?saved=consent"]);
    const given = await recordOf(order.customerId);
    expect(given).toEqual({ answer: "given", source: "my orders", at: expect.any(Date) as Date });
    expect(await look(visitor, "/my-orders?saved=consent")).toMatchObject({
      isSaved: true,
      consent: { isGiven: true, since: expect.stringMatching(/\d/) as string },
    });
    await post(visitor, { intent: "consent", marketing_consent: "on" });
    expect(await recordOf(order.customerId), "the same answer keeps its date").toEqual(given);
    await post(visitor, { intent: "consent" });
    expect(await recordOf(order.customerId)).toMatchObject({ answer: "withdrawn", source: "my orders" });
    expect(await entriesOf(order.customerId)).toMatchObject([
      { by: "Customer", userId: null, action: "edit", after: { [String(order.customerId)]: { marketingConsent: "given" } } },
      { by: "Customer", userId: null, action: "edit", after: { [String(order.customerId)]: { marketingConsent: "withdrawn" } } },
    ]);
    expect(await recordOf(other.customerId)).toEqual({ answer: null, source: "", at: null });
  });

  test("consent at the checkout keeps its source; an empty box changes nothing", async () => {
    await ask(true);
    const { order, visitor } = await signedIn();
    await post(visitor, { intent: "consent" });
    expect(await recordOf(order.customerId)).toEqual({ answer: null, source: "", at: null });
    const at = new Date("2026-03-08T18:30:00Z");
    await db
      .update(customers)
      .set({ marketingConsent: "given", consentSource: "checkout", consentAt: at })
      .where(eq(customers.id, order.customerId ?? 0));
    await post(visitor, { intent: "consent", marketing_consent: "on" });
    expect(await recordOf(order.customerId)).toEqual({ answer: "given", source: "checkout", at });
    expect(await entriesOf(order.customerId)).toEqual([]);
  });

  test("consent can only be withdrawn where the shop does not ask for it", async () => {
    await ask(false);
    const { order, visitor } = await signedIn();
    expect(await look(visitor)).toMatchObject({ consent: null });
    await post(visitor, { intent: "consent", marketing_consent: "on" });
    expect(await recordOf(order.customerId)).toMatchObject({ answer: null });
    await db
      .update(customers)
      .set({ marketingConsent: "given", consentSource: "checkout", consentAt: services.now() })
      .where(eq(customers.id, order.customerId ?? 0));
    expect(await look(visitor)).toMatchObject({ consent: { isGiven: true } });
    await post(visitor, { intent: "consent" });
    expect(await recordOf(order.customerId)).toMatchObject({ answer: "withdrawn" });
  });

  test("stores nothing without a session", async () => {
    await ask(true);
    const { order, visitor } = await signedIn();
    await post(visitor, { intent: "leave" });
    const answer = await post(visitor, { intent: "consent", marketing_consent: "on" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/my-orders"]);
    expect(await recordOf(order.customerId)).toMatchObject({ answer: null });
  });
});
