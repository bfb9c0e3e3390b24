import type { Db } from "./handle.ts";

interface Prepared<Rows> {
  execute(values?: Record<string, unknown>): Promise<Rows>;
}

/** Pools and connections that use unnamed statements (`prepare=off`). */
const unnamed = new WeakSet<Db["$client"]>();

/** For poolers without prepared statements: queries of this pool are sent unnamed. */
export function sendUnnamed(client: Db["$client"]): void {
  unnamed.add(client);
}

/**
 * A frequent query as a prepared statement: the text is built once for the pool and once for each of its connections, and the database parses it
 * once for each connection. Parameters are `sql.placeholder(name)`, passed by name.
 *
 * @param name of the statement at the database; no two queries share one
 */
export function preparedQuery<Rows>(
  name: string,
  build: (db: Db) => { prepare(name: string): Prepared<Rows> },
): (db: Db, values: Readonly<Record<string, unknown>>) => Promise<Rows> {
  const queries = new WeakMap<Db["$client"], Prepared<Rows>>();
  return (db, values) => {
    let query = queries.get(db.$client);
    if (query === undefined) queries.set(db.$client, (query = build(db).prepare(unnamed.has(db.$client) ? "" : name)));
    return query.execute({ ...values });
  };
}
