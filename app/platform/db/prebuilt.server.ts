import type { Db } from "./handle.ts";

interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}

/**
 * A query that is asked for all the time, built once for the pool and once for each of its connections: building one takes longer than sending it.
 * What differs from time to time stands in it as `sql.placeholder(name)`, and is given by that name. It gets its name at the database as all others do.
 */
export function prebuilt<Rows>(
  build: (db: Db) => { prepare(name: string): Prepared<Rows> },
): (db: Db, values: Readonly<Record<string, unknown>>) => Promise<Rows> {
  const queries = new WeakMap<Db["$client"], Prepared<Rows>>();
  return (db, values) => {
    let query = queries.get(db.$client);
    if (query === undefined) queries.set(db.$client, (query = build(db).prepare("")));
    return query.execute({ ...values });
  };
}
