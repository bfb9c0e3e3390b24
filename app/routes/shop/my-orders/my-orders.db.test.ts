import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { forgetAccess } from "#app/orders/data/customers/my-orders.server.ts";
import { myOrdersAccess } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { mailMyOrdersLink, writeMyOrdersMail } from "#app/orders/workflows/mail/my-orders-mail.server.tsx";
import { MY_ORDERS_QUEUE, sendMyOrdersLink } from "#app/orders/workflows/customers/my-orders.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { rateLimits } from "#app/staff/data/tables.ts";
import { addMinutes } from "#app/values/time.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { placePaidOrder } from "#test/paid-orders.ts";
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

const LINK_COOKIE = /^my-orders=/;

test("a link shows the orders of its address once, until they are hidden", async () => {
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

test("an address without orders is answered alike, and gets nothing", async () => {
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

test("orders that only the telephone number joins are not shown", async () => {
  const mine = await placePaidOrder(shop);
  const theirs = await placePaidOrder(shop);
  await db.update(orders).set({ phoneKey: mine.phoneKey, customerId: mine.customerId }).where(eq(orders.id, theirs.id));
  const visitor = createVisitor(services);
  await post(visitor, { email: mine.customerEmail });
  await post(visitor, { intent: "open" }, (await readLinks())[0]?.path);
  expect(await look(visitor)).toMatchObject({ total: 1, orders: [{ token: mine.publicToken }] });
});

test("orders of an address that differs in a tag are not shown, and the link does not go there", async () => {
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

test("says what is wrong with an address, keeps it, and limits how often a link is asked for", async () => {
  const wrong = await post(createVisitor(services), { email: "ana@" });
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    { email: "ana@", error: "Enter your email address.", message: "The address is needed." },
  ]);
  const statuses = [];
  for (let index = 0; index < 6; index += 1) {
    // Every try from another network, and typed another way.
    const email = index % 2 === 0 ? "ana@example.com" : "ANA+x@example.com";
    statuses.push((await post(createVisitor(services, `198.51.100.${index}`), { email })).status);
  }
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

test("erasing the person ends their links and sessions, and removes the emails", async () => {
  const order = await placePaidOrder(shop);
  const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
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
