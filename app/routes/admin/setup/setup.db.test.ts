import { asc, desc, eq, like } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { DEMO_ACTOR } from "#app/staff/domain/demo-shop.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { undoImport } from "#app/catalogue/workflows/import/undo-import.server.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openOwnersPages } from "#test/staff-pages.ts";
import * as mediaCall from "#app/routes/admin/api/media.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as setup from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = await openOwnersPages(services);

const read = async () => (await ana.get(setup, "/admin/setup")).data as Awaited<ReturnType<typeof setup.loader>>;
const stateOf = async (id: string) => (await read()).steps.find((step) => step.id === id)?.state;
const post = (fields: Record<string, string>) => ana.post(setup, "/admin/setup", fields);
/** What the form of a step sends that was opened now. */
const save = async (step: string, fields: Record<string, string>) =>
  post({ step, seen: JSON.stringify((await read()).view.seen), ...fields });
const PLACE = {
  APP_NAME: "Rye & Co",
  TELEPHONE: "416 555 0142",
  STREET_ADDRESS: "1 Main Street",
  POSTAL_CODE: "M5A 2K7",
  ADDRESS_REGION: "Ontario",
  COUNTRY: "Canada",
  STORE_TIMEZONE: "America/Toronto",
  TAX_LABEL: "HST",
  TAX_RATE: "13",
  PRICES_INCLUDE_TAX: "",
};

test("a new shop asks who may see it, and stays open until its owner hides it", async () => {
  expect(await read()).toMatchObject({ asksWhoSees: true, isSoon: false });
  expect((await post({ intent: "hide" })).location).toBe("/admin/setup?step=store");
  expect(await read()).toMatchObject({ asksWhoSees: false, isSoon: true });
  expect(await stateOf("open")).toBe("open");
  await post({ intent: "open" });
  expect(await stateOf("open")).toBe("done");
});

test("removes the demo after a typed word, and continues with the menu", async () => {
  const { services: filled } = await openTestShop();
  const owner = await openOwnersPages(filled);
  const load = async () => (await owner.get(setup, "/admin/setup")).data as Awaited<ReturnType<typeof setup.loader>>;
  const send = (fields: Record<string, string>) => owner.post(setup, "/admin/setup", { intent: "remove-demo", ...fields });
  await inTransaction(filled.db, (tx) => writeSettings(tx, filled.secrets, { APP_NAME: "Copper Bell" }, DEMO_ACTOR));
  await insertProduct(filled.db, { createdAt: addMinutes(filled.now(), -60) });
  await insertProduct(filled.db, { createdAt: addMinutes(filled.now(), 1) });
  const { demo, asksWhoSees } = await load();
  expect(asksWhoSees).toBe(false);
  expect(demo).toMatchObject({ kind: "present", content: ["2 products"], added: ["1 product"] });
  const seal = "seal" in demo ? demo.seal : "";
  expect(await send({ seal, confirm: "yes" })).toMatchObject({
    status: 422,
    data: { message: "Type REMOVE to confirm. Nothing was removed." },
  });
  expect(await send({ seal: "old", confirm: "REMOVE" })).toMatchObject({ status: 422, data: { typed: { confirm: "REMOVE" } } });
  expect(await send({ seal, confirm: "remove" })).toMatchObject({ location: "/admin/setup?step=menu" });
  expect(await load()).toMatchObject({ demo: { kind: "removed", backup: "/backups/with-demo.backup" }, products: 0, asksWhoSees: true });
  await insertProduct(filled.db);
  expect((await load()).demo).toEqual({ kind: "none" });
});

test("opening removes the test orders and keeps their step done", async () => {
  await post({ intent: "hide" });
  await storeOrder(db, { isTest: true, gateway: "none", paymentState: "none" });
  await storeOrder(db, { isTest: true, gateway: "stripe", paymentState: "captured", capturedCents: 3938 });
  expect(await read()).toMatchObject({ isSoon: true, testOrders: { removable: 1, paid: 1 } });
  await post({ intent: "open" });
  expect(await read()).toMatchObject({ isSoon: false, asksWhoSees: false, testOrders: { removable: 0, paid: 1 } });
  expect(await stateOf("test-order")).toBe("done");
  await post({ intent: "hide" });
  expect(await stateOf("open")).toBe("open");
  await post({ intent: "open" });
});

