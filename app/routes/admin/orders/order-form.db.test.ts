import { customers } from "#app/orders/data/customers/tables.ts";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { findLastEvent } from "#app/orders/data/orders.server.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { listSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { handleLiveForm, readLiveState } from "./live-form.server.ts";
import { handleOrderForm } from "./order-form.server.ts";
import { staffOrders } from "./staff-order.server.ts";

const { services } = await openTestShop();
const { db } = services;
const ANA = { id: 7, email: "ana@example.com", name: "Ana", roles: ["order-admin"] };
/** Paid at the counter: no card provider is involved. */
const AT_PICKUP = { paymentState: "none", gateway: "none" } as const;

function contextFor(user: typeof ANA | null): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(staffContext, user);
  return context;
}

const setHours = (STORE_OPEN_TIME: string, STORE_CLOSING_TIME: string) =>
  inTransaction(db, (tx) =>
    writeSettings(tx, services.secrets, { STORE_OPEN_TIME, STORE_CLOSING_TIME }, { userId: null, userName: "Test" }),
  );
afterEach(() => setHours("", ""));

/** Sends a form as an order screen does. */
async function send(fields: Record<string, string | readonly string[]>, user: typeof ANA | null = ANA) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
  const { data: answer, init } = await handleOrderForm(form, contextFor(user));
  return { ...answer, status: init?.status };
}

test("accepting with chosen minutes sets the promised time", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const answer = await send({ order: order.id, version: String(order.version), intent: "accept", minutes: "30" });
  expect(answer).toMatchObject({ kind: "done", status: 200, event: "accept", orderId: order.id });
  expect(answer.message).toContain(`${order.number} accepted, ready about`);
  expect(await findOrder(db, order.id)).toMatchObject({ status: "accepted", prepMinutes: 30 });
});

test("a concurrent decision names the faster colleague and changes nothing", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const fields = { order: order.id, version: String(order.version), intent: "accept", minutes: "20" };
  await send(fields);
  const late = await send({ ...fields, intent: "reject", reason: "too_busy", text: "" });
  expect(late).toMatchObject({ kind: "conflict", status: 409 });
  expect(late.message).toMatch(/^Ana accepted this \d+ s ago\./);
  expect((await findOrder(db, order.id))?.status).toBe("accepted");
});

test("rejects a rejection without a reason, or 'other' without a text", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const fields = { order: order.id, version: String(order.version), intent: "reject" };
  expect(await send(fields)).toMatchObject({ kind: "invalid", status: 400, message: "Choose a reason from the list." });
  const other = await send({ ...fields, reason: "other", text: " " });
  expect(other).toMatchObject({ kind: "invalid", message: "Write the reason in a few words; the customer reads it." });
  expect((await findOrder(db, order.id))?.status).toBe("received");
});

test("reads typed amounts and refuses invalid ones", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, status: "accepted" });
  const fields = { order: order.id, version: String(order.version), intent: "cancel", reason: "other", text: "oven", refund: "amount" };
  expect(await send({ ...fields, amount: "a lot" })).toMatchObject({
    kind: "invalid",
    message: 'Enter an amount such as 12.50, or "full" or "none".',
  });
  expect(await send({ ...fields, amount: "5" })).toMatchObject({ kind: "done" });
});

test("amounts to return are read in the order's currency", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, status: "accepted", currency: "eur" });
  const fields = { order: order.id, version: String(order.version), intent: "cancel", reason: "other", text: "oven", refund: "amount" };
  expect(await send({ ...fields, amount: "$5" })).toMatchObject({ kind: "invalid" });
  expect(await send({ ...fields, amount: "€5" })).toMatchObject({ kind: "done" });
});

test("completing with cash stores amount and change, and rejects less than the total", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, status: "ready" });
  const fields = { order: order.id, version: String(order.version), intent: "complete" };
  expect(await send({ ...fields, given: "$10" })).toMatchObject({
    kind: "refused",
    status: 422,
    message: "The total is $39.38: $29.38 is missing.",
  });
  expect(await send({ ...fields, given: "some" })).toMatchObject({ kind: "invalid" });
  expect(await send({ ...fields, given: "$50" })).toMatchObject({ kind: "done", message: `${order.number} completed. Change: $10.62.` });
  expect(await findLastEvent(db, order.id)).toMatchObject({ event: "complete", data: { given: 5000, change: 1062 } });
});

