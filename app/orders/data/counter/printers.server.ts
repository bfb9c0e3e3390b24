import type { PrinterListQuery } from "#app/orders/domain/counter/printer.schema.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { CONFIRM_FIRST, type AccountActor } from "#app/staff/domain/account-changes.ts";
import { tableRecords, type TableRecord } from "#app/staff/data/table-records.ts";
import { matchesWords } from "#app/values/text.ts";
import { printers } from "./tables.ts";

/** A printer as staff edit it. */
export type PrinterRecord = TableRecord<typeof printers>;
export type PrinterRow = typeof printers.$inferSelect;
const rows = tableRecords("printer", printers);
export const listPrinterRows = rows.list;

/** Printers. Tickets name customers, so a new address needs a recent confirmation. */
export function printerRecords(actor?: Pick<AccountActor, "isConfirmed">): RecordStore<PrinterRecord> {
  return {
    ...rows,
    needsConfirmation: (_id, changed) => changed.includes("host") || changed.includes("port"),
    check(_tx, _id, { host, port }, before) {
      const isRefused = actor?.isConfirmed === false && (host !== before?.host || port !== before.port);
      return Promise.resolve(isRefused ? { host: CONFIRM_FIRST } : undefined);
    },
  };
}

/** The filtered and sorted rows of all pages. */
export function matchingPrinters(rows: readonly PrinterRow[], { q, status, sort }: PrinterListQuery): readonly PrinterRow[] {
  const found = rows
    .filter((row) => matchesWords(q, `${row.name} ${row.host} ${row.station ?? ""}`))
    .filter((row) => status === "" || row.isOn === (status === "on"));
  return sort.startsWith("-") ? found.toReversed() : found;
}
