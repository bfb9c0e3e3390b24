import * as texts from "#texts/promotions/actions.ts";
import { earns, sentence } from "#texts/promotions/wording.ts";
import { z } from "zod";
import { applyRate, type Cents, formatPercentage, formatShortMoney } from "#app/values/money.ts";
import type { PromotionNames, Target } from "#app/promotions/domain/promotion.ts";
import type { KindField, ActionKind, Work } from "./action-kind.ts";
import { subtotalOf, unitsOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { targetField } from "./action-fields.ts";
import { setValueLeft, takeOffTogether } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { amountSchema, countSchema, optionalTargetSchema } from "#app/promotions/domain/target.schema.ts";
import { addAmountText, addItemsText, fromText } from "#app/promotions/domain/wording.ts";

interface Tier {
  readonly spend?: Cents;
  readonly quantity?: number;
  readonly value: number;
}

interface TieredParams {
  readonly unit: "percentage" | "amount";
  /** In ascending order of threshold. `value` in parts per million or in cents, depending on `unit`. */
  readonly tiers: readonly Tier[];
  readonly target: Target;
}

const MAX_TIERS = 10;

function tiersSchema(key: "spend" | "quantity"): z.ZodType<TieredParams> {
  const tier: z.ZodType<Tier> =
    key === "spend"
      ? z.strictObject({ spend: amountSchema, value: amountSchema })
      : z.strictObject({ quantity: countSchema, value: amountSchema });
  return z
    .strictObject({
      unit: z.enum(["percentage", "amount"]),
      tiers: z
        .array(tier)
        .min(1, "Add at least one tier.")
        .max(MAX_TIERS, `Add at most ${MAX_TIERS} tiers.`)
        .transform((tiers) => tiers.toSorted((a, b) => reachedAt(a) - reachedAt(b))),
      target: optionalTargetSchema,
    })
    .refine(({ tiers }) => tiers.every((each, index) => index === 0 || reachedAt(each) > reachedAt(tiers[index - 1])), {
      path: ["tiers"],
      message: key === "spend" ? "Each tier needs its own amount to spend." : "Each tier needs its own number of items.",
    })
    .refine(({ tiers }) => tiers.every((each, index) => index === 0 || each.value > (tiers[index - 1]?.value ?? 0)), {
      path: ["tiers"],
      message: "A higher tier must take more off.",
    })
    .refine(({ unit, tiers }) => unit === "amount" || tiers.every((each) => each.value <= 1_000_000), {
      path: ["tiers"],
      message: "A percentage is at most 100.",
    });
}

function reachedAt(tier: Tier | undefined): number {
  return tier?.spend ?? tier?.quantity ?? 0;
}

const unitField: KindField = {
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
};

function tierFields(isSpend: boolean, help: string): ActionKind<TieredParams>["fields"] {
  return [
    unitField,
    {
      name: "tiers",
      label: "Tiers",
      help,
      input: isSpend ? "tiers" : "quantity-tiers",
      required: true,
      initial: isSpend ? [{ spend: 3000, value: 500 }] : [{ quantity: 3, value: 300 }],
    },
    { ...targetField, label: "Counting", help: "What counts, and what the discount is taken from." },
  ];
}

function tieredKind(
  key: "spend" | "quantity",
  words: Pick<ActionKind, "code" | "label" | "example"> & { readonly help: string },
): ActionKind<TieredParams> {
  const isSpend = key === "spend";
  const measure = ({ facts, sets: [set] }: Work): number => {
    if (set === undefined) return 0;
    return isSpend ? subtotalOf(facts, set) : unitsOf(facts, set);
  };
  const reductionText = (params: TieredParams, value: number, { format }: PromotionNames): string =>
    params.unit === "percentage" ? formatPercentage(value, format) : formatShortMoney(value, format);
  const addText = (missing: number, params: TieredParams, work: Work): string =>
    isSpend ? addAmountText(missing, params.target, work.facts.names) : addItemsText(missing, params.target, work.facts.names);
  const { help, ...named } = words;
  return {
    ...named,
    paramsSchema: tiersSchema(key),
    fields: tierFields(isSpend, help),
    workClass: "order",
    isPercentage: (params) => params.unit === "percentage",
    listTargets: (params) => [params.target],
    describe: (params, names) => {
      const tiers = params.tiers.map((tier) => {
        const from = isSpend ? formatShortMoney(reachedAt(tier), names.format) : `${reachedAt(tier)}`;
        return texts.tier(reductionText(params, tier.value, names), from);
      });
      return (isSpend ? texts.tiersSpent : texts.tiersOfItems)(tiers, fromText(params.target, names));
    },
    apply: (params, work) => {
      const [set] = work.sets;
      if (set === undefined) return 0;
      const reached = measure(work);
      const value = params.tiers.findLast((tier) => reachedAt(tier) <= reached)?.value ?? 0;
      return takeOffTogether(work, set, params.unit === "percentage" ? applyRate(setValueLeft(work, set), value) : value);
    },
    nextStep: (params, work) => {
      const reached = measure(work);
      const next = params.tiers.find((tier) => reachedAt(tier) > reached);
      if (next === undefined) return null;
      const gain = texts.off(reductionText(params, next.value, work.facts.names));
      return earns(addText(reachedAt(next) - reached, params, work), gain);
    },
    explainMissing: (params, work) => {
      const missing = reachedAt(params.tiers[0]) - measure(work);
      if (missing <= 0) return nothingEligible(work, params.target);
      const kind = isSpend ? "cents" : "items";
      return { reason: "condition", message: sentence(addText(missing, params, work)), shortfall: { kind, amount: missing } };
    },
  };
}

/** The more the customer spends, the larger the discount: the best tier reached applies, measured at list price before any discount. */
export const tieredSpend = tieredKind("spend", {
  code: "tiered-spend",
  label: "More off the more is spent",
  example: "$5 off from $30, $12 off from $60",
  help: "From which spend on how much comes off.",
});

/** The more items, the larger the discount: the best tier reached applies. */
export const tieredQuantity = tieredKind("quantity", {
  code: "tiered-quantity",
  label: "More off the more items are bought",
  example: "10% off from 6 bottles, 15% off from 12",
  help: "From how many items on how much comes off.",
});
