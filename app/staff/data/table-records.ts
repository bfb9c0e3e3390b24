import { asc, eq, getTableName, inArray, sql, type InferSelectModel } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "./record-store.ts";

type TableWithId = PgTable & { readonly id: PgColumn };

/** Rows by id, sorted by id; `lock` holds them for the transaction. */
export async function readRows<Table extends TableWithId>(
  db: Db,
  table: Table,
  ids: readonly number[],
  lock?: "lock",
): Promise<readonly InferSelectModel<Table>[]>;
export async function readRows(db: Db, table: TableWithId, ids: readonly number[], lock?: "lock"): Promise<readonly object[]> {
  const query = db
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id));
  return lock === undefined ? query : query.for("update");
}

/** Inserts a row; its new id. */
export async function insertRow<Table extends TableWithId>(tx: Db, table: Table, values: PgInsertValue<Table>): Promise<number>;
export async function insertRow(tx: Db, table: TableWithId, values: Readonly<Record<string, unknown>>): Promise<number> {
  const [row] = await tx
    .insert(table)
    .values(values)
    .returning({ id: sql<number>`${table.id}` });
  if (row === undefined) throw new Error(`the row of ${getTableName(table)} was not stored`);
  return row.id;
}

/** A table of named records: staff edit every column but these, and what they edit is plain JSON. */
type RecordTable = TableWithId & { readonly name: PgColumn; readonly version: PgColumn; readonly updatedAt: PgColumn };
export type TableRecord<Table extends PgTable> = Omit<InferSelectModel<Table>, "id" | "version" | "createdAt" | "updatedAt">;

interface TableRecords<Value extends object, Row> extends RecordStore<Value> {
  /** All rows by name; for tables with few. */
  readonly list: (db: Db) => Promise<readonly Row[]>;
}

/** The record store of a table that needs no rules beyond its form and its constraints. */
export function tableRecords<Table extends RecordTable>(
  kind: string,
  table: Table,
): TableRecords<TableRecord<Table>, InferSelectModel<Table>>;
export function tableRecords(kind: string, table: RecordTable): TableRecords<Record<string, unknown>, object> {
  return {
    kind,
    nameOf: (value) => String(value["name"]),
    async find(db, ids, lock) {
      const rows: readonly Readonly<Record<string, unknown>>[] = await readRows(db, table, ids, lock);
      return new Map(
        rows.map(({ id, version, createdAt: _createdAt, updatedAt: _updatedAt, ...value }) => [
          Number(id),
          { version: Number(version), value },
        ]),
      );
    },
    insert: (tx, value, id) => insertRow(tx, table, { ...value, ...(id === undefined ? {} : { id }) }),
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
