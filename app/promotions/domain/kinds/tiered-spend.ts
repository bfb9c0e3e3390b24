import { z } from "zod";
import { applyRate, formatPercentage, type Cents } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { subtotalOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { nothingEligible, takeOffTogether, targetField } from "#app/promotions/domain/engine/discounting.ts";
import { amountSchema, optionalTargetSchema } from "#app/promotions/domain/target.schema.ts";
import { addAmountText, amountText, fromText } from "#app/promotions/domain/wording.ts";
import { setValueLeft } from "#app/promotions/domain/engine/working-cart.ts";

interface TieredSpendParams {
  readonly unit: "percentage" | "amount";
  /** In ascending order of `spend`. `value` in parts per million or in cents, as `unit` says. */
  readonly tiers: readonly { readonly spend: Cents; readonly value: number }[];
  readonly target: Target;
}

const MAX_TIERS = 10;

/** The more is spent, the more comes off: the best tier reached counts, measured at list price before any discount. */
export const tieredSpend: ActionKind<TieredSpendParams> = {
  code: "tiered-spend",
  label: "More off the more is spent",
  example: "$5 off from $30, $12 off from $60",
  paramsSchema: z
    .strictObject({
      unit: z.enum(["percentage", "amount"]),
      tiers: z
        .array(z.strictObject({ spend: amountSchema, value: amountSchema }))
        .min(1, "Add at least one tier.")
        .max(MAX_TIERS, `Add at most ${MAX_TIERS} tiers.`)
        .transform((tiers) => tiers.toSorted((a, b) => a.spend - b.spend)),
      target: optionalTargetSchema,
    })
    .refine(({ tiers }) => tiers.every((tier, index) => index === 0 || tier.spend > (tiers[index - 1]?.spend ?? 0)), {
      path: ["tiers"],
      message: "Each tier needs its own amount to spend.",
    })
    .refine(({ tiers }) => tiers.every((tier, index) => index === 0 || tier.value > (tiers[index - 1]?.value ?? 0)), {
      path: ["tiers"],
      message: "A higher tier must take more off.",
    })
    .refine(({ unit, tiers }) => unit === "amount" || tiers.every((tier) => tier.value <= 1_000_000), {
      path: ["tiers"],
      message: "A percentage is at most 100.",
    }),
  fields: [
    {
      name: "unit",
      label: "Tiers take off",
      help: "",
      input: "choice",
      required: true,
      options: [
        { value: "percentage", label: "A percentage" },
        { value: "amount", label: "An amount" },
      ],
      initial: "amount",
    },
    {
      name: "tiers",
      label: "Tiers",
      help: "From which spend on how much comes off.",
      input: "tiers",
      required: true,
      initial: [{ spend: 3000, value: 500 }],
    },
    { ...targetField, label: "Counting", help: "What counts as spent and what the discount is taken from." },
  ],
  workClass: "order",
  isPercentage: (params) => params.unit === "percentage",
  listTargets: (params) => [params.target],
  describe: (params, names) => {
    const tiers = params.tiers.map(
      ({ spend, value }) => `${params.unit === "percentage" ? formatPercentage(value) : amountText(value)} off from ${amountText(spend)}`,
    );
    return `${tiers.join(", ")} spent${fromText(params.target, names)}`;
  },
  apply: (params, work) => {
    const [set] = work.sets;
    if (set === undefined) return 0;
    const spent = subtotalOf(work.facts, set);
    const value = params.tiers.findLast((tier) => tier.spend <= spent)?.value ?? 0;
    return takeOffTogether(work, set, params.unit === "percentage" ? applyRate(setValueLeft(work.cart, set), value) : value);
  },
  explainMissing: (params, work) => {
    const [set] = work.sets;
    const missing = (params.tiers[0]?.spend ?? 0) - (set === undefined ? 0 : subtotalOf(work.facts, set));
    return missing > 0
      ? {
          reason: "condition",
          message: addAmountText(missing, params.target, work.facts.names),
          shortfall: { kind: "cents", amount: missing },
        }
      : nothingEligible(work);
  },
};
