import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { getReviewSummary, listProductReviews } from "./reviews.server.ts";
import { reviews } from "./tables.ts";

const { db } = await createTestDatabase();

test("shows approved reviews, newest first", async () => {
  const productId = await insertProduct(db, { name: "Latte", priceCents: 450 });
  const review = (rating: number, status: "approved" | "pending", day: number) => ({
    productId,
    authorName: `Ana ${rating}`,
    rating,
    status,
    createdAt: new Date(Date.UTC(2026, 2, day)),
  });
  await db.insert(reviews).values([review(5, "approved", 1), review(4, "approved", 2), review(1, "pending", 3)]);
  expect(await getReviewSummary(db, productId)).toEqual({ count: 2, average: 4.5, spread: [0, 0, 0, 1, 1] });
  expect((await listProductReviews(db, productId, 5)).map((each) => each.rating)).toEqual([4, 5]);
  expect((await listProductReviews(db, productId, 1)).map((each) => each.rating)).toEqual([4]);
});
