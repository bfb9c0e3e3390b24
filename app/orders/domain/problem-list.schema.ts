import type { z } from "zod";
import { PAYMENT_PROBLEM_KINDS } from "#app/payments/domain/payment-problem.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";

/** The payment problems, as their address asks for them: the open ones, longest first, or what was settled, last first. */
export const problemList = listQuery(["opened", "settled"], {
  state: listFilter("settled"),
  kind: listFilter(...PAYMENT_PROBLEM_KINDS),
});
export type ProblemListQuery = z.output<typeof problemList>;
