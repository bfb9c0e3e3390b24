import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { promotions } from "#app/promotions/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { listCurrentOffers } from "./current-offers.server.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-05-04T12:00:00Z");
const insert = (title: string, changes: Partial<typeof promotions.$inferInsert> = {}) =>
  db.insert(promotions).values({
    name: title,
    title,
    status: "active",
    trigger: "automatic",
    condition: { type: "all", of: [] },
    actionKind: "order-percent",
    actionParams: { rate: 100_000 },
    ...changes,
  });

await insert("Always");
await insert("Happy hour", { schedule: [{ weekdays: [1, 2, 3], from: "15:00", to: "17:00" }], endsAt: new Date("2026-06-01T03:00:00Z") });
await insert("Over", { endsAt: new Date("2026-05-01T00:00:00Z") });
await insert("Not yet", { startsAt: new Date("2026-05-09T00:00:00Z") });
await insert("With a code", { trigger: "coupon" });
await insert("Draft", { status: "draft" });
await insert("Used up", { totalUses: 0 });
await insert("For the team", { condition: { type: "all", of: [{ type: "customer-email", emails: ["a@b.example"], domains: [] }] } });

test("the home page shows automatic offers of now and the next week", async () => {
  const texts = async (at: Date) => {
    const { running, coming } = await listCurrentOffers(db, TORONTO, at);
    return [running, coming].map((offers) => offers.map(({ title, when }) => [title, when]));
  };
  expect(await texts(now)).toEqual([
    [["Always", ""]],
    [
      ["Happy hour", "Starts 3:00 PM today"],
      ["Not yet", "Starts Friday 8:00 PM"],
    ],
  ]);
  expect((await texts(new Date("2026-05-04T19:00:00Z")))[0]).toEqual([
    ["Always", ""],
    ["Happy hour", "Mon–Wed 3:00–5:00 PM, until May 31"],
  ]);
  expect((await texts(new Date("2026-05-04T21:00:00Z")))[1]).toContainEqual(["Happy hour", "Starts Tuesday 3:00 PM"]);
  expect((await texts(new Date("2026-05-30T12:00:00Z")))[1], "it ends before it would start again").toEqual([]);
});

test("an offer links to its dishes: categories first, hidden ones left out", async () => {
  const [burgers, hidden] = [await insertCategory(db, { name: "Burgers" }), await insertCategory(db, { name: "Secret", isHidden: true })];
  const [soup, gone] = [await insertProduct(db, { name: "Soup" }), await insertProduct(db, { name: "Gone", isHidden: true })];
  const target = {
    everything: false,
    productIds: [soup, gone],
    categoryIds: [burgers, hidden],
    tags: [],
    excludedProductIds: [],
    excludedCategoryIds: [],
  };
  await insert("Half of it", { actionKind: "item-percent", actionParams: { rate: 500_000, target } });
  const { running } = await listCurrentOffers(db, TORONTO, now);
  expect(running.find((offer) => offer.title === "Half of it")?.links).toEqual([
    { label: "Burgers", to: `/${burgers}/products` },
    { label: "Soup", to: `/products/${soup}` },
  ]);
  expect(running.find((offer) => offer.title === "Always")?.links).toEqual([]);
});
