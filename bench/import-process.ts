import { sql } from "drizzle-orm";
import { importFile } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { undoImport } from "#app/catalogue/workflows/import/undo-import.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import type { ImportFigures } from "./import.ts";

/*
 * A separate process with the server's flags, started by import.ts with the database and the number of products. It imports a file, imports
 * it again unchanged, then with every price changed, undoes the price changes, undoes the import, and prints the results as JSON.
 */

const COLOURS = ["Red", "Blue", "Green"];
/** The chunk size of a disk. */
const PIECE = 64 * 1024;

/** A product export: a third without options, a third with one, a third with two; half a page of description each. */
function* rowsOf(products: number, price: number): Generator<string> {
  yield "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,SEO Title\n";
  const body = `"<p>${"Soft cotton, made to last. ".repeat(30)}</p>"`;
  for (let index = 0; index < products; index += 1) {
    const handle = `soft-cotton-shirt-${products}-${index}`;
    const first = `${handle},Product ${index},${body},Type ${index % 40},"new, tag ${index % 200}",true`;
    const cents = (price + (index % 90)).toFixed(2);
    if (index % 3 === 0) yield `${first},Title,Default Title,,,shopify,${index % 50},${cents},\n`;
    else
      for (const [at, size] of ["S", "M", "L"].entries())
        if (index % 3 === 1) yield `${at === 0 ? first : `${handle},,,,,`},Size,${size},,,,,${cents},\n`;
        else
          for (const [of, colour] of COLOURS.entries())
            yield `${at + of === 0 ? first : `${handle},,,,,`},Size,${size},Colour,${colour},,,${cents},\n`;
  }
}

async function* fileOf(products: number, price: number): AsyncGenerator<Uint8Array> {
  let piece = "";
  for (const row of rowsOf(products, price)) {
    piece += row;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(piece);
}

/** The memory in use, in MB, after a garbage collection. */
function keptMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_000_000;
}

const [url = "", count = ""] = process.argv.slice(2);
const products = Number(count);
const db = openDb(url, { max: 4 });
const figures: ImportFigures[] = [];
for (const [what, price] of [
  ["new", 10],
  ["the same file again", 10],
  ["every price changed", 11],
] as const) {
  const keptBefore = keptMb();
  const before = process.memoryUsage().rss;
  let most = before;
  const began = performance.now();
  const done = await importFile(
    {
      db,
      media: {} as MediaStore,
      fetchPicture: () => Promise.reject(new Error("the file names no picture")),
      publicUrl: "https://shop.example",
      now: () => new Date(),
      onProgress: () => {
        most = Math.max(most, process.memoryUsage().rss);
      },
    },
    { fileName: "bench.csv", size: 0, open: () => fileOf(products, price), isDryRun: false, withPictures: false },
    { userId: null, userName: "bench" },
  );
  if (!done.ok || done.value.report.problemCount > 0) throw new Error(`the import of the bench failed: ${JSON.stringify(done)}`);
  const seconds = (performance.now() - began) / 1000;
  figures.push({ what, seconds, grownMb: (most - before) / 1_000_000, keptMb: keptMb() - keptBefore });
}
const runs = await db.execute<{ id: number }>(sql`select id from import_runs order by id desc limit 3`, "objects");
for (const [what, run] of [
  ["undone, every price back", runs[0]],
  ["undone, every product gone", runs[2]],
] as const) {
  const keptBefore = keptMb();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const id = run?.id ?? 0;
  await db.execute(sql`update import_runs set state = 'undoing' where id = ${id}`);
  await undoImport(db, id, { userId: null, userName: "bench" }, new Date());
  const seconds = (performance.now() - began) / 1000;
  const [undone] = await db.execute<{ summary: readonly string[] }>(sql`select summary from import_runs where id = ${id}`, "objects");
  if (undone?.summary.length !== 1) throw new Error(`the undo of the bench kept something: ${undone?.summary.join(" ")}`);
  figures.push({ what, seconds, grownMb: (process.memoryUsage().rss - before) / 1_000_000, keptMb: keptMb() - keptBefore });
}
await closeDb(db);
console.log(JSON.stringify(figures));
