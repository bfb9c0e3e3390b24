import type { PrinterListQuery } from "#app/orders/domain/counter/printer.schema.ts";
import { tableRecords, type TableRecord } from "#app/staff/data/table-records.ts";
import { matchesWords } from "#app/values/text.ts";
import { printers } from "./tables.ts";

/** A printer as staff edit it. */
export type PrinterRecord = TableRecord<typeof printers>;
export type PrinterRow = typeof printers.$inferSelect;
export const printerRecords = tableRecords("printer", printers);
export const listPrinterRows = printerRecords.list;

/** The filtered and sorted rows of all pages. */
export function matchingPrinters(rows: readonly PrinterRow[], { q, status, sort }: PrinterListQuery): readonly PrinterRow[] {
  const found = rows
    .filter((row) => matchesWords(q, `${row.name} ${row.host} ${row.station ?? ""}`))
    .filter((row) => status === "" || row.isOn === (status === "on"));
  return sort.startsWith("-") ? found.toReversed() : found;
}
