import { z } from "zod";
import { moneyField, textField } from "#app/values/form-fields.schema.ts";
import { MAX_DAY_AMOUNT_CENTS, MAX_LONG_TEXT_LENGTH, MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { listDay, listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isLocalDate } from "#app/values/time.ts";

/** Query of the list of closed days. */
export const closingList = listQuery(["-day"], { from: listDay, to: listDay });
export type ClosingListQuery = z.output<typeof closingList>;

/** Query of the page that closes a day; "" = the proposed day. */
export const closeDayQuery = z.object({ day: listDay });

/** Query of a closed day's page; "" = its newest version. */
export const closingQuery = z.object({ version: listIdFilter });

/** The days of a file for the bookkeeper; "" = today. */
export const bookkeeperQuery = z.object({ from: listDay, to: listDay, view: listFilter("payouts") });
export const bookkeeperFileName = z.enum(["order-lines", "tax", "journal", "payouts", "payout-journal"]);

/** The form that closes a day. `last` and `seen` identify the closed days and the amounts that the form showed. */
export const closeDayForm = z.object({
  day: z.string().refine(isLocalDate, "Choose a day."),
  float: moneyField("the change at the start", MAX_DAY_AMOUNT_CENTS),
  /** Negative: the terminal refunded more than it took. */
  terminal: moneyField("what was paid on your card terminal", MAX_DAY_AMOUNT_CENTS, -MAX_DAY_AMOUNT_CENTS),
  counted: moneyField("the cash you counted", MAX_DAY_AMOUNT_CENTS),
  note: textField("the note", MAX_LONG_TEXT_LENGTH),
  last: z.string(),
  seen: z.string(),
});
export type CloseDayInput = z.output<typeof closeDayForm>;

/** The form that reopens the last closed day. */
export const reopenForm = z.object({
  because: textField("the reason", MAX_REASON_LENGTH).refine((text) => text !== "", "Enter why the day is reopened."),
});
