import { getTableColumns, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Rows of another table as one JSON value of a select, so that related rows come in one statement. `where` and `orderBy` use the table's own name.
 */
export function rowsAsJson<Table extends PgTable>(table: Table, where: SQL, orderBy: SQL): SQL<readonly InferSelectModel<Table>[]> {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.flatMap(([key, column]) => [sql`${key}::text`, sql`${table}.${sql.identifier(column.name)}`]);
  const instants = columns.flatMap(([key, column]) => (column.getSQLType().startsWith("timestamp") ? [key] : []));
  const rows = sql`(select coalesce(json_agg(json_build_object(${sql.join(values, sql`, `)}) order by ${orderBy}), '[]') from ${table} where ${where})`;
  return rows.mapWith((found: unknown): readonly InferSelectModel<Table>[] =>
    (found as readonly Record<string, unknown>[]).map((row) => {
      const dates = instants.map((key) => [key, typeof row[key] === "string" ? new Date(row[key]) : null]);
      return { ...row, ...Object.fromEntries(dates) } as InferSelectModel<Table>;
    }),
  );
}
