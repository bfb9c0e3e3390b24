import pg from "pg";

export interface StatementsCounted {
  readonly statements: readonly string[];
  /** begin … commit, with any statements in between. */
  readonly transactions: number;
  /** Commits with writes, including single statements: each waits for the disk once. */
  readonly writes: number;
}

const BEGIN = /^begin$/i;
const WRITES = /^\s*(?:with\b[^]*?\b)?(?:insert|update|delete)\b/i;

/**
 * Counts this process's database statements while `work` runs. Create it before the counted pools are opened; `stop` removes it.
 */
export function createStatementCounter() {
  const { prototype } = pg.Client;
  // oxlint-disable-next-line typescript/unbound-method -- called below with its client
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
      // Whether a connection's open transaction has written; absent = no open transaction.
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
