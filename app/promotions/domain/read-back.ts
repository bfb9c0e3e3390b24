import { formatUsd } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";
import { findActionKind } from "./kinds/list.ts";
import type { Condition, Promotion, PromotionNames } from "./promotion.ts";
import { windowsText } from "./schedule.ts";
import { amountText, countText, fromText, lowerFirst, targetText, unitsText } from "./wording.ts";

type Rule = Pick<Promotion, "action" | "condition" | "schedule" | "cap" | "limits" | "stacking">;

/** The whole rule in one sentence for staff: "20% off all pizzas, Mon–Thu 3:00–5:00 PM, pickup only, at most $10, 100 uses." */
export function readBack({ action, condition, schedule, cap, limits, stacking }: Rule, names: PromotionNames): string {
  const kind = findActionKind(action.kind);
  const params = kind?.paramsSchema.safeParse(action.params);
  if (kind === undefined || params?.success !== true) return "It does nothing yet.";
  const parts = [
    kind.describe(params.data, names),
    schedule.length === 0 ? "" : windowsText(schedule),
    conditionText(condition, names),
    cap === null ? "" : `at most ${amountText(cap)}`,
    limits.totalUses === null ? "" : countText(limits.totalUses, "use"),
    limits.perCustomerUses === null ? "" : `${limits.perCustomerUses} per customer`,
    limits.budget === null ? "" : `until ${amountText(limits.budget)} are given away`,
    stacking.exclusive ? "never together with another offer" : "",
  ];
  return `${capitalised(parts.filter((part) => part !== "").join(", "))}.`;
}

/** What must hold, in words; "" = nothing. */
function conditionText(condition: Condition, names: PromotionNames): string {
  switch (condition.type) {
    case "all":
      return join(condition.of, names, ", ");
    case "any":
      return condition.of.length > 1 ? `either ${join(condition.of, names, " or ")}` : join(condition.of, names, "");
    case "none":
      return condition.of.length === 0 ? "" : `not if ${join(condition.of, names, " or ")}`;
    case "subtotal": {
      const from = fromText(condition.target, names);
      const least = condition.min === null ? "" : `from ${formatUsd(condition.min)}`;
      const most = condition.max === null ? "" : `up to ${formatUsd(condition.max)}`;
      return `${[least, most].filter((part) => part !== "").join(" ")} spent${from}`;
    }
    case "quantity":
      return `with at least ${unitsText(condition.min, condition.target, names)}`;
    case "contains":
      return `with ${targetText(condition.target, names)} in the cart`;
    case "fulfillment":
      return `${condition.is} only`;
    case "slot":
      return `wanted ${windowsText([condition])}`;
    case "first-order":
      return "first order only";
    case "customer-email":
      return `for ${[...condition.emails, ...condition.domains.map((domain) => `@${domain}`)].slice(0, 3).join(", ")}`;
  }
}

function join(conditions: readonly Condition[], names: PromotionNames, between: string): string {
  return conditions
    .map((each) => lowerFirst(conditionText(each, names)))
    .filter((text) => text !== "")
    .join(between);
}
