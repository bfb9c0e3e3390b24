import { sql, type AnyColumn, type SQL } from "drizzle-orm";

/** Passes any number of ids as one parameter; an empty list is false. */
export function isOneOf(column: AnyColumn | SQL, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::int[])`;
}