test("name, time zone and tax must be confirmed before their step is done", async () => {
  const refused = await save("store", { ...PLACE, APP_NAME: "", STORE_TIMEZONE: " ", TAX_RATE: "", TELEPHONE: "abc" });
  expect(refused.status).toBe(422);
  expect(refused.data).toMatchObject({ answer: { errors: { TAX_RATE: "Enter the tax rate. Enter 0 if you charge no tax." } } });
  const wrong = Object.keys((refused.data as { answer: { errors: object } }).answer.errors);
  expect(wrong.toSorted(), "what is missing and what is wrong").toEqual(["APP_NAME", "STORE_TIMEZONE", "TAX_RATE", "TELEPHONE"]);
  expect((await save("store", PLACE)).location).toBe("/admin/setup?step=hours");
  expect((await readSettings(db)).APP_NAME).toBe("Rye & Co");
  expect(await stateOf("store")).toBe("done");
});

test("hours must be entered or skipped", async () => {
  const none = { STORE_OPEN_TIME: "", STORE_CLOSING_TIME: "", OPENING_HOURS: "" };
  expect((await save("hours", none)).status).toBe(422);
  expect((await post({ intent: "skip", step: "hours" })).location).toBe("/admin/setup?step=delivery");
  expect(await stateOf("hours")).toBe("skipped");
  await save("hours", { ...none, STORE_OPEN_TIME: "08:00", STORE_CLOSING_TIME: "17:00" });
  expect(await stateOf("hours")).toBe("done");
});

test("a step with unchanged defaults is done once the owner confirms it", async () => {
  const { texts } = (await read()).view;
  expect(await stateOf("delivery")).toBe("open");
  await save("delivery", { ENABLE_DELIVERY: "", DELIVERY_FEE: texts.DELIVERY_FEE ?? "" });
  expect(await stateOf("delivery")).toBe("done");
});

test.each([
  [{ step: "nothing" }],
  [{ intent: "skip", step: "nothing" }],
  [{ intent: "dance" }],
  [{ intent: "menu", menu: "Breads" }],
  [{ intent: "menu", menu: "" }],
  [{ intent: "undo-menu", run: "999" }],
  [{ intent: "undo-menu", run: "x" }],
  [{ intent: "pictures", pictures: "1,x" }],
  [{ intent: "invite", name: "", email: "cy@example.com", roles: "order-admin" }],
  [{ intent: "invite", name: "Cy", email: "cy@example.com", roles: "king" }],
])("%j is refused, and nothing is stored", async (fields) => {
  expect((await post(fields)).status).toBe(422);
  expect([await db.$count(products), await db.$count(users)]).toEqual([0, 1]);
});

const MENU = "Breads\nSourdough 8.50\n  Crusty.\n  Sliced: No, Yes +0.50\nRye 7\nCakes\nTart 5,25\n";

test("a typed menu becomes products with choices once, and can be undone", async () => {
  const added = await post({ intent: "menu", menu: MENU });
  const run = Number(/run=(\d+)/.exec(added.location ?? "")?.[1]);
  expect(await stateOf("menu")).toBe("done");
  const rows = await db.select({ id: products.id }).from(products).orderBy(asc(products.id));
  const found = await loadCurrentProducts(db, { ids: rows.map(({ id }) => id) }, services.now());
  const seen = found.map((each) => [
    each.name,
    each.summary,
    each.categories.map(({ path }) => path.join(">")),
    variantTableOf(each.price, each.groups).variants.map(({ values, price }) => [...values, price]),
  ]);
  expect(seen).toEqual([
    [
      "Sourdough",
      "Crusty.",
      ["Breads"],
      [
        ["No", 850],
        ["Yes", 900],
      ],
    ],
    ["Rye", "", ["Breads"], [[700]]],
    ["Tart", "", ["Cakes"], [[525]]],
  ]);
  expect((await post({ intent: "menu", menu: MENU })).location).toBe("/admin/setup?step=menu");
  expect(await db.$count(products)).toBe(3);
  expect((await post({ intent: "undo-menu", run: String(run) })).status).toBe(302);
  await undoImport(db, run, { userId: 1, userName: "Ana" }, services.now());
  expect((await read()).products).toBe(0);
  await post({ intent: "menu", menu: MENU });
  expect((await read()).products).toBe(3);
});

