import pg from "pg";

export type Query = (config: unknown, ...rest: unknown[]) => unknown;

/** What the driver's queries and connections have and its types leave out. */
interface DriverQuery {
  callback: (error: Error | null | undefined, result: unknown) => void;
  submit(connection: DriverConnection): Error | null;
  handleCommandComplete(...args: unknown[]): void;
}

interface DriverConnection {
  /** Texts by name: what this connection has prepared. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(to: { readonly portal: string; readonly statement: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
}

/** Neither asks anything, so nobody reads what it answers. */
const NOTHING_SENT = { command: "", rowCount: null, oid: 0, rows: [], fields: [] };

/**
 * The client's `query`, which keeps a "begin" back until the transaction's first statement. When that is prepared on this connection already, as it
 * nearly always is, both go in one message, so that beginning costs no round trip; the database runs the statement only if it has begun. In other
 * cases the "begin" goes first and is waited for. A transaction without statements is not begun at all.
 */
export function beginTogether(client: pg.ClientBase): Query {
  const query = client.query.bind(client) as Query;
  const { connection } = client as unknown as { readonly connection: DriverConnection };
  let isDue = false;
  return (asked, ...rest) => {
    if (asked === "begin") {
      isDue = true;
      return Promise.resolve(NOTHING_SENT);
    }
    if (!isDue) return query(asked, ...rest);
    isDue = false;
    if (asked === "commit" || asked === "rollback") return Promise.resolve(NOTHING_SENT);
    if (rest.some((each) => typeof each === "function"))
      throw new TypeError("the first statement of a transaction is waited for by its promise");
    const name = (asked as { readonly name?: string }).name;
    if (name !== undefined && connection.parsedStatements[name] !== undefined) return sendTogether(query, asked, rest[0]);
    return (query("begin") as Promise<unknown>).then(() => query(asked, ...rest));
  };
}

function sendTogether(query: Query, asked: unknown, values: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const first = new pg.Query(asked as pg.QueryConfig, values as unknown[] | undefined) as unknown as DriverQuery & {
      isBeginning: boolean;
    };
    first.callback = (error, result) => (error ? reject(error) : resolve(result));
    // For whoever counts what is sent.
    first.isBeginning = true;
    const submit = first.submit.bind(first);
    first.submit = (connection) => {
      connection.stream.cork();
      try {
        connection.parse({ name: "", text: "begin" });
        connection.bind({ portal: "", statement: "" });
        connection.execute({ portal: "", rows: 0 });
        return submit(connection);
      } finally {
        connection.stream.uncork();
      }
    };
    const complete = first.handleCommandComplete.bind(first);
    let hasBegun = false;
    first.handleCommandComplete = (...args) => {
      if (hasBegun) complete(...args);
      hasBegun = true;
    };
    query(first);
  });
}
