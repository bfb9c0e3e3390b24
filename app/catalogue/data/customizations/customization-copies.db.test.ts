import { expect, test } from "vitest";
import { detachAllUses } from "#app/catalogue/workflows/apply-template.server.ts";
import { choicesFingerprint, visibleGroups } from "#app/catalogue/domain/customization/customization.ts";
import { unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { endSoldOut, listSoldOut, markSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-03-02T12:00:00Z");
const later = new Date("2026-03-03T04:00:00Z");

const groupsOf = async (id: number, at = now) => (await loadProductsForSale(db, [id], at)).get(id)?.groups ?? [];

/** Two drinks with a copied size and toppings that depend on Large. */
async function copiedSizes() {
  const size = await insertTemplate(db, { name: "Size", title: "Size", minSelect: 1 }, [
    { name: "Small" },
    { name: "Large", priceDeltaCents: 250 },
  ]);
  const large = size.optionIds[1] ?? 0;
  const foam = await insertTemplate(db, { name: "Foam", kind: "multiple", showWhenOptionIds: [large] }, [
    { name: "Foam", priceDeltaCents: 100, priceByOption: { [large]: 175 } },
  ]);
  const drinks = [await insertProduct(db, { name: "Latte" }), await insertProduct(db, { name: "Mocha" })];
  for (const drink of drinks) {
    await linkTemplate(db, drink, size.id, {}, 0);
    await linkTemplate(db, drink, foam.id, {}, 1);
  }
  await inTransaction(db, (tx) => detachAllUses(tx, size.id));
  return { drinks: [drinks[0] ?? 0, drinks[1] ?? 0] as const, foam, size };
}

test("copies have own ids, and references to copied options keep working", async () => {
  const { drinks, foam, size } = await copiedSizes();
  const copies = (await Promise.all(drinks.map((id) => groupsOf(id)))).map(([copy]) => copy);
  const groupIds = [size.id, foam.id, ...copies.map((copy) => copy?.id ?? 0)];
  const optionIds = [...size.optionIds, ...foam.optionIds, ...copies.flatMap((copy) => copy?.options.map((option) => option.id) ?? [])];
  for (const ids of [groupIds, optionIds]) expect([...new Set(ids)].filter((id) => id > 0)).toEqual(ids);
  const groups = await groupsOf(drinks[0]);
  const [copy] = copies;
  const chosen = [{ templateId: copy?.id ?? 0, optionId: copy?.options[1]?.id ?? 0, quantity: 1, text: null }];
  expect(visibleGroups(groups, []).map((group) => group.name)).toEqual(["Size"]);
  expect(visibleGroups(groups, chosen).map((group) => group.name)).toEqual(["Size", "Foam"]);
  const withFoam = [...chosen, { templateId: foam.id, optionId: foam.optionIds[0] ?? 0, quantity: 1, text: null }];
  expect(unitPrice(400, groups, withFoam)).toBe(400 + 250 + 175);
  expect(choicesFingerprint(1, withFoam, "")).toBe(choicesFingerprint(1, withFoam.toReversed(), ""));
});

test("a sold-out mark of a copy affects its product only and expires", async () => {
  const { drinks } = await copiedSizes();
  const large = async (drink: number, at = now) => (await groupsOf(drink, at))[0]?.options[1];
  const id = (await large(drinks[0]))?.id ?? 0;
  expect(await inTransaction(db, (tx) => markSoldOut(tx, "option", id, true, later))).toBe(true);
  expect([(await large(drinks[0]))?.soldOut, (await large(drinks[1]))?.soldOut]).toEqual([true, false]);
  expect((await large(drinks[0], later))?.soldOut).toBe(false);
  expect((await listSoldOut(db)).options).toContainEqual({ id, name: "Large", until: later, group: "Size, Latte" });
  await endSoldOut(db, now);
  expect((await listSoldOut(db)).options.map((option) => option.id)).toContain(id);
  await endSoldOut(db, later);
  expect((await listSoldOut(db)).options.map((option) => option.id)).not.toContain(id);
  await inTransaction(db, (tx) => markSoldOut(tx, "option", id, true, null));
  expect((await large(drinks[0], later))?.soldOut).toBe(true);
  expect(await inTransaction(db, (tx) => markSoldOut(tx, "option", 999_999, true, null))).toBe(false);
});
