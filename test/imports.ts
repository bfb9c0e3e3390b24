import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import type { ImportReport } from "#app/catalogue/workflows/import/import-catalogue.server.ts";
import { importFile } from "#app/catalogue/workflows/import/import-runs.server.ts";
import type { OpenFile } from "#app/catalogue/workflows/import/read-products.server.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { afterUse } from "./after-use.ts";

/** The default time of test imports. */
export const IMPORTED_AT = new Date("2026-05-04T12:00:00Z");
export const PUBLIC_URL = "https://shop.example";

export const refuseFetch: FetchPicture = () => Promise.reject(new Error("something was fetched"));

interface Changes {
  /** If left out, the file is imported without pictures. */
  readonly fetchPicture?: FetchPicture;
  readonly isDryRun?: boolean;
  /** The address of the importing shop. */
  readonly publicUrl?: string;
}

/** Imports product files as staff do, into any database; pictures go into a folder that is removed after the last test. */
export async function openImporter() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "shopbell-import-"));
  afterUse(() => rm(dataDir, { recursive: true, force: true }));
  const media = await openMediaStore({ mediaUrl: null, dataDir });

  async function tryImport(
    on: Db,
    source: string | Uint8Array | OpenFile,
    { fetchPicture, isDryRun = false, publicUrl = PUBLIC_URL }: Changes = {},
  ) {
    const open =
      typeof source === "function"
        ? source
        : async function* () {
            yield Buffer.from(source);
          };
    return importFile(
      { db: on, now: () => IMPORTED_AT, media, publicUrl, fetchPicture: fetchPicture ?? refuseFetch },
      { fileName: "products.csv", size: 1, open, isDryRun, withPictures: fetchPicture !== undefined },
      { userId: null, userName: "operator" },
    );
  }
  async function runImport(on: Db, source: string | OpenFile, changes: Changes = {}): Promise<ImportReport> {
    const imported = await tryImport(on, source, changes);
    if (!imported.ok) throw new Error(imported.error);
    return imported.value.report;
  }
  return { tryImport, runImport };
}

const HEADING =
  "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Image Src";

/** A product file with these lines below the usual heading. */
export const productFile = (...lines: readonly string[]): string => [HEADING, ...lines].join("\n");

/** Number of rows: "products where price_cents = 0". */
export const countRows = async (on: Db, what: string): Promise<number> =>
  (await on.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${what}`), "objects"))[0]!.n;

/** All catalogue data as one text: equal as long as nothing changes. */
export const catalogueFingerprint = async (on: Db): Promise<string> =>
  JSON.stringify(
    await on.execute(
      sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from (
    select to_jsonb(p) as t from products p union all select to_jsonb(c) from categories c union all select to_jsonb(x) from customization_templates x
    union all select to_jsonb(o) from customization_options o union all select to_jsonb(l) - 'id' from product_customizations l union all select to_jsonb(m) from product_categories m
    union all select to_jsonb(pm) from product_media pm) all_rows`,
      "objects",
    ),
  );

/** The prices of an imported product by variant. */
export async function variantsOf(on: Db, handle: string) {
  const [product] = await loadCurrentProducts(on, { importKeys: [`shopify:${handle}`] }, IMPORTED_AT);
  return variantTableOf(product!.price, product!.groups);
}