test("rounds the change of an order in Canadian dollars to five cents", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, status: "ready", currency: "cad" });
  const fields = { order: order.id, version: String(order.version), intent: "complete" };
  expect(await send({ ...fields, given: "39.35" })).toMatchObject({ message: "The total in cash is CA$39.40: CA$0.05 is missing." });
  expect(await send({ ...fields, given: "50" })).toMatchObject({ kind: "done", message: `${order.number} completed. Change: CA$10.60.` });
  expect(await findLastEvent(db, order.id)).toMatchObject({ event: "complete", data: { given: 5000, change: 1060 } });
});

test("completing works without a cash amount, and a paid order takes none", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, status: "ready" });
  const fields = { order: order.id, version: String(order.version), intent: "complete", given: " " };
  expect(await send(fields)).toMatchObject({ kind: "done", message: `${order.number} completed.` });
  expect((await findLastEvent(db, order.id))?.data).toEqual({});
  const { order: paid } = await storeOrder(db, { ...AT_PICKUP, status: "ready", paidBy: "terminal" });
  expect(await send({ order: paid.id, version: String(paid.version), intent: "complete", given: "$50" })).toMatchObject({
    kind: "refused",
    message: "Nothing is due on this order, so no cash is taken for it.",
  });
});

test("a note keeps its line breaks and loses control characters", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const note = { order: order.id, version: String(order.version), intent: "note" };
  expect(await send({ ...note, text: "nut\u0007 allergy" })).toMatchObject({ kind: "invalid", message: "Write a note in plain text." });
  await send({ ...note, text: "nut allergy\r\nsecond line" });
  expect((await findLastEvent(db, order.id))?.data).toEqual({ text: "nut allergy\nsecond line" });
  const answer = await send({ order: order.id, version: String(order.version + 1), intent: "note", text: "   " });
  expect(answer).toMatchObject({ kind: "invalid", message: "Enter a note." });
});

test("a message is emailed to the customer once, and recorded", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const message = {
    order: order.id,
    version: String(order.version),
    intent: "message",
    text: "We are out of rye.\r\n\r\nIs white <b>fine</b>?",
  };
  expect(await send(message)).toMatchObject({
    kind: "done",
    message: `Message to the customer of ${order.number}. This shop sends no emails: the message stays in the email log.`,
  });
  expect(await send(message)).toMatchObject({ kind: "refused", status: 422, message: expect.stringContaining("not sent again") as string });
  const text = "We are out of rye.\n\nIs white <b>fine</b>?";
  expect(await findLastEvent(db, order.id)).toMatchObject({ event: "message", actorName: "Ana", data: { text, channel: "email" } });
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, order.id));
  expect(mails).toMatchObject([{ kind: "order_message", recipient: "ana@example.com" }]);
  const letter = await writeOrderMail("order_message", mails[0]?.data ?? {});
  expect(letter?.subject).toBe(`About your order ${order.number}`);
  expect(letter?.text).toContain("We are out of rye.\nIs white <b>fine</b>?\n");
  expect(letter?.html).toContain("Is white &lt;b&gt;fine&lt;/b&gt;?");
  // A colleague's button is not outdated by it.
  expect((await findOrder(db, order.id))?.version).toBe(order.version);
});

test("rejects an empty message, one to an erased customer, or too many in an hour", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const write = (text: string, { id }: { readonly id: string } = order) => send({ order: id, version: "1", intent: "message", text });
  expect(await write("  ")).toMatchObject({ kind: "invalid", message: "Enter a message." });
  expect(await write("x".repeat(1001))).toMatchObject({ kind: "invalid" });
  for (const text of ["1", "2", "3", "4", "5"]) expect(await write(text)).toMatchObject({ kind: "done" });
  expect(await write("6")).toMatchObject({ kind: "refused", message: expect.stringContaining("at most 5 messages an hour") as string });
  const erased = await storeOrder(db, { ...AT_PICKUP, status: "completed", customerName: "Erased customer", customerEmail: "" });
  expect(await write("Hello", erased.order)).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("no email address") as string,
  });
});

test("double clicks on a message send one email", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const message = { order: order.id, version: String(order.version), intent: "message", text: "Call us, please." };
  const answers = await Promise.all([send(message), send(message), send(message)]);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["done", "refused", "refused"]);
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, order.id))).toHaveLength(1);
});

test("refunds are for administrators, unless the shop lets order staff do them", async () => {
  const { order } = await storeOrder(db, AT_PICKUP);
  const fields = { order: order.id, version: String(order.version), intent: "refund", what: "all" };
  expect(await send(fields)).toMatchObject({ kind: "forbidden", status: 403 });
  await inTransaction(db, (tx) =>
    writeSettings(tx, services.secrets, { ORDER_ADMIN_CAN_REFUND: true }, { userId: null, userName: "test" }),
  );
  // Nothing was charged, so there is nothing to refund; but the role is no obstacle any more.
  expect(await send(fields)).toMatchObject({ kind: "refused", status: 422 });
});

