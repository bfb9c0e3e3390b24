import process from "node:process";
import pg from "pg";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { makeCodes } from "#app/promotions/workflows/make-codes.server.ts";
import { listCodesCsv } from "#app/routes/admin/coupon-sets/codes-csv.server.ts";
import { csvOf, PLAIN_CSV } from "#app/values/csv.ts";
import { addBenchOffer } from "./orders.ts";

interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface CodeFigures {
  readonly count: number;
  readonly makeSeconds: number;
  /** One code among all, with the cart's query. */
  readonly lookup: Spread;
  /** The same row by its key, by a bare client. */
  readonly bare: Spread;
  readonly csvMb: number;
  readonly csvSeconds: number;
  /** The growth of the process while the file was read. */
  readonly csvGrownMb: number;
}

const LOOKUPS = 2000;

/** Creates `count` codes as the staff page does, looks some of them up, and reads all of them as the CSV file. */
export async function benchCodes(databaseUrl: string, count: number): Promise<CodeFigures> {
  const offer = await addBenchOffer(databaseUrl);
  const db = openDb(databaseUrl, { max: 2 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>("select coupon_set_id as id from coupon_codes where id = $1", [offer.codeId]);
    const setId = rows[0]?.id ?? 0;
    const begun = performance.now();
    const pattern = { prefix: "", length: 10 };
    const terms = { maxUses: 1, perCustomerUses: null, expiresAt: null };
    const made = await makeCodes(db, { id: 0, name: "Bench" }, { id: setId, name: offer.code }, { count, pattern, terms });
    if (!made.ok) throw new Error(made.error);
    const makeSeconds = (performance.now() - begun) / 1000;
    await client.query("vacuum analyze coupon_codes");
    const drawn = await client.query<{ code: string }>(
      "select normalized_code as code from coupon_codes where coupon_set_id = $1 order by md5(id::text) limit $2",
      [setId, LOOKUPS],
    );
    const codes = drawn.rows.map(({ code }) => code);
    const lookup = await timeEach(codes, (code) => findCouponCodes(db, [code]));
    const bare = await timeEach(codes, (code) =>
      client.query({ name: "code", text: "select * from coupon_codes where normalized_code = $1", values: [code] }),
    );
    const before = process.memoryUsage.rss();
    const read = performance.now();
    let bytes = 0;
    let largest = before;
    for await (const part of listCodesCsv(db, setId, "UTC")) {
      bytes += csvOf(part, PLAIN_CSV).length;
      largest = Math.max(largest, process.memoryUsage.rss());
    }
    const csvSeconds = (performance.now() - read) / 1000;
    return { count, makeSeconds, lookup, bare, csvMb: bytes / 2 ** 20, csvSeconds, csvGrownMb: (largest - before) / 2 ** 20 };
  } finally {
    await client.end();
    await closeDb(db);
  }
}

async function timeEach(codes: readonly string[], once: (code: string) => Promise<unknown>): Promise<Spread> {
  const times: number[] = [];
  for (const code of codes) {
    const begun = performance.now();
    await once(code);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  return { p50Ms: times[Math.floor(times.length * 0.5)] ?? 0, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}
