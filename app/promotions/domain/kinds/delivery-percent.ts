import * as texts from "#texts/promotions/actions.ts";
import { z } from "zod";
import { applyRate, formatPercentage, type PartsPerMillion } from "#app/values/money.ts";
import type { ActionKind } from "./action-kind.ts";
import { rateField } from "./action-fields.ts";
import { takeOffDelivery } from "#app/promotions/domain/engine/discounting.ts";
import { explainNoDelivery } from "./explain-missing.ts";
import { rateSchema } from "#app/promotions/domain/target.schema.ts";

interface DeliveryPercentParams {
  readonly rate: PartsPerMillion;
}

/** A percentage off the delivery fee; 100 % = free delivery. */
export const deliveryPercent: ActionKind<DeliveryPercentParams> = {
  code: "delivery-percent",
  label: "Percentage off delivery",
  example: "Free delivery from $25",
  paramsSchema: z.strictObject({ rate: rateSchema }),
  fields: [{ ...rateField, label: "Percentage off the delivery fee", help: "100 = free delivery.", initial: 1_000_000 }],
  workClass: "delivery",
  isPercentage: () => true,
  listTargets: () => [],
  describe: ({ rate }, { format }) =>
    rate === 1_000_000 ? texts.freeDelivery : texts.offOf(formatPercentage(rate, format), texts.theDeliveryFee),
  apply: ({ rate }, work) => takeOffDelivery(work, applyRate(work.cart.delivery, rate)),
  explainMissing: (_, work) => explainNoDelivery(work),
};
