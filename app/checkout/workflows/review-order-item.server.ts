import * as texts from "#texts/checkout/placed-order.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { findOrderStatus } from "./guest-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { insertGuestReview } from "#app/content/data/reviews.server.ts";

export interface ItemReview {
  readonly order: string;
  readonly itemId: string;
  readonly rating: number;
  readonly text: string;
  readonly name?: string | undefined;
}

export interface ReviewRefusal {
  readonly code: "not-found" | "too-early" | "done-before" | "too-many";
  readonly message: string;
  /** Set when too many reviews were sent. */
  readonly retryAfterSeconds?: number;
}

/** Stores a customer's review of an item of a handed-over order; it waits for approval. */
export async function reviewOrderItem(services: WorkflowServices, review: ItemReview): Promise<Result<undefined, ReviewRefusal>> {
  const found = await findOrderStatus(services, review.order);
  const item = found?.items.find((each) => each.id === review.itemId);
  if (found === undefined || item === undefined) return fail({ code: "not-found", message: texts.noSuchItem });
  if (found.order.status !== "completed") return fail({ code: "too-early", message: texts.reviewTooEarly });
  if (!(await loadProductsForSale(services.db, [item.productId], services.now())).has(item.productId)) {
    return fail({ code: "not-found", message: texts.productIsGone });
  }
  const [firstName = ""] = found.order.customerName.trim().split(/\s+/);
  const authorName = review.name === undefined || review.name === "" ? firstName : review.name;
  const isNew = await insertGuestReview(
    services.db,
    { productId: item.productId, orderId: found.order.id, orderItemId: item.id, authorName, rating: review.rating, body: review.text },
    services.now(),
  );
  return isNew ? ok(undefined) : fail({ code: "done-before", message: texts.reviewedBefore });
}
