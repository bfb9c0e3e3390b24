import { escapeLiteral, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from "pg";
import type { RecordKind, RecordOf, SimulatorRecord, WireObject } from "#stripe-simulator/payment/records.ts";
import type { RecordQuery, SimulatorStore, SimulatorUnit, StoredAnswer } from "./store.ts";

/** Keeps this module's advisory locks apart from any other user of the database. */
const LOCK_SPACE = "stripe-simulator:";

/**
 * The durable store: two tables, `simulator_objects` and `simulator_keys`, in the shop's own database. A unit is one transaction that
 * begins with its first claim, in the same round trip; plain reads cost a single statement each, and so does all that is written together at its end. Claims are row locks; idempotency keys are
 * transaction-level advisory locks, which end with the transaction also behind a connection pooler or when the process dies. Its commits do not wait for the disk:
 * what the shop writes later because of an answer does, and takes them with it (docs/decisions/0006-payment-simulator.md).
 */
export function createPostgresStore(pool: Pool): SimulatorStore {
  async function unit<T>(work: (unit: SimulatorUnit) => Promise<T>): Promise<T> {
    const transaction = createTransaction(pool);
    try {
      const result = await work(transaction.unit);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  return {
    unit,
    async forgetAnswers(before) {
      await pool.query("DELETE FROM simulator_keys WHERE created_at < $1", [new Date(before)]);
    },
    async forgetUnusedMethods(before) {
      await pool.query(
        `DELETE FROM simulator_objects WHERE kind = 'method' AND created_at < $1
         AND id NOT IN (SELECT body ->> 'methodId' FROM simulator_objects WHERE kind IN ('intent', 'charge') AND body ->> 'methodId' IS NOT NULL)`,
        [new Date(before)],
      );
    },
  };
}

interface Transaction {
  readonly unit: SimulatorUnit;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

function createTransaction(pool: Pool): Transaction {
  const written = new Map<string, SimulatorRecord | null>();
  const answered = new Map<string, StoredAnswer>();
  let client: PoolClient | undefined;

  /** The unit's connection, and what begins its transaction there unless that has begun: in the words that a pool which keeps begins back knows. */
  async function connected(): Promise<{ readonly on: PoolClient; readonly opening: readonly string[] }> {
    if (client !== undefined) return { on: client, opening: [] };
    client = await pool.connect();
    return { on: client, opening: ["begin"] };
  }

  /** The unit's connection, its transaction begun. */
  async function opened(): Promise<PoolClient> {
    const { on, opening } = await connected();
    for (const word of opening) await on.query(word);
    return on;
  }

  /** Runs these statements one after the other in the unit's transaction, in one message with its beginning; answers the rows of each. */
  async function inOrder(...statements: readonly string[]): Promise<readonly (readonly QueryResultRow[])[]> {
    const { on, opening } = await connected();
    const texts = [...opening, ...statements];
    // Several statements in one text answer several results.
    const results = [(await on.query(texts.join("; "))) as QueryResult | QueryResult[]].flat();
    return results.slice(opening.length).map(({ rows }) => rows);
  }

  async function load(id: string): Promise<SimulatorRecord | undefined> {
    const own = written.get(id);
    if (own !== undefined) return own ?? undefined;
    const result = await (client ?? pool).query<{ body: SimulatorRecord }>("SELECT body FROM simulator_objects WHERE id = $1", [id]);
    return result.rows[0]?.body;
  }

  /** Everything that is to be written, in one statement. */
  async function flush(on: Pool | PoolClient): Promise<void> {
    const gone = [...written].filter(([, record]) => record === null).map(([id]) => id);
    const rows = [...written.values()].filter((record) => record !== null).map(objectRow);
    const answers = [...answered].map(([key, { requestHash, status, body, at }]) => ({
      key,
      request_hash: requestHash,
      status,
      body,
      created_at: new Date(at).toISOString(),
    }));
    const text = `WITH gone AS (DELETE FROM simulator_objects WHERE id = ANY($2)), answers AS (
         INSERT INTO simulator_keys (key, request_hash, status, body, created_at)
         SELECT key, request_hash, status, body, created_at
         FROM jsonb_to_recordset($3::jsonb) AS row (key text, request_hash text, status integer, body jsonb, created_at timestamptz)
         ON CONFLICT (key) DO UPDATE
         SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at
       ), objects AS (
         INSERT INTO simulator_objects (id, kind, body, created_at)
         SELECT id, kind, body, created_at FROM jsonb_to_recordset($1::jsonb) AS row (id text, kind text, body jsonb, created_at timestamptz)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body, created_at = excluded.created_at
       )
       SELECT set_config('synchronous_commit', 'off', true)`;
    await on.query(text, [JSON.stringify(rows), gone, JSON.stringify(answers)]);
    written.clear();
    answered.clear();
  }

  return {
    unit: {
      find: load,
      async claim(id) {
        const on = await opened();
        const { rows } = await on.query<{ body: SimulatorRecord }>("SELECT body FROM simulator_objects WHERE id = $1 FOR UPDATE", [id]);
        const own = written.get(id);
        return own === undefined ? rows[0]?.body : (own ?? undefined);
      },
      async list(query) {
        if (written.size > 0) await flush(await opened());
        return listRecords(client ?? pool, query);
      },
      save: (record) => written.set(record.id, record),
      remove: (id) => written.set(id, null),
      async claimKey(key) {
        // Two statements, so that the second one sees what the last holder of the lock has committed.
        const [lock, answers] = await inOrder(
          `SELECT pg_try_advisory_xact_lock(hashtextextended(${literal(LOCK_SPACE + key)}, 0)) AS free`,
          `SELECT request_hash, status, body, created_at FROM simulator_keys WHERE key = ${literal(key)}`,
        );
        return lock?.[0]?.free === true ? answerOf(answers?.[0] as AnswerRow | undefined) : "busy";
      },
      saveAnswer: (key, answer) => answered.set(key, answer),
    },
    async commit() {
      if (written.size > 0 || answered.size > 0) await flush(client ?? pool);
      if (client === undefined) return;
      await client.query("commit");
      client.release();
      client = undefined;
    },
    async rollback() {
      const on = client;
      if (!on) return;
      client = undefined;
      try {
        await on.query("rollback");
        on.release();
      } catch (error) {
        // A connection that cannot even roll back is of no use to the next borrower; the first error is the one worth reporting.
        on.release(error instanceof Error ? error : true);
      }
    },
  };
}

/** Within a statement's own text; the database keeps no NUL. */
function literal(text: string): string {
  return escapeLiteral(text.replaceAll("\0", ""));
}

function objectRow(record: SimulatorRecord): object {
  return { id: record.id, kind: record.kind, body: record, created_at: new Date(record.at).toISOString() };
}

interface AnswerRow {
  readonly request_hash: string;
  readonly status: number;
  readonly body: WireObject;
  readonly created_at: Date;
}

function answerOf(row: AnswerRow | undefined): StoredAnswer | undefined {
  return row && { requestHash: row.request_hash, status: row.status, body: row.body, at: row.created_at.getTime() };
}

async function listRecords<K extends RecordKind>(on: Pool | PoolClient, query: RecordQuery<K>): Promise<readonly RecordOf<K>[]> {
  const values: unknown[] = [query.kind];
  const conditions = ["kind = $1"];
  function add(condition: (place: string) => string, value: unknown): void {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  }
  if (query.from !== undefined) add((place) => `created_at >= ${place}`, new Date(query.from));
  if (query.before !== undefined) add((place) => `created_at < ${place}`, new Date(query.before));
  if (query.matching) add((place) => `body @> ${place}::jsonb`, JSON.stringify(query.matching));
  const order = query.oldestFirst ? "ASC" : "DESC";
  if (query.after) {
    values.push(new Date(query.after.at), query.after.id);
    conditions.push(`(created_at, id) ${query.oldestFirst ? ">" : "<"} ($${values.length - 1}, $${values.length})`);
  }
  values.push(query.limit);
  const result = await on.query<{ body: RecordOf<K> }>(
    `SELECT body FROM simulator_objects WHERE ${conditions.join(" AND ")} ORDER BY created_at ${order}, id ${order} LIMIT $${values.length}`,
    values,
  );
  return result.rows.map((row) => row.body);
}
