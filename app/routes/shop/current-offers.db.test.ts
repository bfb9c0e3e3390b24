import { expect, test } from "vitest";
import { promotions } from "#app/promotions/data/tables.ts";
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

test("home tells of what anybody may earn without a code, with its hours and its last day in the store's zone", async () => {
  const offers = await listCurrentOffers(db, "America/Toronto", now);
  expect(offers.map(({ title, when }) => [title, when])).toEqual([
    ["Always", ""],
    ["Happy hour", "Mon–Wed 3:00–5:00 PM, until May 31"],
  ]);
});
