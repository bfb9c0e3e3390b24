import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { FIRST_WORDS, type TemplateKind } from "#app/orders/domain/mail/mail-template.schema.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { changeMailWords, wordsSeal } from "./change-mail-words.server.ts";
import { mailMyOrdersLink, writeMyOrdersMail } from "./my-orders-mail.server.tsx";
import { writeOrderMail } from "./order-mail.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { userId: null, userName: "Ana" };
const words = { subject: "{name}, order {order} is on", heading: "Great, {name}!", text: "Ready about {time}.\n\n{reason}" };
const seenOf = async (kind: TemplateKind) => wordsSeal((await readSettings(db)).MAIL_WORDS, kind);

/** The email of an order that staff take now. */
async function acceptedMail() {
  const productId = await insertProduct(db);
  const customer = { name: "Bo Li", email: "bo@example.com", phone: "" };
  const taken = await takeOrder(
    services,
    takenOrderOf([{ productId, quantity: 1, choices: [], note: "" }], 1130, { customer, source: "counter" }),
  );
  if (taken.kind !== "ok") throw new Error(taken.kind);
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, taken.order.id));
  const rendered = await writeOrderMail(mail?.kind ?? "", mail?.data ?? {});
  return { subject: rendered?.subject, text: rendered?.text ?? "", number: taken.order.number };
}

test("uses the shop's own texts until the standard ones are restored", async () => {
  const before = await acceptedMail();
  expect(before.subject).toMatch(/^Order .* accepted: ready about /);
  expect(await changeMailWords(services, { kind: "order_accepted", words, seen: await seenOf("order_accepted") }, ANA)).toBe("saved");
  const own = await acceptedMail();
  expect(own.subject).toBe(`Bo, order ${own.number} is on`);
  expect(own.text).toMatch(/Ready about \d/);
  expect(own.text).toContain("Great, Bo!");
  expect(own.text).not.toContain("{");
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "change-settings"));
  expect(entry).toMatchObject({ userName: "Ana", before: { MAIL_WORDS: "" } });

  expect(await changeMailWords(services, { kind: "order_accepted", words: null, seen: await seenOf("order_accepted") }, ANA)).toBe("saved");
  expect((await acceptedMail()).subject).toMatch(/^Order .* accepted: ready about /);
  expect((await readSettings(db)).MAIL_WORDS).toBe("");
});

test("keeps changes of different emails and reports a conflict for the same one", async () => {
  const [accepted, ready] = [await seenOf("order_accepted"), await seenOf("order_ready")];
  const results = await Promise.all([
    changeMailWords(services, { kind: "order_accepted", words, seen: accepted }, ANA),
    changeMailWords(services, { kind: "order_ready", words: FIRST_WORDS.order_ready, seen: ready }, ANA),
  ]);
  expect(results).toEqual(["saved", "saved"]);
  expect(Object.keys(JSON.parse((await readSettings(db)).MAIL_WORDS) as object).toSorted()).toEqual(["order_accepted", "order_ready"]);
  expect(await changeMailWords(services, { kind: "order_accepted", words: null, seen: accepted }, ANA)).toBe("conflict");
});

test("saving keeps texts of a kind that only another version has", async () => {
  await db.delete(settings);
  const other = { order_of_tomorrow: { subject: "a", heading: "b", text: "c" } };
  await db.insert(settings).values({ key: "MAIL_WORDS", value: JSON.stringify(other) });
  expect(
    await changeMailWords(services, { kind: "order_ready", words: FIRST_WORDS.order_ready, seen: await seenOf("order_ready") }, ANA),
  ).toBe("saved");
  expect(JSON.parse((await readSettings(db)).MAIL_WORDS)).toEqual({ ...other, order_ready: FIRST_WORDS.order_ready });
});

/** The email with the link to the orders of Bo Li. */
async function linkMail(token: string) {
  await inTransaction(db, (tx) => mailMyOrdersLink(services)(tx, { token, order: { email: "bo@example.com", name: "Bo Li" } }));
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, MY_ORDERS_MAIL)).orderBy(desc(mailOutbox.createdAt));
  return writeMyOrdersMail(services.secrets, mails[0]?.data ?? {});
}

test("the email with the link to orders has the shop's own texts and always its link", async () => {
  const standard = await linkMail("token-1");
  expect(standard.text).toContain("Hello Bo, here are your orders");
  expect(standard.text).toContain("/my-orders?link=token-1");
  const own = { subject: "Orders of {name}", heading: "<b>Hi</b> {name}", text: "It works {minutes} minutes." };
  expect(await changeMailWords(services, { kind: MY_ORDERS_MAIL, words: own, seen: await seenOf(MY_ORDERS_MAIL) }, ANA)).toBe("saved");
  const mail = await linkMail("token-2");
  expect(mail.subject).toBe("Orders of Bo");
  for (const part of ["<b>Hi</b> Bo", "It works 15 minutes.", "/my-orders?link=token-2"]) expect(mail.text).toContain(part);
  expect(mail.html).toContain("&lt;b&gt;Hi&lt;/b&gt; Bo");
  expect(mail.text).not.toContain("Hello");
});

test("the email with the link to orders always has a subject and a heading", async () => {
  await writeSettings(
    db,
    services.secrets,
    { MAIL_WORDS: JSON.stringify({ [MY_ORDERS_MAIL]: { subject: "{order}", heading: "", text: "{order}" } }) },
    ANA,
  );
  const mail = await linkMail("token-3");
  expect(mail.subject).toMatch(/: your orders$/);
  expect(mail.html).toMatch(/<h1[^>]*>Your orders at /);
  expect(mail.text).toContain("/my-orders?link=token-3");
});
