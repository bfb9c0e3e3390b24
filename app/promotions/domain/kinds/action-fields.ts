import { mostCheapest, mostItems } from "#texts/promotions/wording.ts";
import type { UnitLimit } from "#app/promotions/domain/engine/discounting.ts";
import type { KindField } from "./action-kind.ts";

/** Form fields and texts that several kinds of actions share. */

export const targetField: KindField = {
  name: "target",
  label: "On",
  help: "Products, categories (with everything below them) or tags; or every item.",
  input: "target",
  required: true,
  initial: { everything: true },
};

export const repeatsField: KindField = {
  name: "maxRepeats",
  label: "Maximum times per order",
  help: "Empty = no limit.",
  input: "count",
  required: false,
  initial: null,
};

export const rateField: KindField = {
  name: "rate",
  label: "Percentage off",
  help: "More than 0, at most 100.",
  input: "percentage",
  required: true,
  initial: 100_000,
};

export const amountField: KindField = { name: "amount", label: "Amount off", help: "", input: "money", required: true, initial: 500 };

export const unitLimitFields: readonly KindField[] = [
  {
    name: "maxUnits",
    label: "Maximum discounted items per order",
    help: "Empty = every item.",
    input: "count",
    required: false,
    initial: null,
  },
  {
    name: "unitsFirst",
    label: "Which of them",
    help: "When there are more.",
    input: "choice",
    required: true,
    options: [
      { value: "dearest", label: "The most expensive" },
      { value: "cheapest", label: "The cheapest" },
    ],
    initial: "dearest",
  },
];

/** ", at most 2 items per order (the cheapest)". */
export function unitLimitText({ maxUnits = null, unitsFirst = "dearest" }: UnitLimit): string {
  if (maxUnits === null) return "";
  return (unitsFirst === "cheapest" ? mostCheapest : mostItems)(maxUnits);
}
