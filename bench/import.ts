import { importFile } from "#app/catalogue/workflows/import/import-runs.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";

export interface ImportFigures {
  readonly what: string;
  readonly seconds: number;
  /** How much the process has grown at its largest. */
  readonly grownMb: number;
}

const COLOURS = ["Red", "Blue", "Green"];

/** A product export: a third without options, a third with one, a third with two; half a page of description each. */
async function* fileOf(products: number, price: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,SEO Title\n",
  );
  const body = `"<p>${"Soft cotton, made to last. ".repeat(30)}</p>"`;
  for (let index = 0; index < products; index += 1) {
    const first = `p-${index},Product ${index},${body},Type ${index % 40},"new, tag ${index % 200}",true`;
    const cents = (price + (index % 90)).toFixed(2);
    const rows =
      index % 3 === 0
        ? [`${first},Title,Default Title,,,shopify,${index % 50},${cents},`]
        : ["S", "M", "L"].flatMap((size, at) =>
            index % 3 === 1
              ? [`${at === 0 ? first : `p-${index},,,,,`},Size,${size},,,,,${cents},`]
              : COLOURS.map((colour, of) => `${at + of === 0 ? first : `p-${index},,,,,`},Size,${size},Colour,${colour},,,${cents},`),
          );
    yield Buffer.from(`${rows.join("\n")}\n`);
  }
}

/** Brings a file of so many products in, again unchanged, and again with every price changed. */
export async function benchImport(databaseUrl: string, products: number): Promise<readonly ImportFigures[]> {
  const db = openDb(databaseUrl, { max: 4 });
  const figures: ImportFigures[] = [];
  for (const [what, price] of [
    ["new", 10],
    ["the same file again", 10],
    ["every price changed", 11],
  ] as const) {
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
    figures.push({ what, seconds: (performance.now() - began) / 1000, grownMb: (most - before) / 1_000_000 });
  }
  await closeDb(db);
  return figures;
}
