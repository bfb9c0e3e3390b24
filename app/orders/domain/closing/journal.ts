import { parseJournalAccount, type JournalAccount, type JournalSettingKey } from "#app/store/domain/journal-accounts.ts";
import type { Cents } from "#app/values/money.ts";
import { keysOf, recordOf } from "#app/values/narrow.ts";
import { cashDifference, cashTaken, type CashCount } from "./cash.ts";
import { taxRows } from "./closing-tables.ts";
import { takenAbove, type Counted } from "./counted.ts";

/** The accounts of the journal, by the setting with their number and name. */
const ACCOUNT_SETTINGS = {
  cash: "JOURNAL_CASH",
  card: "JOURNAL_CARD",
  terminal: "JOURNAL_TERMINAL",
  tax: "JOURNAL_TAX",
  tips: "JOURNAL_TIPS",
  above: "JOURNAL_ABOVE",
  sales: "JOURNAL_SALES",
  delivery: "JOURNAL_DELIVERY",
  discounts: "JOURNAL_DISCOUNTS",
  refunds: "JOURNAL_REFUNDS",
  difference: "JOURNAL_DIFFERENCE",
  bank: "JOURNAL_BANK",
  fees: "JOURNAL_FEES",
  disputes: "JOURNAL_DISPUTES",
} as const satisfies Readonly<Record<string, JournalSettingKey>>;
export type Account = keyof typeof ACCOUNT_SETTINGS;
export type JournalAccounts = Readonly<Record<Account, JournalAccount>>;

/** The shop's current number and name of each account. */
export function journalAccounts(settings: Readonly<Record<JournalSettingKey, string>>): JournalAccounts {
  return recordOf(keysOf(ACCOUNT_SETTINGS), (account) => {
    const text = settings[ACCOUNT_SETTINGS[account]];
    return parseJournalAccount(text) ?? { number: "", name: text };
  });
}

export interface JournalLine {
  readonly account: Account;
  /** "HST 13%" of a tax line, else "". */
  readonly detail: string;
  readonly debit: Cents;
  readonly credit: Cents;
}

/** A closed day as one booking; its debits equal its credits. Zero lines are left out. */
export function journalOf(counted: Counted, cash: CashCount): readonly JournalLine[] {
  const taxes = taxRows(counted);
  const difference = cashDifference(counted, cash);
  const refundTax = taxes.reduce((sum, row) => sum + row.refundTax, 0);
  // Orders of early versions may have tax without a rate.
  const withoutRate = counted.taxAdded + counted.taxIncluded - taxes.reduce((sum, row) => sum + row.tax, 0);
  const lines: readonly (readonly [account: Account, debit: Cents, detail?: string])[] = [
    ["card", counted.card - counted.refunds],
    ["cash", cashTaken(counted, cash) + difference],
    ["terminal", cash.terminal],
    ["discounts", counted.discounts],
    ["refunds", counted.refunds - refundTax],
    ["sales", counted.taxIncluded - counted.items],
    ["delivery", 0 - counted.delivery],
    ...taxes.map((row) => ["tax", row.refundTax - row.tax, row.label] as const),
    ["tax", 0 - withoutRate],
    ["tips", 0 - counted.tips],
    ["above", 0 - takenAbove(counted)],
    ["difference", 0 - difference],
  ];
  return lines.flatMap(([account, debit, detail = ""]) => journalLine(account, debit, detail));
}

/** @param debit negative = a credit; zero gives no line */
export function journalLine(account: Account, debit: Cents, detail: string): readonly JournalLine[] {
  return debit === 0 ? [] : [{ account, detail, debit: Math.max(0, debit), credit: Math.max(0, 0 - debit) }];
}
