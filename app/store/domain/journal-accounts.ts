import { textSetting, type SettingDefinition } from "./setting-definition.ts";

const account = (label: string, initial: string, hint = ""): SettingDefinition<string> =>
  textSetting("text", "bookkeeping", label, { default: initial, hint });

/** Accounts of the accounting journal: "1000 Cash". */
export const JOURNAL_SETTINGS = {
  JOURNAL_CASH: account("Cash in the drawer", "1000 Cash", "Account number, a space, and its name, as your bookkeeper has them."),
  JOURNAL_CARD: account("Card payments", "1210 Card payments on their way", "Until the payment provider pays them out."),
  JOURNAL_TERMINAL: account("Payments on the card terminal", "1220 Card terminal payments on their way"),
  JOURNAL_TAX: account("Tax to pay", "2200 Tax payable"),
  JOURNAL_TIPS: account("Tips", "2300 Tips payable"),
  JOURNAL_ABOVE: account("Paid above the total, to return", "2400 Payments to return"),
  JOURNAL_SALES: account("Sales of items", "4000 Sales"),
  JOURNAL_DELIVERY: account("Delivery fees", "4010 Delivery fees", "May be the account of the sales, as those of discounts and refunds."),
  JOURNAL_DISCOUNTS: account("Discounts", "4090 Discounts"),
  JOURNAL_REFUNDS: account("Refunds", "4095 Refunds"),
  JOURNAL_DIFFERENCE: account("Cash differences", "6900 Cash over and short"),
  JOURNAL_BANK: account("Bank", "1020 Bank", "Where the payment provider pays out."),
  JOURNAL_FEES: account("Fees of the payment provider", "6910 Payment fees"),
  JOURNAL_DISPUTES: account("Disputed card payments", "6920 Card disputes", "What banks take back, and return when a dispute is won."),
} as const;
export type JournalSettingKey = keyof typeof JOURNAL_SETTINGS;

export interface JournalAccount {
  readonly number: string;
  readonly name: string;
}

/** Parses "1000 Cash"; null: another format. A number is up to 16 letters, digits, dots, hyphens and slashes. */
export function parseJournalAccount(text: string): JournalAccount | null {
  const [, number, name] = /^([A-Za-z0-9][A-Za-z0-9./-]{0,15}) (\S.*)$/.exec(text) ?? [];
  return number === undefined || name === undefined || !/\d/.test(number) ? null : { number, name };
}

/** Revenue and discounts may share an account; money and liabilities may not. */
const SHAREABLE: readonly JournalSettingKey[] = ["JOURNAL_SALES", "JOURNAL_DELIVERY", "JOURNAL_DISCOUNTS", "JOURNAL_REFUNDS"];

/** Why these accounts cannot be used together, at the setting to change; null: they can. */
export function journalAccountProblem(
  settings: Readonly<Record<JournalSettingKey, string>>,
): { readonly key: JournalSettingKey; readonly message: string } | null {
  const seen = new Map<string, JournalSettingKey>();
  for (const key of Object.keys(JOURNAL_SETTINGS) as JournalSettingKey[]) {
    const number = (parseJournalAccount(settings[key])?.number ?? settings[key]).toLowerCase();
    const other = seen.get(number);
    if (other === undefined) seen.set(number, key);
    else if (!SHAREABLE.includes(key) || !SHAREABLE.includes(other))
      return { key, message: `“${JOURNAL_SETTINGS[other].label}” has this account number. Enter another one.` };
    else if (settings[key] !== settings[other])
      return {
        key,
        message: `“${JOURNAL_SETTINGS[other].label}” has this number with another name. Write both alike, or use another number.`,
      };
  }
  return null;
}
