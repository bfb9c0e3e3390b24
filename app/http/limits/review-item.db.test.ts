import { expect, test } from "vitest";
import { takePoints } from "#app/platform/rate-limit.server.ts";
import * as orderStatusAction from "#app/routes/api/order-status-action.ts";
import { createVisitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { REVIEWS } from "./review-item.server.ts";

const { services } = await openTestShop();
const { db } = services;

const review = (address: string) =>
  createVisitor(services, address).call(orderStatusAction, "POST", "/api/order-status/review", {
    params: { action: "review" },
    body: { order: "x".repeat(43), itemId: crypto.randomUUID(), rating: 5, text: "Great" },
  });

test("limits reviews per hour with 429; other refusals cost nothing", async () => {
  await takePoints(db, REVIEWS, "203.0.113.9", REVIEWS.points - 1);
  // Unknown orders: refused, and given back.
  for (const status of [404, 404, 404]) expect((await review("203.0.113.9")).status).toBe(status);
  await takePoints(db, REVIEWS, "203.0.113.9");
  const refused = await review("203.0.113.9");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await review("203.0.113.10")).status, "another address").toBe(404);
  expect((await review("127.0.0.1")).status, "nobody's stranger").toBe(404);
});
