import { sentence } from "#texts/promotions/wording.ts";
import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { findLines, subtotalOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { targetField } from "#app/promotions/domain/kinds/action-fields.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { NO_REQUIREMENTS } from "#app/promotions/domain/requirements.ts";
import { targetSchema } from "#app/promotions/domain/target.schema.ts";
import { addAmountText, fromText } from "#app/promotions/domain/wording.ts";
import type { ConditionKind } from "./condition-kind.ts";

type Subtotal = { readonly type: string; readonly target: Target; readonly min: Cents | null; readonly max: Cents | null };

const amount = z.int("Enter an amount.").min(0).max(MAX_AMOUNT_CENTS);

/** At least, or at most, this amount is spent, at list price. */
export const subtotal: ConditionKind<Subtotal> = {
  type: "subtotal",
  label: "Spent at least or at most",
  heading: "",
  fields: [
    { name: "min", label: "Spent at least", help: "", input: "money", required: false, initial: 2500 },
    { name: "max", label: "At most", help: "Empty = no limit.", input: "money", required: false, initial: null },
    { ...targetField, label: "Counting", help: "At list price, before any discount." },
  ],
  about: "cart",
  schema: () =>
    z
      .strictObject({ type: z.literal("subtotal"), target: targetSchema, min: amount.nullable(), max: amount.nullable() })
      .refine(({ min, max }) => min !== null || max !== null, "Enter the least or the most that must be spent.")
      .refine(({ min, max }) => min === null || max === null || min <= max, "The most must not be below the least."),
  describe: ({ target, min, max }, names) => {
    const least = min === null ? "" : `from ${formatMoney(min, names.format)}`;
    const most = max === null ? "" : `up to ${formatMoney(max, names.format)}`;
    return `${[least, most].filter((part) => part !== "").join(" ")} spent${fromText(target, names)}`;
  },
  findUnmet: ({ target, min, max }, facts) => {
    const spent = subtotalOf(facts, findLines(facts, target));
    if (min !== null && spent < min)
      return { message: sentence(addAmountText(min - spent, target, facts.names)), shortfall: { kind: "cents", amount: min - spent } };
    return max !== null && spent > max
      ? { message: texts.onlyUpTo(formatMoney(max, facts.names.format), fromText(target, facts.names)), shortfall: null }
      : null;
  },
  explainOpposite: ({ target, min, max }, { names }) =>
    max === null && min !== null ? texts.onlyBelow(formatMoney(min, names.format), fromText(target, names)) : texts.notThisAmount,
  listTargets: ({ target }) => [target],
  listRequirements: ({ target, min, max }) => ({
    ...NO_REQUIREMENTS,
    spends: min === null ? [] : [{ target, amount: min }],
    spendSteps: [min, max].flatMap((step) => (step === null || step === 0 ? [] : [{ target, amount: step }])),
  }),
  staysTrue: ({ max }) => max === null,
};
