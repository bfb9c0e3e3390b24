import { listClosingsBetween, type ClosingRow } from "#app/orders/data/closing/day-closings.server.ts";
import { listLedgerOrders } from "#app/orders/data/closing/ledger.server.ts";
import { taxRows } from "#app/orders/domain/closing/closing-tables.ts";
import { journalAccounts, journalOf, type JournalAccounts, type JournalLine } from "#app/orders/domain/closing/journal.ts";
import { orderLines } from "#app/orders/domain/closing/order-lines.ts";
import { payoutJournal } from "#app/orders/domain/closing/payout-journal.ts";
import type { ReportDays } from "#app/orders/domain/figures/report-period.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { amountCell, type CsvCell, type CsvRows } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";
import type { ShownPayout } from "./read-payouts.server.ts";

export type BookkeeperFile = "order-lines" | "tax" | "journal";

/** Last columns, so that earlier columns keep their position. */
const LAST_HEADS: Readonly<Record<BookkeeperFile, readonly string[]>> = {
  "order-lines": ["tax_rate", "tax_components", "receipt_number"],
  tax: [],
  journal: [],
};

const HEADS: Readonly<Record<BookkeeperFile, readonly string[]>> = {
  "order-lines": ["day", "closing", "order", "placed_at", "kind", "name", "quantity", "list_price", "discount", "tax", "paid", "sku"],
  tax: ["day", "closing", "tax", "taxed", "tax_amount", "refunded", "refunded_tax", "tax_due"],
  journal: ["day", "closing", "account", "account_name", "detail", "debit", "credit"],
};

/** The rows of a file of the closed days in that range. One day at a time, because a year may have a million lines. */
export async function* bookkeeperFile(db: Db, file: BookkeeperFile, { from, to }: ReportDays, settings: Settings): AsyncGenerator<CsvRows> {
  const accounts = journalAccounts(settings);
  yield [[...HEADS[file], "currency", ...LAST_HEADS[file]]];
  for (const closing of await listClosingsBetween(db, from, to)) {
    const start = [closing.day, String(closing.number)];
    const currency = closing.currency.toUpperCase();
    if (file === "order-lines") yield await orderLinesOf(db, closing, settings.STORE_TIMEZONE);
    else yield LINES[file](closing, accounts).map((line) => [...start, ...line, currency]);
  }
}

async function orderLinesOf(db: Db, closing: ClosingRow, zone: string): Promise<CsvRows> {
  const rows = await listLedgerOrders(db, closing.id);
  return rows.flatMap((order) =>
    orderLines(order).map((line) => [
      closing.day,
      String(closing.number),
      order.number,
      fileTime(order.placedAt, zone),
      line.kind,
      line.name,
      String(line.quantity),
      ...[line.list, line.discount, line.tax, line.paid].map((amount) => amountCell(amount, closing.currency)),
      line.sku,
      closing.currency.toUpperCase(),
      line.taxRate,
      line.taxComponents,
      String(order.receiptNumber ?? ""),
    ]),
  );
}

const LINES: Readonly<Record<"tax" | "journal", (closing: ClosingRow, accounts: JournalAccounts) => CsvRows>> = {
  tax: ({ counted, currency }) =>
    taxRows(counted).map(({ label, base, tax, refundBase, refundTax }) => [
      label,
      ...[base, tax, refundBase, refundTax, tax - refundTax].map((amount) => amountCell(amount, currency)),
    ]),
  journal: ({ counted, currency, floatCents, terminalCents, countedCashCents }, accounts) =>
    journalOf(counted, { float: floatCents, terminal: terminalCents, counted: countedCashCents }).map((line) =>
      journalCells(line, accounts, currency),
    ),
};

function journalCells({ account, detail, debit, credit }: JournalLine, accounts: JournalAccounts, currency: string): readonly CsvCell[] {
  const { number, name } = accounts[account];
  return [number, name, detail, debit === 0 ? "" : amountCell(debit, currency), credit === 0 ? "" : amountCell(credit, currency)];
}

/** The payouts as lines of a journal, with the columns of the closed days' journal; oldest payout first. */
export function payoutJournalLines(payouts: readonly ShownPayout[], settings: Settings): CsvRows {
  const accounts = journalAccounts(settings);
  const lines = payouts
    .toReversed()
    .flatMap((payout) =>
      payoutJournal(payout).map((line) => [
        payout.day,
        "",
        ...journalCells(line, accounts, payout.currency),
        payout.currency.toUpperCase(),
      ]),
    );
  return [[...HEADS.journal, "currency"], ...lines];
}
