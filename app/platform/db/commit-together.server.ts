import pg from "pg";
import { NOTHING_SENT, type DriverConnection, type DriverQuery, type Query } from "./begin-together.server.ts";

/** A statement whose answer nobody reads: inside a transaction it may be sent as late as with the commit. */
export interface DeferredStatement {
  readonly text: string;
  readonly values?: unknown[];
  readonly isDeferred: boolean;
}

/** As it comes from whoever names statements. */
interface Deferred extends DeferredStatement {
  readonly name: string;
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The client's `query`, which keeps what is marked as deferred back until the transaction's commit, and sends it in one message with that: one round
 * trip instead of one for each. If one of them fails the transaction is not committed, and the commit says why. What is not prepared on this connection
 * yet is sent at once.
 */
export function commitTogether(client: pg.ClientBase, query: Query): Query {
  const { connection } = client as unknown as { readonly connection: DriverConnection };
  let isOpen = false;
  let deferred: Deferred[] = [];
  return (asked, ...rest) => {
    if (typeof asked !== "string") {
      if (!isOpen || !isDeferred(asked) || connection.parsedStatements[asked.name] === undefined) return query(asked, ...rest);
      deferred.push(asked);
      return Promise.resolve(NOTHING_SENT);
    }
    if (/^begin\b/i.test(asked)) isOpen = true;
    if (!/^(?:commit|rollback)$/i.test(asked)) return query(asked, ...rest);
    const last = deferred;
    deferred = [];
    isOpen = false;
    return last.length > 0 && /^commit$/i.test(asked) ? sendTogether(query, last) : query(asked, ...rest);
  };
}

function isDeferred(asked: unknown): asked is Deferred {
  const { isDeferred: isMarked, name } = (asked ?? {}) as Partial<Deferred>;
  return isMarked === true && name !== undefined;
}

function sendTogether(query: Query, deferred: readonly Deferred[]): Promise<unknown> {
  const sent = new Promise((resolve, reject) => {
    const commit = new pg.Query({ text: "commit" }) as unknown as DriverQuery & { together: readonly string[] };
    commit.callback = (error, result) => (error ? reject(error) : resolve(result));
    // For whoever counts what is sent.
    commit.together = deferred.map(({ text }) => text);
    commit.submit = (connection) => {
      connection.stream.cork();
      try {
        // Their rows are not described, so the driver could not read them; and only the end of all is answered.
        const silent = Object.create(connection, { describe: { value: () => undefined }, sync: { value: () => undefined } });
        for (const each of deferred) (new pg.Query(each) as unknown as DriverQuery).prepare(silent as DriverConnection);
        connection.parse({ name: "", text: "commit" });
        connection.bind({ portal: "", statement: "" });
        connection.execute({ portal: "", rows: 0 });
        connection.sync();
        return null;
      } finally {
        connection.stream.uncork();
      }
    };
    commit.handleDataRow = () => undefined;
    query(commit);
  });
  return sent.catch((error: unknown) => {
    for (const each of deferred) each.onFailure?.(error);
    throw error;
  });
}
