import { aroundAmounts } from "#app/values/money/around-amounts.ts";
import { formatDayOf } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { type MoneyFormat } from "#app/values/money.ts";
import { href } from "react-router";
import { listCategoryPaths } from "#app/catalogue/data/category-records.server.ts";
import { listProductPage, listTags, type ProductListRow } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { listCountRows } from "#app/catalogue/data/movements/count-rows.server.ts";
import { listSoldOutByOptions } from "#app/catalogue/data/product-lists/stock-states.server.ts";
import { isSoldOutAt } from "#app/catalogue/domain/product.ts";
import { productSheet, type ProductListQuery } from "#app/catalogue/domain/product-list.schema.ts";
import { SOLD_OUT_UNTIL_UNDONE } from "#app/catalogue/domain/product-record.ts";
import { textOf } from "#app/http/staff/sheet.server.ts";
import type { SheetColumn, SheetOption, SheetRow } from "#app/kit/sheet/sheet-data.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { perUnit, PRICE_PER, soldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { stepsText } from "#app/catalogue/domain/weight/steps.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { otherTaxRates } from "#app/store/domain/tax-rates.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { loadHoursNotes } from "#app/catalogue/data/order-hours.server.ts";
import { staffHoursText } from "#app/catalogue/domain/staff-hours-text.ts";

/** A row of the page, with times formatted in the shop's time zone. */
export interface ProductRow extends Omit<ProductListRow, "soldOutUntil" | "changedAt" | "createdAt" | "deletedAt"> {
  readonly categories: readonly string[];
  /** "11:00 AM tomorrow"; null = no end. */
  readonly soldOutUntil: string | null;
  readonly changed: string;
  readonly added: string;
  /** When the product may be ordered, as text; "" = always. */
  readonly hours: string;
  /** " / kg" for products sold by weight, else "". */
  readonly per: string;
  readonly isInBin: boolean;
  /** No combination of its options is left. */
  readonly isGoneByOption: boolean;
  /** The low options: "Large: 3 left". */
  readonly lowOptions: readonly string[];
}

/** All data of the list: one page of rows, the filters, and the same rows as a sheet on request. */
export async function readProductList(db: Db, query: ProductListQuery, now: Date) {
  const [page, categories, tags, settings] = await Promise.all([
    listProductPage(db, query),
    listCategoryPaths(db),
    listTags(db),
    readSettings(db),
  ]);
  const notes = await loadHoursNotes(
    db,
    page.rows.map((row) => row.id),
    now,
  );
  const soldOutIds = new Set(
    await listSoldOutByOptions(
      db,
      page.rows.filter(({ variantStock }) => variantStock !== null).map(({ id }) => id),
    ),
  );
  const low = await listLowOptions(db, page.rows, moneyFormat(settings).locale);
  const clock = shopClock(settings);
  const day = (at: Date) => formatDayOf(at, clock, { hasYear: true });
  const names = new Map(categories.map((category) => [category.id, category.name]));
  const hoursOf = (id: number) => {
    const note = notes.get(id);
    return note === undefined ? "" : staffHoursText(note);
  };
  const until = (at: Date) => formatReopening(at, now, clock);
  const rows = page.rows.map(({ soldOutUntil, changedAt, createdAt, deletedAt, ...row }): ProductRow => ({
    ...row,
    isSoldOut: isSoldOutAt({ isSoldOut: row.isSoldOut, soldOutUntil }, now),
    categories: row.categoryIds.flatMap((id) => names.get(id) ?? []),
    soldOutUntil: soldOutUntil === null ? null : until(soldOutUntil),
    changed: day(changedAt),
    added: day(createdAt),
    isInBin: deletedAt !== null,
    isGoneByOption: soldOutIds.has(row.id),
    lowOptions: low.get(row.id) ?? [],
    hours: hoursOf(row.id),
    per: perUnit(row.weightUnit),
  }));
  const opening = nextOpening(storeHours(settings), now);
  return {
    rows,
    total: page.total,
    isTotalCapped: page.isTotalCapped,
    categories: categories.map(({ id, path }) => ({ value: String(id), label: path })),
    tags: query.tag === "" || tags.includes(query.tag) ? tags : [query.tag, ...tags],
    taxClasses: taxClassChoices(settings),
    reopening: until(opening),
    counting:
      query.view === "count"
        ? await listCountRows(
            db,
            rows.map(({ id }) => id),
          )
        : null,
    sheet:
      query.view === "sheet" ? sheetOf(page.rows, categories, { opening, until, gone: soldOutIds, format: moneyFormat(settings) }) : null,
  };
}

/** The options at or below their low-stock level, by product. */
async function listLowOptions(db: Db, rows: readonly ProductListRow[], locale: string): Promise<ReadonlyMap<number, readonly string[]>> {
  const low = rows.filter(({ isLow, variantStock }) => isLow && variantStock !== null);
  const named = await listNamedVariants(
    db,
    low.map(({ id }) => id),
  );
  return new Map(
    low.map((row) => {
      const weight = soldByWeight(row);
      const lines = (named.get(row.id) ?? []).flatMap(({ names, stock, lowStock }) =>
        stock === null || stock > (lowStock ?? row.lowStock ?? -1)
          ? []
          : [`${names.join(", ")}: ${stepsText({ weight }, stock, locale)} left`],
      );
      // Options of two questions may have the same name.
      return [row.id, [...new Set(lines)]];
    }),
  );
}

