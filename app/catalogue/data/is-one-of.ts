import { sql, type AnyColumn, type SQL } from "drizzle-orm";

/** Any number of ids in one parameter; none: false. */
export function isOneOf(column: AnyColumn | SQL, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::int[])`;
}
