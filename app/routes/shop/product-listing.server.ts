import { listProducts, type ProductFilter } from "#app/catalogue/data/products.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { loadShownPrices, withSales } from "#app/promotions/workflows/sale-prices.server.ts";
import { MAX_TAGS, PRODUCTS_PER_PAGE } from "#app/values/limits.ts";
import type { ProductCard, ProductSort } from "#app/catalogue/domain/product.ts";
import { toShownRow } from "#app/catalogue/domain/shown.ts";
import { listingQuery } from "./query.schema.ts";

/** Maximum pages shown one below the other: it bounds the page's size for any menu. */
const PAGES_IN_A_ROW = 5;

/** The parsed query parameters of a list; invalid ones are left out. */
export interface ListingAddress {
  /** null = the list's default order. */
  readonly sort: ProductSort | null;
  readonly dietaryTags: readonly string[];
  /** Counts from 1; the pages before it in the same row are shown too. */
  readonly page: number;
}

export interface Listing extends ListingAddress {
  readonly products: readonly ProductCard[];
  /** On all pages. */
  readonly total: number;
  /** The search found more than `total`. */
  readonly isTotalCapped: boolean;
  /** Products before the first shown one. */
  readonly before: number;
  /** Products after the last shown one. */
  readonly after: number;
  /** The next and the previous page; null = none. */
  readonly nextPage: number | null;
  readonly previousPage: number | null;
}

/** Parses the list's query parameters: `q`, `sort`, `tag` (repeated) and `page`. */
export function readListingAddress(request: Request): ListingAddress & { readonly q: string } {
  const { q, sort = null, tag, page } = readPageQuery(request, listingQuery);
  return { q, sort: sort === "menu" || sort === "relevance" ? null : sort, dietaryTags: tag.slice(0, MAX_TAGS), page };
}

/** The products from the start of the list's current run of pages to the requested page: "show more" keeps the earlier ones. */
export async function loadListing(
  db: Db,
  filter: Pick<ProductFilter, "categoryId" | "q">,
  address: ListingAddress,
  now: Date,
): Promise<Listing> {
  const row = Math.floor((address.page - 1) / PAGES_IN_A_ROW);
  const perRow = PRODUCTS_PER_PAGE * PAGES_IN_A_ROW;
  const found = await listProducts(
    db,
    {
      ...filter,
      ...(address.sort === null ? {} : { sort: address.sort }),
      shownPrices: address.sort === "price" || address.sort === "price-desc" ? await loadShownPrices(db, now) : null,
      dietaryTags: address.dietaryTags,
      page: row + 1,
      perPage: perRow,
      most: address.page * PRODUCTS_PER_PAGE - row * perRow,
    },
    now,
  );
  const before = row * perRow;
  const products = (await withSales(db, found.products, now)).map(toShownRow);
  const after = Math.max(0, found.total - before - products.length);
  return {
    ...address,
    products,
    total: found.total,
    isTotalCapped: found.isTotalCapped,
    before,
    after,
    nextPage: after > 0 && products.length > 0 ? address.page + 1 : null,
    previousPage: row > 0 ? row * PAGES_IN_A_ROW : null,
  };
}
