import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertSizedProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const { token } = await tokenWith(services, ANA, "products:read", "products:write");

beforeEach(async () => {
  await db.delete(products);
  await db.delete(settings);
});

const EDIT = "/admin/product/edit/1";
const stored = async () =>
  (await db.select().from(productVariants).orderBy(asc(productVariants.id))).map(({ vendor, weightGrams, costCents }) => [
    vendor,
    weightGrams,
    costCents,
  ]);
const shirt = () => insertSizedProduct(db, { Small: 5, Large: 3 });
type Shirt = Awaited<ReturnType<typeof shirt>>;
const rowsOf = ({ variantIds, optionIds }: Shirt, large: object) =>
  JSON.stringify([
    { id: variantIds[0], optionIds: [optionIds[0]], sku: "", barcode: "", stock: "5" },
    { id: variantIds[1], optionIds: [optionIds[1]], sku: "", barcode: "", stock: "3", ...large },
  ]);
const save = (shop: Shirt, large: object) => ana.edit(form, EDIT, { variants: rowsOf(shop, large) }, { id: String(shop.productId) });
const OWN = ["Loom", 250, 650];
const NONE = [null, null, null];

test("the form stores, shows and undoes vendor, weight and cost of an option", async () => {
  const shop = await shirt();
  expect((await save(shop, { vendor: " Loom ", weightGrams: "250", costCents: "6.5" })).status).toBe(302);
  expect(await stored()).toEqual([NONE, OWN]);
  const { values } = await ana.open(form, EDIT, { id: String(shop.productId) });
  expect(JSON.parse(values["variants"] ?? "")).toMatchObject([{ vendor: "" }, { vendor: "Loom", weightGrams: "250", costCents: "6.50" }]);
  expect((await save(shop, { vendor: "", weightGrams: "", costCents: "" })).status).toBe(302);
  expect(await stored()).toEqual([NONE, NONE]);
  const [last] = (await db.select().from(auditLog).orderBy(auditLog.id)).slice(-1);
  await ana.post(undo, "/admin/undo", { entry: String(last?.id), to: EDIT });
  expect(await stored()).toEqual([NONE, OWN]);
});

test("the form uses the shop's amount format for the cost", async () => {
  await db.insert(settings).values([
    { key: "LOCALE", value: "de-DE" },
    { key: "CURRENCY", value: "EUR" },
  ]);
  const shop = await shirt();
  expect((await save(shop, { costCents: "6,50 €" })).status).toBe(302);
  expect(await stored()).toEqual([NONE, [null, null, 650]]);
  const { values } = await ana.open(form, EDIT, { id: String(shop.productId) });
  expect(JSON.parse(values["variants"] ?? "")).toMatchObject([{}, { costCents: "6,50" }]);
});

test.for([
  ["a long vendor", { vendor: "x".repeat(101) }, "vendor", /at most 100/],
  ["no weight", { weightGrams: "0" }, "weightGrams", /from 1 to/],
  ["an unreadable cost", { costCents: "a lot" }, "costCents", /amount/],
] as const)("the form refuses %s next to the field", async ([, large, field, message]) => {
  const answer = await save(await shirt(), large);
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[`variants[1].${field}`]?.[0]).toMatch(message);
});

test("a program sets vendor, weight and cost of an option, and omitted ones stay", async () => {
  const { productId, optionIds } = await shirt();
  const patch = (large: object) =>
    callWithToken(services, token, `/admin/api/products/${productId}`, {
      method: "PATCH",
      body: {
        variants: [
          { option_ids: [optionIds[0]], stock: 5 },
          { option_ids: [optionIds[1]], stock: 3, ...large },
        ],
      },
    });
  const answer = await patch({ vendor: "Loom", weight_grams: 250, cost: 6.5 });
  expect(answer).toMatchObject({
    status: 200,
    data: {
      product: {
        variants: [
          { vendor: null, weight_grams: null },
          { vendor: "Loom", weight_grams: 250 },
        ],
      },
    },
  });
  expect(JSON.stringify(answer.data), "tokens do not read costs").not.toContain("cost");
  expect(await stored()).toEqual([NONE, OWN]);
  await patch({ low_stock: 1 });
  expect(await stored()).toEqual([NONE, OWN]);
  await patch({ vendor: "", cost: null });
  expect(await stored()).toEqual([NONE, [null, 250, null]]);
  expect(await patch({ weight_grams: 0 })).toMatchObject({ status: 422 });
  expect(await patch({ cost: -1 })).toMatchObject({ status: 422 });
});

test("stores a variant that has only a cost", async () => {
  const shop = await insertSizedProduct(db, { Small: 5, Large: null });
  await db.delete(productVariants).where(eq(productVariants.id, shop.variantIds[1] ?? 0));
  expect((await save({ ...shop, variantIds: [shop.variantIds[0] ?? 0] }, { stock: "", costCents: "6.50" })).status).toBe(302);
  expect(await stored()).toEqual([NONE, [null, null, 650]]);
});
