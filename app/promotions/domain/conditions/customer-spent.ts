import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import type { ConditionKind } from "./condition-kind.ts";

const MOST_DAYS = 730;

type Spent = { readonly type: string; readonly amount: Cents; readonly days: number };

/** The customer has spent at least this amount, in cents, in this many times 24 hours before the order; not met while the customer is unknown. */
export const customerSpent: ConditionKind<Spent> = {
  type: "customer-spent",
  label: "Spent by the customer in the last days",
  heading: "",
  fields: [
    {
      name: "amount",
      label: "Earlier orders came to at least",
      help: "Without refunds, rejected and cancelled orders.",
      input: "money",
      required: true,
      initial: 10_000,
    },
    { name: "days", label: "In the last days", help: "Such as 30.", input: "count", required: true, initial: 30 },
  ],
  about: "customer",
  schema: () =>
    z.strictObject({
      type: z.literal("customer-spent"),
      amount: z.int("Enter an amount.").min(1, "Enter more than zero.").max(MAX_AMOUNT_CENTS),
      days: z.int("Enter a number of days.").min(1, "Enter at least 1 day.").max(MOST_DAYS, `Enter at most ${MOST_DAYS} days.`),
    }),
  describe: (condition, { format }) => `for customers ${spentText(condition, format)}`,
  findUnmet: (condition, { input: { customer }, names: { format } }) => {
    const { spentByDays = null, isAnonymous } = customer;
    if (spentByDays === null && isAnonymous !== true) return { message: texts.enterEmailForReturning, shortfall: null };
    const spent = spentByDays?.[condition.days] ?? 0;
    // The same message for every customer who has spent less: it does not reveal the amount.
    return spent >= condition.amount ? null : { message: texts.forCustomers(spentText(condition, format)), shortfall: null };
  },
  explainOpposite: (condition, { names: { format } }) => texts.notForCustomers(spentText(condition, format)),
  spentInDays: ({ days }) => days,
  example: ({ amount, days }) => ({ customer: { orderCount: 1, spentByDays: { [days]: amount } } }),
};

function spentText({ amount, days }: Spent, format: MoneyFormat): string {
  return texts.whoSpent(formatMoney(amount, format), days);
}
