import { formatShortMoney } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";
import { conditionText } from "./conditions/list.ts";
import { readAction } from "./kinds/list.ts";
import type { Promotion, PromotionNames } from "./promotion.ts";
import { windowsText } from "./schedule.ts";
import { counted } from "#texts/plural.ts";

type Rule = Pick<Promotion, "action" | "condition" | "schedule" | "cap" | "limits" | "stacking">;

/** The whole rule in one sentence for staff: "20% off all pizzas, Mon–Thu 3:00–5:00 PM, pickup only, at most $10, 100 uses." */
export function readBack({ action, condition, schedule, cap, limits, stacking }: Rule, names: PromotionNames): string {
  const read = readAction(action);
  if (read === null) return "It does nothing yet.";
  const parts = [
    read.kind.describe(read.params, names),
    schedule.length === 0 ? "" : windowsText(schedule, names.region),
    conditionText(condition, names),
    cap === null ? "" : `at most ${formatShortMoney(cap, names.format)}`,
    limits.totalUses === null ? "" : counted(limits.totalUses, "use", "uses"),
    limits.perCustomerUses === null ? "" : `${limits.perCustomerUses} per customer`,
    limits.budget === null ? "" : `until ${formatShortMoney(limits.budget, names.format)} are given away`,
    stacking.exclusive ? "never together with another offer" : "",
  ];
  return `${capitalised(parts.filter((part) => part !== "").join(", "))}.`;
}
