import * as texts from "#texts/promotions/actions.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { ActionKind } from "./action-kind.ts";
import { amountField } from "./action-fields.ts";
import { takeOffDelivery } from "#app/promotions/domain/engine/discounting.ts";
import { explainNoDelivery } from "./explain-missing.ts";
import { amountSchema } from "#app/promotions/domain/target.schema.ts";

interface DeliveryFixedParams {
  readonly amount: Cents;
}

/** An amount off the delivery fee, at most the fee. */
export const deliveryFixed: ActionKind<DeliveryFixedParams> = {
  code: "delivery-fixed",
  label: "Amount off delivery",
  example: "$3 off delivery",
  paramsSchema: z.strictObject({ amount: amountSchema }),
  fields: [{ ...amountField, label: "Amount off the delivery fee", initial: 300 }],
  workClass: "delivery",
  isPercentage: () => false,
  listTargets: () => [],
  describe: ({ amount }, names) => texts.offOf(formatShortMoney(amount, names.format), texts.theDeliveryFee),
  apply: ({ amount }, work) => takeOffDelivery(work, amount),
  explainMissing: (_, work) => explainNoDelivery(work),
};
