import { afterAll, expect, test } from "vitest";
import { createStatementCounter } from "#test/count-statements.ts";
import { placePaidOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";

const counter = createStatementCounter();
const shop = await openTestShop({ cachesFacts: true });
afterAll(counter.stop);

const accept = async () => {
  const { id, version } = await placePaidOrder(shop);
  const actor = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
  return counter.during(async () => {
    const answer = await applyOrderEvent(shop.services, { orderId: id, version, actor, command: { event: "accept", minutes: 20 } });
    expect(answer.kind).toBe("done");
  });
};

/* Statement budget of Accept: store the step, charge, write the result, find open payment links of what was added, and webhooks that want to know, number the receipt. */

test("accepting a card order", async () => {
  await accept();
  const { statements, transactions, writes } = await accept();
  expect([Math.max(statements.length, 21), transactions, writes], statements.join("\n")).toEqual([21, 2, 2]);
});