interface SheetFacts {
  readonly opening: Date;
  readonly until: (at: Date) => string;
  /** Products without any available combination of options. */
  readonly gone: ReadonlySet<number>;
  readonly format: MoneyFormat;
}

/** Notes of a sheet row besides its cells: stock that is counted by option. */
function noteOf({ id, variantStock }: ProductListRow, gone: ReadonlySet<number>): { readonly note?: string } {
  if (variantStock === null) return {};
  return { note: gone.has(id) ? "Sold out: no option is left" : `${variantStock} in stock by option` };
}

function sheetOf(
  rows: readonly ProductListRow[],
  categories: readonly { readonly id: number; readonly path: string }[],
  { opening, until, gone, format }: SheetFacts,
): { readonly rows: readonly SheetRow[]; readonly columns: readonly SheetColumn[] } {
  const around = aroundAmounts(format);
  const ends = new Set([opening.toISOString(), ...rows.flatMap((row) => (row.isSoldOut ? (row.soldOutUntil?.toISOString() ?? []) : []))]);
  const soldOut: readonly SheetOption[] = [
    { value: "", label: "Available" },
    { value: SOLD_OUT_UNTIL_UNDONE, label: "Sold out" },
    ...[...ends].toSorted().map((end) => ({ value: end, label: `Sold out until ${until(new Date(end))}` })),
  ];
  return {
    columns: [
      { name: "priceCents", title: "Price", isFigure: true, inputMode: "decimal", ...around },
      { name: "compareAtCents", title: "Before", isFigure: true, inputMode: "decimal", ...around, emptyWords: "no sale" },
      { name: "soldOut", title: "Availability", options: soldOut },
      {
        name: "isHidden",
        title: "Visibility",
        options: [
          { value: "shown", label: "Shown" },
          { value: "hidden", label: "Hidden" },
        ],
      },
      {
        name: "categories",
        title: "Categories",
        options: categories.map(({ id, path }) => ({ value: String(id), label: path })),
        isMany: true,
      },
      { name: "stock", title: "Stock", isFigure: true, inputMode: "numeric", emptyWords: "not counted" },
      { name: "lowStock", title: "Low at", isFigure: true, inputMode: "numeric", emptyWords: "never" },
      { name: "sku", title: "SKU" },
      { name: "barcode", title: "Barcode", inputMode: "numeric" },
      { name: "vendor", title: "Vendor" },
      { name: "weightGrams", title: "Grams", isFigure: true, inputMode: "numeric" },
      { name: "costCents", title: "Cost", isFigure: true, inputMode: "decimal", ...around },
      { name: "leadHours", title: "Hours ahead", isFigure: true, inputMode: "numeric", emptyWords: "none" },
      { name: "maxPerOrder", title: "Most per order", isFigure: true, inputMode: "numeric", emptyWords: "no limit" },
      {
        name: "isPickupOnly",
        title: "Pickup or delivery",
        options: [
          { value: "any", label: "Pickup and delivery" },
          { value: "pickup", label: "Pickup only" },
        ],
      },
      { name: "weightUnit", title: "Price per", options: PRICE_PER },
      { name: "weightStep", title: "Weight step", isFigure: true, inputMode: "numeric" },
      { name: "weightMin", title: "Least weight", isFigure: true, inputMode: "numeric" },
    ],
    rows: rows.map((row) => {
      const value = {
        priceCents: row.price,
        compareAtCents: row.compareAt,
        soldOut: row.isSoldOut ? (row.soldOutUntil?.toISOString() ?? SOLD_OUT_UNTIL_UNDONE) : "",
        isHidden: row.isHidden,
        categories: row.categoryIds.toSorted((a, b) => a - b),
        stock: row.stock,
        lowStock: row.lowStock,
        sku: row.sku,
        barcode: row.barcode,
        vendor: row.vendor,
        weightGrams: row.weightGrams,
        costCents: row.costCents,
        leadHours: row.leadHours,
        maxPerOrder: row.maxPerOrder,
        isPickupOnly: row.isPickupOnly,
        weightUnit: row.weightUnit,
        weightStep: row.weightStep,
        weightMin: row.weightMin,
      };
      const texts = Object.entries(value).map(([name, each]) => [name, textOf(productSheet[name as keyof typeof value], each, format)]);
      return {
        id: String(row.id),
        label: row.name,
        to: href("/admin/product/edit/:id", { id: String(row.id) }),
        ...noteOf(row, gone),
        texts: Object.fromEntries(texts),
      };
    }),
  };
}

/** The tax choices of a product. */
export function taxClassChoices({ REDUCED_TAX_RATES }: Pick<Settings, "REDUCED_TAX_RATES">) {
  return [
    { value: "standard", label: "Standard" },
    { value: "zero", label: "No tax" },
    ...otherTaxRates(REDUCED_TAX_RATES).map(({ key, label }) => ({ value: key, label })),
  ];
}
