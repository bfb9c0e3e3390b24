import fs from "node:fs";
import path from "node:path";
import type { Db } from "#app/platform/db/database.server.ts";

const MB = 1_000_000;
/** Bloat of smaller tables does not matter. */
const SMALL_BYTES = 2 * MB;

export interface Sample {
  /** Resident memory of each process of Node, in MB, the primary first. */
  readonly nodeMb: readonly number[];
  /**
   * The JavaScript heap in use (including garbage), the heap V8 reserves, and external memory (buffers), in MB, of all Node processes
   * together.
   */
  readonly heapMb: number;
  readonly heapReservedMb: number;
  readonly externalMb: number;
  /** Of all database processes, without shared memory. */
  readonly databaseMb: number;
  readonly walMb: number;
  readonly tables: readonly { readonly name: string; readonly mb: number; readonly dead: number }[];
}

interface Sampled {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly metricsToken: string;
}

/** The current memory and disk use of the shop and its embedded database. */
export async function takeSample(db: Db, { url, pid, dataDir, metricsToken }: Sampled): Promise<Sample> {
  const all = familyOf(pid);
  const metrics = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  const exposed = await metrics.text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(exposed)?.[1]) / MB;
  const isNode = (each: number) => read(`/proc/${each}/cmdline`).includes("build/server/index.js");
  const memory = (each: number, what: "VmRSS" | "RssAnon") => {
    const [, kilobytes = "0"] = new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(read(`/proc/${each}/status`)) ?? [];
    return (Number(kilobytes) * 1024) / MB;
  };
  const { rows: tables } = await db.$client.query<{ name: string; bytes: number; dead: number }>(
    `select schemaname || '.' || relname as name, pg_table_size(relid)::float8 as bytes, n_dead_tup::float8 as dead from pg_stat_user_tables order by 2 desc limit 6`,
  );
  return {
    nodeMb: all.filter(isNode).map((each) => memory(each, "VmRSS")),
    heapMb: metric("nodejs_heap_size_used_bytes"),
    heapReservedMb: metric("nodejs_heap_size_total_bytes"),
    externalMb: metric("nodejs_external_memory_bytes"),
    databaseMb: all.filter((each) => !isNode(each)).reduce((sum, each) => sum + memory(each, "RssAnon"), 0),
    walMb: walBytesOf(dataDir) / MB,
    tables: tables.map(({ name, bytes, dead }) => ({ name, mb: bytes / MB, dead })),
  };
}

/** The size of each larger table after VACUUM, divided by that of its live rows, the worst first. */
export async function bloatOf(db: Db): Promise<readonly { readonly name: string; readonly factor: number }[]> {
  await db.$client.query("vacuum (analyze)");
  const { rows: tables } = await db.$client.query<{ name: string; bytes: number }>(
    `select format('%I.%I', schemaname, relname) as name, pg_table_size(relid)::float8 as bytes from pg_stat_user_tables where pg_table_size(relid) > ${SMALL_BYTES}`,
  );
  const factors: { readonly name: string; readonly factor: number }[] = [];
  for (const { name, bytes } of tables) {
    // A row's size includes its header; its pointer on the page takes 4 more bytes.
    const { rows } = await db.$client.query<{ live: number }>(
      `select coalesce(sum(pg_column_size(t.*) + 4), 0)::float8 as live from ${name} t`,
    );
    factors.push({ name, factor: bytes / Math.max(rows[0]?.live ?? 0, SMALL_BYTES) });
  }
  return factors.toSorted((a, b) => b.factor - a.factor);
}

/** In MB. */
export async function maxWalOf(db: Db): Promise<number> {
  const { rows } = await db.$client.query<{ bytes: number }>("select pg_size_bytes(current_setting('max_wal_size'))::float8 as bytes");
  return (rows[0]?.bytes ?? 0) / MB;
}

/** Segments are renamed and removed in the meantime. */
function walBytesOf(dataDir: string): number {
  const segments = fs.globSync("**/pg_wal/[0-9A-F]*", { cwd: dataDir });
  if (segments.length === 0) throw new Error("the embedded database has no write-ahead log where it was looked for");
  const sizes = segments.map((segment) => fs.statSync(path.join(dataDir, segment), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The process and all its descendants. */
function familyOf(pid: number): readonly number[] {
  const threads = fs.existsSync(`/proc/${pid}/task`) ? fs.readdirSync(`/proc/${pid}/task`) : [];
  const children = threads.flatMap((thread) =>
    read(path.join("/proc", String(pid), "task", thread, "children"))
      .split(" ")
      .filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

/** "" if the process has ended in the meantime. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
