import pg from "pg";

export interface BackupTable {
  readonly name: string;
  /** Stored columns; generated ones are computed. */
  readonly columns: readonly string[];
}

/** Written by triggers during a restore, or specific to this machine; their sequences are skipped. */
const NOT_STORED: readonly string[] = ["page_changes", "product_search", "product_words", "media_folder", "build_files"];

/** The shop's tables in dependency order. */
export async function listTables(client: pg.Client): Promise<readonly BackupTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; parents: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1) order by c.relname`,
    [NOT_STORED],
  );
  const sorted: BackupTable[] = [];
  const remaining = new Map(tables.map((table) => [table.name, table]));
  while (remaining.size > 0) {
    const next = [...remaining.values()].find(({ parents }) => parents.every((parent) => !remaining.has(parent)));
    if (next === undefined) throw new Error(`these tables refer to one another: ${[...remaining.keys()].join(", ")}`);
    remaining.delete(next.name);
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

/** Applied migrations, oldest first. */
export async function listMigrations(client: pg.Client): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  );
  if (found[0]?.is_there !== true) return [];
  const { rows } = await client.query<{ name: string }>("select name from drizzle.__drizzle_migrations order by name");
  return rows.map(({ name }) => name);
}

/** Last values of used sequences. */
export async function readSequences(client: pg.Client): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null and not sequencename = any($1)",
    [NOT_STORED.map((name) => `${name}_id_seq`)],
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** For COPY and LOCK, whose names cannot be parameters. */
export function quoteTable(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

export function quoteColumns(columns: readonly string[]): string {
  return `(${columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;
}
