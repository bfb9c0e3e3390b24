import { countProducts, listProductIds, loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { escapeCell, EXPORT_COLUMNS, headingOf } from "#app/catalogue/domain/import/columns.ts";
import { exportRecords } from "#app/catalogue/domain/import/export-records.ts";
import { csvOf, UTF8_MARK, type CsvFormat } from "#app/values/csv.ts";
import type { Cents } from "#app/values/money.ts";
import { writtenAmount } from "#app/values/money/money-input.ts";
import { handleOf } from "./import/import-handles.server.ts";

const BATCH = 200;

export interface ExportOptions {
  /** The prefix of picture addresses in the file. */
  readonly publicUrl: string;
  readonly now: Date;
  /** Only these products; default: all that are not in the bin. */
  readonly only?: readonly number[];
  /** Default: CSV_FORMAT. */
  readonly format?: CsvFormat;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Products as chunks of a file in the import's format. Importing it again changes nothing. Products are read in batches, so memory does not
 * grow with the catalogue; a product changed meanwhile is exported as it is when it is read.
 */
export async function* exportCatalogue(db: Db, { publicUrl, now, only, onProgress, ...options }: ExportOptions): AsyncGenerator<string> {
  const total = only?.length ?? (await countProducts(db));
  const settings = await readSettings(db);
  const { format = csvFormat(settings) } = options;
  const write = (amount: Cents) => writtenAmount(amount, settings.CURRENCY, format.decimal);
  yield UTF8_MARK + csvOf([EXPORT_COLUMNS.map(headingOf)], format);
  let done = 0;
  const batches = only === undefined ? allIds(db) : batchesOf(only.toSorted((a, b) => a - b));
  for await (const ids of batches) {
    const products = await loadCurrentProducts(db, { ids }, now);
    const rows = products.flatMap((product) => {
      const pictures = product.pictures.map((picture) => ({ ...picture, url: `${publicUrl}${picture.url}` }));
      return exportRecords({ ...product, pictures }, handleOf(product), write).map((cells) =>
        EXPORT_COLUMNS.map((column) => escapeCell(cells[column] ?? "")),
      );
    });
    yield csvOf(rows, format);
    done += ids.length;
    onProgress?.(done, total);
  }
}

async function* allIds(db: Db): AsyncGenerator<readonly number[]> {
  for (let ids = await listProductIds(db, 0, BATCH); ids.length > 0; ids = await listProductIds(db, ids.at(-1) ?? 0, BATCH)) yield ids;
}

function* batchesOf(ids: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
}
