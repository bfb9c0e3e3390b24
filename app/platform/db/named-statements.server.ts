import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { beginTogether, type Query } from "./begin-together.server.ts";
import { commitTogether } from "./commit-together.server.ts";
import { sqlState } from "./database-errors.server.ts";

/*
 * Statements that come again and again are prepared: the database parses and plans a text once for each connection instead of every time. Whoever
 * writes a query knows nothing of it; the name is made from the text.
 */

/**
 * A prepared statement lives as long as its connection, and takes some ten kilobytes of the database there. Once so many have a name, whatever else
 * comes is sent as it is: nothing is deallocated, because every connection of the pool would have to be told.
 */
export const MOST_NAMES = 300;
/** How often a text comes before it gets a name: what is asked for once in a while is not worth one. */
const TIMES_BEFORE = 3;
const MOST_TEXTS = 2_000;
/** Instead of how often it came: it never gets a name, and takes none of their places. */
const NEVER = -Infinity;

/** What reads or writes rows. Everything else (begin, set, several statements at once) is cheap, rare, or cannot be prepared. */
const PREPARED = /^\s*(?:select|insert|update|delete|with)\b[^;]*;?\s*$/i;
/** What is best planned anew with the values of the day: words that are searched, and pages of a list. */
const PLANNED_ANEW = /\b(?:i?like|offset)\b|%>|<%/i;

/** The database has forgotten the statement, or another connection has it: a pooler that hands out a connection for each transaction. */
const BEHIND_POOLER = new Set(["26000", "42P05"]);
/** "cached plan must not change result type": a migration has changed a column. */
const CHANGED_BELOW = "0A000";

/** The class of connections for a pool that is not ours: they share their names. */
export function namingClient(url: string): typeof pg.Client {
  const names = createStatementNames(isUnprepared(url));
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      names.wrap(this);
    }
  };
}

/** `prepare=off` in a connection string: for poolers that cannot have prepared statements. */
export function isUnprepared(url: string): boolean {
  return /[?&]prepare=off\b/.test(url);
}

/** Names the statements of all connections of one pool. `isOff`: none is named, not even those whose writer has given a name. */
export function createStatementNames(isOff = false): { readonly wrap: (client: pg.ClientBase) => void } {
  const seen = new LRUCache<string, number>({ max: MOST_TEXTS });
  const names = new Map<string, string>();
  let isSwitchedOff = isOff;

  function nameOf(text: string): string | undefined {
    if (isSwitchedOff) return undefined;
    const known = names.get(text);
    if (known !== undefined) return known;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    if (times < TIMES_BEFORE || names.size >= MOST_NAMES) return undefined;
    if (!PREPARED.test(text) || PLANNED_ANEW.test(text)) {
      seen.set(text, NEVER);
      return undefined;
    }
    const name = `s_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
    names.set(text, name);
    return name;
  }

  /** From now on without a name; the call that met it fails, and comes again where whole transactions do. */
  function noteFailure(error: unknown, text: string): void {
    const state = sqlState(error);
    if (state === CHANGED_BELOW) {
      names.delete(text);
      seen.set(text, NEVER);
    } else if (state !== undefined && BEHIND_POOLER.has(state)) isSwitchedOff = true;
  }

  return {
    wrap(client) {
      const query = commitTogether(client, beginTogether(client));
      const named: Query = (asked, ...rest) => {
        const config = typeof asked === "string" && Array.isArray(rest[0]) ? { text: asked } : asked;
        if (!isNameable(config)) return query(asked, ...rest);
        const name = isSwitchedOff ? undefined : config.name || nameOf(config.text);
        if (name === undefined) return query({ ...config, name: undefined }, ...rest);
        const { text } = config;
        // The pool waits with a callback, a transaction with a promise.
        const told = rest.map((each) =>
          typeof each === "function" ? (error: unknown, result: unknown) => (noteFailure(error, text), each(error, result)) : each,
        );
        const answer = query({ ...config, name, onFailure: (error: unknown) => noteFailure(error, text) }, ...told);
        if (answer instanceof Promise) answer.catch((error: unknown) => noteFailure(error, text));
        return answer;
      };
      client.query = named as typeof client.query;
    },
  };
}

/** A plain description of a query; not a text alone, and not a cursor or another object that submits itself. */
function isNameable(config: unknown): config is { readonly text: string; readonly name?: string } {
  return typeof config === "object" && config !== null && !("submit" in config) && typeof (config as { text?: unknown }).text === "string";
}
