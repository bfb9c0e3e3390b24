import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { PrinterListQuery } from "#app/orders/domain/counter/printer.schema.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { printers } from "./tables.ts";

/** A printer as staff edit it. */
export interface PrinterRecord {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** null = the whole order. */
  readonly station: string | null;
  readonly columns: number;
  readonly isOn: boolean;
}

export const printerRecords: RecordStore<PrinterRecord> = {
  kind: "printer",
  nameOf: (value) => value.name,
  async find(db, ids, lock) {
    const query = db
      .select()
      .from(printers)
      .where(inArray(printers.id, [...ids]))
      .orderBy(asc(printers.id));
    const rows = await (lock === undefined ? query : query.for("update"));
    return new Map(
      rows.map(({ id, version, name, host, port, station, columns, isOn }) => [
        id,
        { version, value: { name, host, port, station, columns, isOn } },
      ]),
    );
  },
  async insert(tx, value, id) {
    const [row] = await tx
      .insert(printers)
      .values({ ...value, ...(id === undefined ? {} : { id }) })
      .returning({ id: printers.id });
    if (row === undefined) throw new Error("the printer was not stored");
    return row.id;
  },
  async update(tx, id, value) {
    await tx
      .update(printers)
      .set({ ...value, version: sql`${printers.version} + 1`, updatedAt: sql`now()` })
      .where(eq(printers.id, id));
  },
  async remove(tx, id) {
    await tx.delete(printers).where(eq(printers.id, id));
  },
};

export type PrinterRow = typeof printers.$inferSelect;

/** All printers by name; there are few. */
export async function listPrinterRows(db: Db): Promise<readonly PrinterRow[]> {
  return db.select().from(printers).orderBy(asc(printers.name), asc(printers.id));
}

/** The filtered and sorted rows of all pages. */
export function matchingPrinters(rows: readonly PrinterRow[], { q, status, sort }: PrinterListQuery): readonly PrinterRow[] {
  const words = q.toLowerCase().split(/\s+/);
  const found = rows
    .filter((row) => words.every((word) => `${row.name} ${row.host} ${row.station ?? ""}`.toLowerCase().includes(word)))
    .filter((row) => status === "" || row.isOn === (status === "on"));
  return sort.startsWith("-") ? found.toReversed() : found;
}