test("returns an error for unknown orders, unknown actions and visitors", async () => {
  expect(await send({ order: "nonsense", intent: "accept" })).toMatchObject({ kind: "not-found", status: 404 });
  expect(await send({ order: crypto.randomUUID(), version: "1", intent: "ready" })).toMatchObject({ kind: "not-found" });
  const { order } = await storeOrder(db, AT_PICKUP);
  expect(await send({ order: order.id, version: "1", intent: "explode" })).toMatchObject({ kind: "invalid" });
  expect(await send({ order: order.id, version: "1", intent: "ready" }, null)).toMatchObject({ kind: "forbidden" });
});

test("removing a missing item can mark it sold out until the next opening", async () => {
  await setHours("07:00", "22:00");
  // The product of both lines of a stored order.
  await db.insert(products).values({ id: 1, name: "Fries", priceCents: 475 });
  const { order, items } = await storeOrder(db, AT_PICKUP);
  const item = items[1];
  const answer = await send({ order: order.id, version: String(order.version), intent: "edit", item: [item?.id ?? ""], soldOut: "on" });
  expect(answer).toMatchObject({ kind: "done" });
  const soldOut = await listSoldOut(db);
  expect(soldOut.products.map((product) => product.name)).toEqual(["Fries"]);
  expect(soldOut.products[0]?.until).toEqual(nextOpening(storeHours(await readSettings(db)), services.now()));
  await handleLive({ back: "product 1" });
  const [after] = await db.select({ isSoldOut: products.isSoldOut }).from(products).where(eq(products.id, 1));
  expect(after?.isSoldOut).toBe(false);
});

test("a sold-out item is found by name and is sold again tomorrow or by hand", async () => {
  const drinks = await insertCategory(db, { name: "Drinks" });
  const latte = await insertProduct(db, { id: 500, name: "Oat latte" }, [drinks]);
  const milk = await insertTemplate(db, { title: "Milk" }, [{ name: "Oat" }, { name: "Cow" }]);
  await linkTemplate(db, latte, milk.id);
  await setHours("07:00", "22:00");
  const opening = nextOpening(storeHours(await readSettings(db)), services.now());
  const find = async (q: string) => (await readLiveState(db, await readSettings(db), services.now(), q)).sellOut.found;
  expect(await find("oat")).toEqual([
    { kind: "option", id: milk.optionIds[0], name: "Milk: Oat", isSoldOut: false, within: ["Oat latte"], withinCount: 1 },
    { kind: "product", id: latte, name: "Oat latte", isSoldOut: false, within: ["Drinks"], withinCount: 1 },
  ]);
  expect(await find("oat 100%")).toEqual([]);
  expect(await handleLive({ out: `product ${latte} today` })).toMatch(/^Sold out\. Sold again from 7:00 AM/);
  expect(await handleLive({ out: `option ${milk.optionIds[0]} open` })).toContain("put back");
  const soldOut = await listSoldOut(db);
  expect(soldOut.products.find(({ id }) => id === latte)?.until).toEqual(opening);
  expect(soldOut.options).toMatchObject([{ id: milk.optionIds[0], until: null }]);
  expect((await find("oat")).map(({ isSoldOut }) => isSoldOut)).toEqual([true, true]);
  await handleLive({ back: `product ${latte}` });
  await handleLive({ back: `option ${milk.optionIds[0]}` });
  expect((await find("oat")).map(({ isSoldOut }) => isSoldOut)).toEqual([false, false]);
  for (const out of ["product 0 today", "product 1 for-ever", "chair 1 today", "product"])
    expect(await handleLive({ out }), out).toContain("not understood");
});

async function handleLive(fields: Record<string, string>): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const answer = await handleLiveForm(form, contextFor(ANA));
  return "message" in answer ? answer.message : answer.data.message;
}

test("a pause ends by itself or by hand, and the shop shows it", async () => {
  expect(await handleLive({ pause: "15", message: "Oven down" })).toContain("paused");
  const paused = await readLiveState(db, await readSettings(db), services.now());
  expect(paused).toMatchObject({ isOpen: false, pauseMessage: "Oven down" });
  await handleLive({ pause: "0" });
  expect(await readLiveState(db, await readSettings(db), services.now())).toMatchObject({
    isOpen: true,
    openSentence: "Open now",
    pauseMessage: "",
  });
});

