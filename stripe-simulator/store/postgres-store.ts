import { escapeLiteral, type Pool, type PoolClient } from "pg";
import type { RecordKind, RecordOf, SimulatorRecord, WireObject } from "#stripe-simulator/payment/records.ts";
import type { RecordQuery, SimulatorStore, SimulatorUnit, StoredAnswer } from "./store.ts";

/** Separates this module's advisory locks from those of other users of the database. */
const LOCK_SPACE = "stripe-simulator:";

/**
 * The durable store: two tables, `simulator_objects` and `simulator_keys`, in the shop's own database.
 * - A unit is one transaction that begins with its first claim, in the same round trip. Plain reads, and all writes at the end of a unit,
 * take one statement each.
 * - Claims are row locks. Idempotency keys are transaction-level advisory locks, which also end behind a connection pooler or when the
 * process dies.
 * - Commits are asynchronous: a later synchronous commit of the shop makes them durable too (docs/decisions/0006-payment-simulator.md).
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

/** The reads and writes of a unit so far. */
interface State {
  readonly pool: Pool;
  /** The transaction's connection, once it has begun. */
  client: PoolClient | undefined;
  /** null: to be deleted. */
  readonly written: Map<string, SimulatorRecord | null>;
  readonly answered: Map<string, StoredAnswer>;
}

function createTransaction(pool: Pool): Transaction {
  const state: State = { pool, client: undefined, written: new Map(), answered: new Map() };
  const { written, answered } = state;
  return {
    unit: {
      find: (id) => find(state, id),
      async claim(id) {
        const client = await begun(state);
        const { rows } = await client.query<{ body: SimulatorRecord }>("SELECT body FROM simulator_objects WHERE id = $1 FOR UPDATE", [id]);
        const writtenRecord = written.get(id);
        return writtenRecord === undefined ? rows[0]?.body : (writtenRecord ?? undefined);
      },
      async list(query) {
        if (written.size > 0) await flush(state, await begun(state));
        return listRecords(state.client ?? pool, query);
      },
      save: (record) => written.set(record.id, record),
      remove: (id) => written.set(id, null),
      claimKey: (key) => claimKey(state, key),
      saveAnswer: (key, answer) => answered.set(key, answer),
    },
    async commit() {
      if (written.size > 0 || answered.size > 0) await flush(state, state.client ?? pool);
      if (state.client === undefined) return;
      await state.client.query("commit");
      state.client.release();
      state.client = undefined;
    },
    rollback: () => rollback(state),
  };
}

/**
 * The unit's connection, and the statement that begins its transaction if needed. The text matches what a pool with deferred begins
 * expects.
 */
async function connected(state: State): Promise<{ readonly client: PoolClient; readonly opening: readonly string[] }> {
  if (state.client !== undefined) return { client: state.client, opening: [] };
  state.client = await state.pool.connect();
  return { client: state.client, opening: ["begin"] };
}

/** The unit's connection, with its transaction begun. */
async function begun(state: State): Promise<PoolClient> {
  const { client, opening } = await connected(state);
  for (const word of opening) await client.query(word);
  return client;
}

async function find({ pool, client, written }: State, id: string): Promise<SimulatorRecord | undefined> {
  const writtenRecord = written.get(id);
  if (writtenRecord !== undefined) return writtenRecord ?? undefined;
  const result = await (client ?? pool).query<{ body: SimulatorRecord }>("SELECT body FROM simulator_objects WHERE id = $1", [id]);
  return result.rows[0]?.body;
}

async function claimKey(state: State, key: string): Promise<StoredAnswer | "busy" | undefined> {
  const { client, opening } = await connected(state);
  // Two statements, so that the second one sees the commit of the lock's last holder; sent in one message.
  const statements = [
    ...opening,
    `SELECT pg_try_advisory_xact_lock(hashtextextended(${literal(LOCK_SPACE + key)}, 0)) AS free`,
    `SELECT request_hash, status, body, created_at FROM simulator_keys WHERE key = ${literal(key)}`,
  ];
  // Several statements in one text return several results.
  const results = [await client.query(statements.join("; "))].flat();
  const [lock, answers] = results.slice(opening.length);
  return lock?.rows[0]?.free === true ? answerOf(answers?.rows[0]) : "busy";
}

/** Writes everything in one statement. */
async function flush({ written, answered }: State, client: Pool | PoolClient): Promise<void> {
  const deletedIds = [...written].filter(([, record]) => record === null).map(([id]) => id);
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
  await client.query(text, [JSON.stringify(rows), deletedIds, JSON.stringify(answers)]);
  written.clear();
  answered.clear();
}

async function rollback(state: State): Promise<void> {
  const { client } = state;
  if (!client) return;
  state.client = undefined;
  try {
    await client.query("rollback");
    client.release();
  } catch (error) {
    // A connection that cannot roll back must not be reused; the first error is the one to report.
    client.release(error instanceof Error ? error : true);
  }
}

/** Escaped for a statement's text; the database stores no NUL. */
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
