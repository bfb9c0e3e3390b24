import { desc, eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { businessDay } from "#app/values/time.ts";
import { customizationOptions, products } from "#app/catalogue/data/tables.ts";
import {
  applyConfiguration,
  compareConfiguration,
  exportConfiguration,
} from "#app/content/workflows/configuration/configuration.server.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { deliveryTerms } from "#app/store/domain/delivery/delivery-areas.ts";
import { insertTemplate } from "#test/catalogue.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { receiptFile } from "#app/http/answers/receipt-file.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import * as editProduct from "#app/routes/admin/product/form.tsx";
import * as close from "#app/routes/admin/end-of-day/close.tsx";
import * as day from "#app/routes/admin/end-of-day/detail.tsx";
import * as orderPage from "#app/routes/admin/orders/detail.tsx";
import * as productPage from "#app/routes/shop/product.tsx";
import * as settingsPage from "#app/routes/admin/site-settings/index.tsx";
import type { Settings } from "#app/store/domain/settings.ts";
import type { SettingsView } from "#app/store/ui/staff/settings-view.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import { auditWhole, readLedger } from "#test/torture/after-storm.ts";

interface Case extends Pick<Settings, "CURRENCY" | "LOCALE"> {
  /** A price as it is typed, as it is stored and as the field shows it again. */
  readonly price: readonly [typed: string, stored: number, shown: string];
  /** A price that this currency cannot have, and the sentence beside the field. */
  readonly refused: readonly [typed: string, message: string];
  /** The price in plain digits, and the charge with both taxes as it is stored. */
  readonly plain: string;
  readonly charge: number;
  /** What is paid back, as it is typed. */
  readonly refund: string;
  /** The charge and the refund in the provider's units. */
  readonly provider: readonly [charge: number, refund: number];
  /** Total with both taxes and refund as customers read them, and in plain digits. */
  readonly total: readonly [shown: string, plain: string];
  readonly refunded: readonly [shown: string, plain: string];
}

/** Each in a shop of its own with two taxes, GST 5 and PST 7. */
const CASES: readonly Case[] = [
  {
    CURRENCY: "EUR",
    LOCALE: "de-DE",
    price: ["12,50", 1250, "12,50"],
    plain: "12.50",
    charge: 1401,
    refused: ["12,505", "Enter an amount with at most two decimals, such as 12,50."],
    refund: "1,20",
    provider: [1401, 120],
    total: ["14,01\u00a0€", "14.01"],
    refunded: ["1,20\u00a0€", "1.20"],
  },
  {
    CURRENCY: "JPY",
    LOCALE: "ja-JP",
    price: ["¥1,250", 1250, "1250"],
    plain: "1250",
    charge: 1401,
    refused: ["12.50", "Enter an amount without decimals, such as 1250."],
    refund: "120",
    provider: [1401, 120],
    total: ["¥1,401", "1401"],
    refunded: ["¥120", "120"],
  },
  {
    CURRENCY: "ISK",
    LOCALE: "is-IS",
    price: ["1.250", 1250, "1250"],
    plain: "1250",
    charge: 1401,
    refused: ["12,50", "Enter an amount without decimals, such as 1250."],
    refund: "120",
    provider: [140_100, 12_000],
    total: ["1.401\u00a0kr.", "1401"],
    refunded: ["120\u00a0kr", "120"],
  },
  {
    CURRENCY: "KWD",
    LOCALE: "en-AE",
    price: ["1.250", 125, "1.250"],
    plain: "1.250",
    charge: 140,
    refused: ["1.255", "Enter an amount whose third decimal is 0, such as 12.500. Cards are charged in steps of 0.010."],
    refund: "0.250",
    provider: [1400, 250],
    total: ["KWD\u00a01.400", "1.400"],
    refunded: ["KWD\u00a00.250", "0.250"],
  },
];

const narrow = (text: string) => text.replaceAll("\u00a0", " ");

test.each(CASES)("a shop in $CURRENCY takes, charges, refunds and reports its amounts", async (shopCase) => {
  const { CURRENCY, LOCALE, price, refused, provider } = shopCase;
  const shop = await openTestShop();
  const { services } = shop;
  const { db } = services;
  const ana = openStaffPages(services);
  const contains = (text: string | undefined, ...parts: readonly string[]) => {
    for (const part of parts) expect(narrow(text ?? "")).toContain(narrow(part));
  };

  const { view } = (await ana.get(settingsPage, "/admin/site-settings")).data as { readonly view: SettingsView };
  const areas = JSON.stringify([{ name: "Centre", prefixes: "M5V", fee: price[0], freeAbove: "", minOrder: "", minutes: "" }]);
  const amounts = { DELIVERY_FEE: price[0], DELIVERY_AREAS: areas };
  const values = { CURRENCY, LOCALE, TAX_RATE: "12", TAX_COMPONENTS: "GST 5, PST 7", STORE_TIMEZONE: "UTC", ...amounts };
  const saved = await ana.post(settingsPage, "/admin/site-settings", { ...view.texts, ...values, seen: JSON.stringify(view.seen) });
  expect(saved.data).toMatchObject({ kind: "saved" });
  // What is typed together with a currency is in that currency.
  const settings = await readSettings(db);
  expect(settings.DELIVERY_FEE).toBe(price[1]);
  expect(deliveryTerms(settings, "M5V 1A1").fee).toBe(price[1]);
  const shown = ((await ana.get(settingsPage, "/admin/site-settings")).data as { readonly view: SettingsView }).view.texts;
  expect(shown.DELIVERY_FEE).toBe(price[2]);
  expect(shown.DELIVERY_AREAS).toContain(`"fee":"${price[2]}"`);

  const opened = await ana.open(editProduct, "/admin/product/add");
  const product = { ...opened.values, version: "", seen: opened.seen, name: "Soup" };
  const wrong = await ana.post(editProduct, "/admin/product/add", { ...product, priceCents: refused[0] });
  expect(errorsOf(wrong.data)["priceCents"]?.[0]).toContain(refused[1]);
  expect(wrong.data).toMatchObject({ typed: { priceCents: refused[0] } });
  expect((await ana.post(editProduct, "/admin/product/add", { ...product, priceCents: price[0] })).status).toBe(302);
  const [made] = await db.select().from(products);
  expect(made?.priceCents).toBe(price[1]);
  const id = String(made?.id);
  expect((await ana.open(editProduct, `/admin/product/edit/${id}`, { id })).values["priceCents"]).toBe(price[2]);

  const shopPage = await ana.get(productPage, `/products/${id}`, { id });
  const offers = { priceCurrency: CURRENCY, price: shopCase.plain };
  expect(productPage.meta({ loaderData: shopPage.data } as never)).toContainEqual({
    "script:ld+json": expect.objectContaining({ offers: expect.objectContaining(offers) }),
  });

  const { id: templateId } = await insertTemplate(db, {}, [{ name: "Large", priceDeltaCents: price[1] }]);
  const file = await exportConfiguration(db, CONFIGURATION_PARTS);
  expect(JSON.parse(file)).toMatchObject({
    settings: { DELIVERY_FEE: shopCase.plain },
    templates: [{ options: [{ name: "Large", price: shopCase.plain }] }],
  });
  expect(await compareConfiguration(db, file, CONFIGURATION_PARTS)).toMatchObject({ ok: true, value: { changes: [] } });
  const dearer = file.replaceAll(`"${shopCase.plain}"`, `"${shopCase.total[1]}"`);
  expect((await applyConfiguration(db, dearer, null, { userId: null, userName: "Ana", isConfirmed: true }, CONFIGURATION_PARTS)).kind).toBe(
    "done",
  );
  expect((await readSettings(db)).DELIVERY_FEE).toBe(shopCase.charge);
  const [option] = await db.select().from(customizationOptions).where(eq(customizationOptions.templateId, templateId));
  expect(option?.priceDeltaCents).toBe(shopCase.charge);

  const cartId = await cartWith(shop, Number(id));
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, shopCase.charge)));
  await shop.confirm(placed.clientSecret);
  const { id: orderId } = await orderOf(db, placed.orderToken);
  expect((await settleOrder(services, orderId)).kind).toBe("placed");
  const act = async (fields: Readonly<Record<string, string>>) => {
    const { version } = await orderOf(db, placed.orderToken);
    const path = `/admin/orders/${orderId}`;
    const answer = await ana.post(orderPage, path, { order: orderId, version: String(version), ...fields }, { id: orderId });
    expect(answer.data).toMatchObject({ kind: "done" });
  };
  await act({ intent: "accept", minutes: "20" });
  await act({ intent: "refund", what: "amount", amount: shopCase.refund, text: "late" });
  const { intents, refunds } = await readLedger(shop.simulator);
  expect(intents).toMatchObject([{ currency: CURRENCY.toLowerCase(), amount: provider[0], amountReceived: provider[0] }]);
  expect(refunds).toMatchObject([{ amount: provider[1] }]);

  contains((await findOrderStatus(services, placed.orderToken))?.sentence, `Refunded ${shopCase.refunded[0]}`);
  const [received] = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, "order_received"));
  contains((await writeOrderMail("order_received", received?.data ?? {}))?.text, shopCase.total[0], "GST", "PST");
  const detail = await findOrderDetail(db, orderId);
  if (detail === undefined) throw new Error("no order");
  const pdf = await getDocumentProxy(new Uint8Array(await (await receiptFile(services, detail)).arrayBuffer()));
  const { text: receipt } = await extractText(pdf, { mergePages: true });
  contains(receipt.replaceAll(/\s+/g, " "), `Total (${CURRENCY})`, shopCase.total[0]);

  const { separator, decimal } = csvFormat(settings);
  const cells = (...texts: readonly string[]) => ["", ...texts.map((text) => text.replace(".", decimal)), ""].join(separator);
  const [total, refunded] = [shopCase.total[1], shopCase.refunded[1]];
  const listed = await fileOfShop(services, "/admin/orders/all.csv");
  contains(listed.text, cells(total, total, refunded, "partially_refunded"), cells(CURRENCY));
  const today = businessDay(services.now(), "UTC");
  contains((await fileOfShop(services, `/admin/figures.csv?table=money&from=${today}&to=${today}`)).text, cells(`-${refunded}`, "1"));

  const { next } = (await ana.get(close, "/admin/end-of-day/close")).data as { readonly next: Readonly<Record<string, unknown>> };
  const drawer = { day: String(next["day"]), last: String(next["lastKey"]), seen: String(next["seen"]), float: price[0], terminal: "0" };
  const closed = await ana.post(close, "/admin/end-of-day/close", { ...drawer, counted: price[0], note: "" });
  expect(closed.location).toBe("/admin/end-of-day/1");
  expect((await ana.get(day, "/admin/end-of-day/1", { id: "1" })).status).toBe(200);
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, "day_closed")).orderBy(desc(mailOutbox.id));
  expect(mail === undefined || mail.data !== null).toBe(true);
  contains((await fileOfShop(services, `/admin/end-of-day/files/journal?from=${today}&to=${today}`)).text, `${separator}${CURRENCY}`);
  expect(await auditWhole(db, shop.simulator, (address) => fileOfShop(services, address))).toEqual([]);
});
