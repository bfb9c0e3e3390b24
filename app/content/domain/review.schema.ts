import { z } from "zod";
import { choiceField, idField, numberField, requiredLineField, textField } from "#app/values/form-fields.schema.ts";
import { MAX_NAME_LENGTH } from "#app/values/limits.ts";
import { listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { MAX_RATING, MAX_REPLY_LENGTH, MAX_REVIEW_LENGTH, MIN_RATING, REVIEW_STATUSES } from "./review.ts";

/** The form of a review, written by a customer or by staff on a customer's behalf. */
export const reviewForm = z.object({
  productId: idField("the product").refine((id) => id !== null, "Choose a product."),
  authorName: requiredLineField("a name", MAX_NAME_LENGTH),
  rating: numberField("the stars", MIN_RATING, MAX_RATING),
  body: textField("the review", MAX_REVIEW_LENGTH),
  status: choiceField("Choose whether customers see it.", REVIEW_STATUSES),
  reply: textField("the reply", MAX_REPLY_LENGTH),
});

/** The query of the list of reviews; "queue" = waiting ones first, then the newest. */
export const reviewList = listQuery(["queue", "date", "rating"], {
  status: listFilter(...REVIEW_STATUSES, "suspicious"),
  rating: listFilter("1", "2", "3", "4", "5"),
  product: listIdFilter,
});
export type ReviewListQuery = z.output<typeof reviewList>;
