import pg from "pg";

export type Query = (config: unknown, ...rest: unknown[]) => unknown;

/** What the driver's queries and connections have and its types leave out. */
export interface DriverQuery {
  callback: (error: Error | null | undefined, result: unknown) => void;
  submit(connection: DriverConnection): Error | null;
  prepare(connection: DriverConnection): void;
  handleDataRow(...args: unknown[]): void;
  handleCommandComplete(...args: unknown[]): void;
}

export interface DriverConnection {
  /** Texts by name: what this connection has prepared. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(to: { readonly portal: string; readonly statement: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  sync(): void;
}

/** Neither asks anything, so nobody reads what it answers. */
export const NOTHING_SENT = { command: "", rowCount: null, oid: 0, rows: [], fields: [] };

/**
 * The client's `query`, which keeps a "begin" back until the transaction's first statement. When that is prepared on this connection already, as it
 * nearly always is, both go in one message, so that beginning costs no round trip; the database runs the statement only if it has begun. In other
 * cases the "begin" goes first and is waited for, by everything that is asked meanwhile, too. Nothing runs in a transaction that could not be begun.
 * A transaction without statements is not begun at all.
 */
export function beginTogether(client: pg.ClientBase): Query {
  const query = client.query.bind(client) as Query;
  const { connection } = client as unknown as { readonly connection: DriverConnection };
  let isDue = false;
  /** A begin that is on its way, or has failed; null in between. */
  let begun: Promise<unknown> | null = null;
  const ask = (asked: unknown, rest: unknown[]): unknown => {
    if (begun === null) return query(asked, ...rest);
    const before = begun;
    if (isEnd(asked)) begun = null;
    return before.then(() => query(asked, ...rest));
  };
  const beginAlone = async () => {
    await query("begin");
    begun = null;
  };
  return (asked, ...rest) => {
    if (asked === "begin") {
      isDue = true;
      return Promise.resolve(NOTHING_SENT);
    }
    if (!isDue) return ask(asked, rest);
    isDue = false;
    if (isEnd(asked)) return Promise.resolve(NOTHING_SENT);
    if (rest.some((each) => typeof each === "function"))
      throw new TypeError("the first statement of a transaction is waited for by its promise");
    const name = (asked as { readonly name?: string }).name;
    if (name !== undefined && connection.parsedStatements[name] !== undefined)
      return sendTogether(query, asked, rest[0], (failed) => (begun = failed));
    const begin = beginAlone();
    begun = begin;
    return begin.then(() => query(asked, ...rest));
  };
}

function isEnd(asked: unknown): boolean {
  return asked === "commit" || asked === "rollback";
}

/** `onNotBegun` hears of a begin that has failed, as a promise that says why to whoever waits for it. */
function sendTogether(query: Query, asked: unknown, values: unknown, onNotBegun: (why: Promise<never>) => void): Promise<unknown> {
  let hasBegun = false;
  const sent = new Promise((resolve, reject) => {
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
    first.handleCommandComplete = (...args) => {
      if (hasBegun) complete(...args);
      hasBegun = true;
    };
    query(first);
  });
  return sent.catch((error: unknown) => {
    if (!hasBegun) onNotBegun(sent as Promise<never>);
    throw error;
  });
}
