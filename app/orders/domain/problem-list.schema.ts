import type { z } from "zod";
import { PAYMENT_PROBLEM_KINDS } from "#app/payments/domain/payment-problem.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";

/** Query of payment problems: open ones by waiting time, or resolved ones, latest first. */
export const problemList = listQuery(["opened", "settled"], {
  state: listFilter("settled"),
  kind: listFilter(...PAYMENT_PROBLEM_KINDS),
});
export type ProblemListQuery = z.output<typeof problemList>;