test("assigns pictures to products by file name, with one undo", async () => {
  const upload = async (name: string, red: number) => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 9, b: 3 } } })
      .png()
      .toBuffer();
    const answer = await ana.post(mediaCall, "/admin/api/media", { file: new File([new Uint8Array(bytes)], name) });
    return String((answer.data as { pictures: { hit: { id: string } }[] }).pictures[0]?.hit.id);
  };
  const ids = [await upload("sourdough.png", 1), await upload("Rye 2.png", 2), await upload("IMG_1.png", 3)];
  expect(await post({ intent: "pictures", pictures: ids.join(",") })).toMatchObject({
    status: 200,
    data: { kind: "refused", message: "These files have no product of their name: IMG_1.png. They are in the media library." },
  });
  const withPictures = async () => {
    const rows = await db.select({ id: products.id }).from(products).orderBy(asc(products.id));
    const found = await loadCurrentProducts(db, { ids: rows.map(({ id }) => id) }, services.now());
    return found.map(({ name, pictures }) => [name, pictures.map(({ alt }) => alt)]);
  };
  expect(await withPictures()).toEqual([
    ["Sourdough", ["Sourdough"]],
    ["Rye", ["Rye"]],
    ["Tart", []],
  ]);
  expect((await post({ intent: "pictures", pictures: ids.join(",") })).status).toBe(422);
  const [last] = await db.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  await ana.post(undo, "/admin/undo", { entry: String(last?.id), to: "/admin/setup" });
  expect((await withPictures()).flatMap(([, texts]) => texts)).toEqual([]);
});

test("buttons that test settings respond without a step and save nothing", async () => {
  const asked = await post({ test: "SENDGRID_API_KEY", SENDGRID_API_KEY: "", seen: "{}" });
  expect([asked.status, asked.data]).toMatchObject([200, { kind: "tested", message: "Enter a key first." }]);
  const mailed = await post({ mail: "test", seen: "{}", step: "mail", ORDER_EMAIL_SENDER: "typed@shop.example" });
  expect([mailed.status, mailed.data]).toMatchObject([200, { tests: { ORDER_EMAIL_SENDER: { isGood: false } } }]);
  expect((await readSettings(db)).ORDER_EMAIL_SENDER).toBe("");
  expect(await stateOf("mail")).toBe("open");
});

test("an invitation without email shows its link once", async () => {
  const invited = await post({ intent: "invite", name: "Bo", email: "bo@example.com", roles: "order-admin" });
  expect(invited.data).toMatchObject({ kind: "invited", name: "Bo", link: expect.stringContaining("/admin/login?link=") });
  expect(await stateOf("staff")).toBe("done");
});

test("a rejected invitation names the wrong field and keeps the input", async () => {
  const invite = async (fields: Readonly<Record<string, string>> = {}) =>
    (await post({ intent: "invite", name: "Cy", email: "cy@example.com", roles: "order-admin", ...fields })).data;
  expect(await invite({ email: "cy at example" })).toMatchObject({ kind: "refused", field: "email", typed: { name: "Cy" } });
  expect(await invite({ name: " " })).toMatchObject({ kind: "refused", field: "name", typed: { email: "cy@example.com" } });
  expect(await invite()).toMatchObject({ kind: "invited" });
  expect(await invite(), "the address is taken").toMatchObject({ kind: "refused", field: "email" });
});

