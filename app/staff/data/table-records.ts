import { asc, eq, getTableColumns, inArray, sql, type InferSelectModel } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "./record-store.ts";

/** A table whose rows are records: everything but the columns of `Kept` is edited by staff, and is plain JSON. */
type RecordTable = PgTable & { readonly id: PgColumn; readonly name: PgColumn; readonly version: PgColumn; readonly updatedAt: PgColumn };
type Kept = "id" | "version" | "createdAt" | "updatedAt";
/** What staff edit of a row. */
export type TableRecord<Table extends PgTable> = Omit<InferSelectModel<Table>, Kept>;

interface TableRecords<Value extends object, Row> extends RecordStore<Value> {
  /** All rows by name; for tables of few. */
  readonly list: (db: Db) => Promise<readonly Row[]>;
}

/** The record store of a table of named records that needs no rules beyond its form and its constraints. */
export function tableRecords<Table extends RecordTable>(
  kind: string,
  table: Table,
): TableRecords<TableRecord<Table>, InferSelectModel<Table>>;
export function tableRecords(kind: string, table: RecordTable): TableRecords<Record<string, unknown>, Record<string, unknown>> {
  const { id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...edited } = getTableColumns(table);
  const key = { id: sql<number>`${table.id}`, version: sql<number>`${table.version}` };
  return {
    kind,
    nameOf: (value) => String(value["name"]),
    async find(db, ids, lock) {
      const query = db
        .select({ key, value: edited })
        .from(table)
        .where(inArray(table.id, [...ids]))
        .orderBy(asc(table.id));
      const rows = await (lock === undefined ? query : query.for("update"));
      return new Map(rows.map(({ key: { id, version }, value }) => [id, { version, value }]));
    },
    async insert(tx, value, id) {
      const [row] = await tx
        .insert(table)
        .values({ ...value, ...(id === undefined ? {} : { id }) })
        .returning({ id: key.id });
      if (row === undefined) throw new Error(`the ${kind} was not stored`);
      return row.id;
    },
    async update(tx, id, value) {
      await tx
        .update(table)
        .set({ ...value, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
        .where(eq(table.id, id));
    },
    async remove(tx, id) {
      await tx.delete(table).where(eq(table.id, id));
    },
    list: (db) => db.select().from(table).orderBy(asc(table.name), asc(table.id)),
  };
}
