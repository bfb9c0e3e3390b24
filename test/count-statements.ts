import pg from "pg";

export interface StatementsCounted {
  readonly statements: readonly string[];
  /** begin … commit, whatever was between. */
  readonly transactions: number;
  /** Commits of something written, those of single statements included: each waits for the disk once. */
  readonly writes: number;
}

const BEGIN = /^begin$/i;
const WRITES = /^\s*(?:with\b[^]*?\b)?(?:insert|update|delete)\b/i;

/**
 * Counts what this process sends to its database while `work` runs. To be made before the pools are opened that are to be counted; undo by `stop`.
 */
export function createStatementCounter() {
  const { prototype } = pg.Client;
  // oxlint-disable-next-line typescript/unbound-method -- called with the client it is asked of, below
  const original = prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  let heard: { readonly client: pg.Client; readonly text: string }[] | null = null;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    heard?.push({ client: this, text: typeof query === "string" ? query : (query as pg.QueryConfig).text });
    return original.apply(this, args);
  } as typeof prototype.query;
  return {
    async during(work: () => Promise<unknown>): Promise<StatementsCounted> {
      heard = [];
      await work();
      const all = heard;
      heard = null;
      let writes = 0;
      // Whether the transaction that a connection is in has written; absent = in none.
      const open = new Map<pg.Client, boolean>();
      for (const { client, text } of all) {
        if (BEGIN.test(text)) open.set(client, false);
        if (/^(?:commit|rollback)$/i.test(text)) {
          if (text.toLowerCase() === "commit" && open.get(client) === true) writes += 1;
          open.delete(client);
        } else if (WRITES.test(text)) {
          if (open.has(client)) open.set(client, true);
          else writes += 1;
        }
      }
      return { statements: all.map(({ text }) => text), transactions: all.filter(({ text }) => BEGIN.test(text)).length, writes };
    },
    stop: () => {
      prototype.query = original as typeof prototype.query;
    },
  };
}