test("pausing delivery leaves pickup open", async () => {
  const state = async () => readLiveState(db, await readSettings(db), services.now());
  const offerDelivery = (isOffered: boolean | null) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ENABLE_DELIVERY: isOffered }, { userId: null, userName: "Test" }));
  expect((await state()).delivery).toBe("off");
  await offerDelivery(true);
  expect((await state()).delivery).toBeNull();
  expect(await handleLive({ pause_delivery: "30" })).toBe("Delivery is paused. Pickup goes on.");
  expect(await state()).toMatchObject({ isOpen: true, pausedUntil: null, delivery: expect.any(Date) as Date });
  expect(await handleLive({ pause_delivery: "soon" })).toContain("not understood");
  expect(await handleLive({ pause_delivery: "0" })).toBe("Delivery is offered again.");
  expect((await state()).delivery).toBeNull();
  await offerDelivery(null);
});

test("busy mode adds to the quoted minutes for an hour", async () => {
  await handleLive({ busy: "20" });
  const settings = await readSettings(db);
  expect((await readLiveState(db, settings, services.now())).quotedMinutes).toBe(40);
  const { order } = await storeOrder(db, AT_PICKUP);
  const [view] = await staffOrders(db, [order], { settings, now: services.now(), user: ANA, inKitchen: 0 });
  expect(view?.suggestedMinutes).toBe(40);
  await handleLive({ busy: "0" });
  expect((await readLiveState(db, await readSettings(db), services.now())).quotedMinutes).toBe(20);
});

test("refuses invalid input of the live controls", async () => {
  expect(await handleLive({ pause: "for ever" })).toContain("not understood");
  expect(await handleLive({ back: "product nine" })).toContain("not understood");
  expect(await handleLive({})).toContain("not understood");
});

test("a ticket has the actions of the role and the time of its automatic rejection", async () => {
  const { order } = await storeOrder(db, { ...AT_PICKUP, placedAt: services.now() });
  const settings = { ...(await readSettings(db)), ORDER_AUTO_REJECT_MINUTES: 10, ORDER_ADMIN_CAN_REFUND: false };
  const [view] = await staffOrders(db, [order], { settings, now: services.now(), user: ANA, inKitchen: 0 });
  expect(view?.events).toEqual(["accept", "reject", "edit", "note", "message"]);
  expect((view?.decideBy?.getTime() ?? 0) - (order.placedAt?.getTime() ?? 0)).toBe(600_000);
  expect(view?.lines.map((line) => [line.quantity, line.kitchenName])).toEqual([
    [2, "DSB"],
    [1, "Fries"],
  ]);
});

test("a ticket shows the position, the notes and the allergies of the customer", async () => {
  const keys = { emailKey: "regular@example.com", phoneKey: "" };
  await storeOrder(db, { ...AT_PICKUP, ...keys, placedAt: new Date("2026-11-01T18:00:00Z") });
  const { order } = await storeOrder(db, { ...AT_PICKUP, ...keys, allergyNote: "No nuts" });
  await db
    .update(customers)
    .set({ notes: "Rings twice", allergies: "Sesame" })
    .where(eq(customers.id, order.customerId ?? 0));
  const [view] = await staffOrders(db, [order], { settings: await readSettings(db), now: services.now(), user: ANA, inKitchen: 0 });
  expect(view).toMatchObject({
    allergyNote: "No nuts · Sesame",
    knownCustomer: { id: order.customerId, notes: "Rings twice", position: 2, samePhone: null },
  });
});

test("an order with another customer's phone number names that customer and the allergies", async () => {
  const phoneKey = "+14165550917";
  const { order: first } = await storeOrder(db, { ...AT_PICKUP, customerName: "Ida", emailKey: "ida@example.com", phoneKey });
  await db
    .update(customers)
    .set({ allergies: "Sesame" })
    .where(eq(customers.id, first.customerId ?? 0));
  const { order } = await storeOrder(db, { ...AT_PICKUP, emailKey: "ida@work.example", phoneKey, allergyNote: "No nuts" });
  expect(order.customerId).not.toBe(first.customerId);
  const facts = { settings: await readSettings(db), now: services.now(), user: ANA, inKitchen: 0 };
  const [view, earlier] = await staffOrders(db, [order, first], facts);
  expect(view).toMatchObject({
    allergyNote: "No nuts · Sesame",
    knownCustomer: { id: order.customerId, samePhone: { id: first.customerId, name: "Ida" } },
  });
  expect(earlier?.knownCustomer?.samePhone).toBeNull();
});
