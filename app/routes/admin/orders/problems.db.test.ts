import { expect, test } from "vitest";
import { paymentProblems } from "#app/payments/data/tables.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as file from "./problems-csv.ts";
import * as list from "./problems.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

async function settle(number: string, settlement: string): Promise<number> {
  const { order } = await storeOrder(db, { number });
  const at = services.now();
  const [made] = await db
    .insert(paymentProblems)
    .values({
      orderId: order.id,
      kind: "amount_mismatch",
      amountCents: 1017,
      what: "Paid too little.",
      told: "We check it.",
      openedAt: at,
      ...(settlement === "" ? {} : { settledAt: at, settledBy: "Ana", settlement }),
    })
    .returning({ id: paymentProblems.id });
  return made?.id ?? 0;
}

test("exports chosen settled payment problems, open ones only on request", async () => {
  const first = await settle("A-001", "Refunded by hand");
  const second = await settle("A-002", "Customer called");
  const open = await settle("A-003", "");
  expect((await ana.get(list, "/admin/orders/problems?state=settled")).data).toMatchObject({ total: 2 });
  const rows = async (query: string) => {
    const answer = await ana.get(file, `/admin/orders/problems.csv?${query}`);
    return String(answer.data)
      .split(/\r?\n/)
      .slice(1)
      .filter((line) => line !== "")
      .map((line) => line.slice(0, 5));
  };
  const settled = `search=${encodeURIComponent("state=settled&sort=settled")}`;
  expect((await rows(settled)).toSorted()).toEqual(["A-001", "A-002"]);
  expect(await rows(`${settled}&selected=${second}`)).toEqual(["A-002"]);
  expect((await rows(`${settled}&selected=${first},${second},${open}`)).toSorted(), "an open one is not settled").toEqual([
    "A-001",
    "A-002",
  ]);
  expect(await rows("search=")).toEqual(["A-003"]);
  expect((await rows(`${settled}&selected=all`)).toSorted()).toEqual(["A-001", "A-002"]);
});

test("the file has each amount's currency: the order's, else the shop's", async () => {
  const { order } = await storeOrder(db, { number: "A-004", currency: "eur" });
  const problem = { kind: "refused" as const, amountCents: 1017, what: "No payment.", told: "Call us.", openedAt: services.now() };
  await db.insert(paymentProblems).values([
    { ...problem, orderId: order.id },
    { ...problem, intentId: "pi_1" },
  ]);
  const { data } = await ana.get(file, "/admin/orders/problems.csv?search=kind%3Drefused");
  const last = String(data)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",").at(-1));
  expect(last).toEqual(["currency", "EUR", "USD"]);
});
