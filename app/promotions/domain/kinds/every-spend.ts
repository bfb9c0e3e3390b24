import * as texts from "#texts/promotions/actions.ts";
import { earns, sentence } from "#texts/promotions/wording.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { subtotalOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { amountField, repeatsField, targetField } from "./action-fields.ts";
import { takeOffTogether } from "#app/promotions/domain/engine/discounting.ts";
import { amountSchema, countSchema, optionalTargetSchema } from "#app/promotions/domain/target.schema.ts";
import { addAmountText, fromText, repeatsText } from "#app/promotions/domain/wording.ts";

interface EverySpendParams {
  readonly spend: Cents;
  readonly amount: Cents;
  readonly target: Target;
  /** null = no limit. */
  readonly maxRepeats: number | null;
}

/** An amount off for each multiple of `spend`, measured at list price before any discount. */
export const everySpend: ActionKind<EverySpendParams> = {
  code: "every-spend",
  label: "Amount off for every amount spent",
  example: "$5 off for every $25 spent",
  paramsSchema: z.strictObject({
    spend: amountSchema,
    amount: amountSchema,
    target: optionalTargetSchema,
    maxRepeats: countSchema.nullable().default(null),
  }),
  fields: [
    { name: "spend", label: "For every", help: "Spent before any discount.", input: "money", required: true, initial: 2500 },
    amountField,
    { ...targetField, label: "Counting", help: "What counts as spent and what the discount is taken from." },
    repeatsField,
  ],
  workClass: "order",
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) =>
    texts.everySpend({
      reduction: formatShortMoney(params.amount, names.format),
      spend: formatShortMoney(params.spend, names.format),
      from: fromText(params.target, names),
      limit: repeatsText(params.maxRepeats),
    }),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffTogether(work, set, countTimes(params, work) * params.amount);
  },
  countTimes,
  nextStep: (params, work) => {
    if (countTimes(params, work) >= (params.maxRepeats ?? Infinity)) return null;
    const { names } = work.facts;
    const gain = texts.anotherOff(formatShortMoney(params.amount, names.format));
    return earns(addAmountText(missingTo(params, work), params.target, names), gain);
  },
  explainMissing: (params, work) => {
    const amount = missingTo(params, work);
    const message = sentence(addAmountText(amount, params.target, work.facts.names));
    return { reason: "condition", message, shortfall: { kind: "cents", amount } };
  },
};

function spentOf({ facts, sets: [set] }: Work): Cents {
  return set === undefined ? 0 : subtotalOf(facts, set);
}

function countTimes({ spend, maxRepeats }: EverySpendParams, work: Work): number {
  return Math.min(maxRepeats ?? Infinity, Math.floor(spentOf(work) / spend));
}

/** The amount missing to the next multiple. */
function missingTo({ spend }: EverySpendParams, work: Work): Cents {
  return spend - (spentOf(work) % spend);
}
