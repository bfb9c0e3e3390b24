import type { Condition, Promotion, PromotionNames } from "./promotion.ts";
import { formatMinutes12, localTimeOf } from "#app/values/time.ts";
import { findActionKind } from "./kinds/list.ts";
import { dayText, windowsText } from "./schedule.ts";
import { amountText, countText, fromText, lowerFirst, targetText, unitsText } from "./wording.ts";

type Described = Pick<Promotion, "action" | "trigger" | "startsAt" | "endsAt" | "schedule" | "condition" | "cap" | "stacking" | "limits">;

/**
 * A promotion read back in plain words, for staff: "20% off all pizzas, Mon–Thu 3:00–5:00 PM, pickup only, at most $10, 100 uses".
 * Start and end are named when the store's zone is given. An action whose parameters are not valid (yet) reads as such.
 */
export function describePromotion(promotion: Described, names: PromotionNames, timeZone?: string): string {
  const { limits, stacking } = promotion;
  const condition = conditionText(promotion.condition, names);
  return [
    actionText(promotion, names),
    promotion.schedule.length === 0 ? null : windowsText(promotion.schedule),
    datesText(promotion, timeZone),
    condition,
    promotion.trigger === "coupon" ? "with a coupon code" : null,
    promotion.cap === null ? null : `at most ${amountText(promotion.cap)}`,
    limits.totalUses === null ? null : countText(limits.totalUses, "use"),
    limits.perCustomerUses === null
      ? null
      : limits.perCustomerUses === 1
        ? "once per customer"
        : `${limits.perCustomerUses} times per customer`,
    limits.budget === null ? null : `until ${amountText(limits.budget)} have been given`,
    stacking.exclusive ? "not with other offers" : null,
    stacking.group === null || stacking.exclusive ? null : `one of “${stacking.group}”`,
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

function actionText({ action }: Described, names: PromotionNames): string {
  const kind = findActionKind(action.kind);
  const parsed = kind?.paramsSchema.safeParse(action.params);
  return kind === undefined || parsed?.success !== true ? "Not complete yet" : kind.describe(parsed.data, names);
}

function datesText({ startsAt, endsAt }: Described, timeZone: string | undefined): string | null {
  if (timeZone === undefined) return null;
  const parts = [
    startsAt === null ? null : `from ${instantText(startsAt, timeZone)}`,
    endsAt === null ? null : `until ${instantText(endsAt, timeZone)}`,
  ];
  return parts.filter((part) => part !== null).join(" ");
}

/** "March 3, 2026, 5:00 PM". */
function instantText(instant: Date, timeZone: string): string {
  const local = localTimeOf(instant, timeZone);
  return `${dayText(local.date, "")}, ${formatMinutes12(local.minutes)}`;
}

/** A condition as part of a sentence; "" when it always holds. */
function conditionText(condition: Condition, names: PromotionNames): string {
  switch (condition.type) {
    case "all":
    case "any": {
      const parts = condition.of.map((child) => conditionText(child, names)).filter((part) => part !== "");
      return condition.type === "all" ? parts.join(", ") : parts.join(" or ");
    }
    case "none":
      return condition.of.map((child) => oppositeText(child, names)).join(", ");
    case "subtotal": {
      const from = fromText(condition.target, names);
      if (condition.min === null) return condition.max === null ? "" : `up to ${amountText(condition.max)}${from}`;
      return condition.max === null
        ? `from ${amountText(condition.min)}${from}`
        : `from ${amountText(condition.min)} to ${amountText(condition.max)}${from}`;
    }
    case "quantity":
      return `with at least ${unitsText(condition.min, condition.target, names)}`;
    case "contains":
      return `with ${unitsText(1, condition.target, names)}`;
    case "fulfillment":
      return `${condition.is} only`;
    case "slot":
      return `for orders wanted ${windowsText([condition])}`;
    case "first-order":
      return "first order only";
    case "customer-email": {
      const parts = [
        condition.emails.length === 0 ? null : countText(condition.emails.length, "e-mail address", "e-mail addresses"),
        condition.domains.length === 0 ? null : `addresses at ${condition.domains.join(", ")}`,
      ];
      return `for ${parts.filter((part) => part !== null).join(" and ")}`;
    }
  }
}

function oppositeText(condition: Condition, names: PromotionNames): string {
  switch (condition.type) {
    case "fulfillment":
      return condition.is === "pickup" ? "delivery only" : "pickup only";
    case "contains":
      return `not with ${targetText(condition.target, names)}`;
    case "first-order":
      return "not on a first order";
    case "all":
    case "any":
    case "none":
    case "subtotal":
    case "quantity":
    case "slot":
    case "customer-email":
      return `not ${lowerFirst(conditionText(condition, names))}`;
  }
}