test("the test order says when the shop is closed now", async () => {
  const closedIn = async (opens: string, closes: string) => {
    const hours = { STORE_OPEN_TIME: opens, STORE_CLOSING_TIME: closes };
    await inTransaction(db, (tx) => writeSettings(tx, services.secrets, hours, { userId: 1, userName: "Ana" }));
    return (await read()).closed;
  };
  const halves = [await closedIn("00:00", "12:00"), await closedIn("12:00", "00:00")];
  expect(halves.filter((closed) => closed === null)).toHaveLength(1);
  expect(halves.find((closed) => closed !== null)).toContain("The store is now closed.");
});

test("products of a typed menu get the chosen tax rate", async () => {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { REDUCED_TAX_RATES: "Food 7" }, { userId: 1, userName: "Ana" }));
  const classes = async () =>
    Object.fromEntries((await db.select().from(products).where(like(products.name, "Farm%"))).map((each) => [each.name, each.taxClass]));
  expect((await read()).taxRates.map(({ label }) => label)).toContain("Food, 7%");
  await post({ intent: "menu", menu: "Farm loaf 4.90", taxClass: "food" });
  await post({ intent: "menu", menu: "Farm loaf 5.10\nFarm beer 3", taxClass: "standard" });
  expect(await classes()).toEqual({ "Farm loaf": "food", "Farm beer": "standard" });
});

test("rejects a typed menu with a removed tax rate, and keeps its input", async () => {
  const typed = { menu: "Farm cheese 9", taxClass: "gone" };
  const answer = await post({ intent: "menu", ...typed });
  expect(answer).toMatchObject({ status: 422, data: { kind: "refused", typed, field: "taxClass" } });
  expect(await db.$count(products, eq(products.name, "Farm cheese"))).toBe(0);
  const wrong = { menu: "Farm cheese", taxClass: "zero" };
  expect(await post({ intent: "menu", ...wrong })).toMatchObject({ status: 422, data: { kind: "refused", typed: wrong } });
});

test("a typed menu keeps prices and required choices", async () => {
  const menu = "Praline tart 4.90\n  Size: Six parts +18, Single, Mini -1\n  Extras: Cream +1.50, Candle +0.50";
  await post({ intent: "menu", menu });
  const typed = async () => {
    const rows = await db.select({ id: products.id }).from(products).where(eq(products.name, "Praline tart"));
    return loadCurrentProducts(db, { ids: rows.map(({ id }) => id) }, services.now());
  };
  const optionsOf = (group: CustomizationTemplate) => group.options.map((option) => [option.name, option.priceDelta, option.isDefault]);
  const [tart] = await typed();
  expect(tart?.price).toBe(490);
  expect(tart?.groups.map((group) => [group.title, group.kind, group.minSelect, group.maxSelect, optionsOf(group)])).toEqual([
    [
      "Size",
      "single",
      1,
      1,
      [
        ["Six parts", 1800, false],
        ["Single", 0, true],
        ["Mini", -100, false],
      ],
    ],
    [
      "Extras",
      "multiple",
      0,
      null,
      [
        ["Cream", 150, false],
        ["Candle", 50, false],
      ],
    ],
  ]);
  await post({ intent: "menu", menu: "Praline tart 5.90\n  Size: Six parts +18, Single, Mini -1" });
  expect((await typed()).map(({ price, groups }) => [price, groups.map(({ title }) => title)])).toEqual([[590, ["Size", "Extras"]]]);
  await post({ intent: "menu", menu: "Praline tart 5.90\n  Extras: Cream +2, Candle +0.50" });
  expect((await typed())[0]?.groups.map((group) => [group.title, optionsOf(group)])).toEqual([
    [
      "Extras",
      [
        ["Cream", 200, false],
        ["Candle", 50, false],
      ],
    ],
  ]);
});
