import type { ActionFunctionArgs } from "react-router";
import { listCategoryPaths } from "#app/catalogue/data/category-records.server.ts";
import { listMatchingIds } from "#app/catalogue/data/product-lists/product-list-ids.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { oneTag, productList } from "#app/catalogue/domain/product-list.schema.ts";
import { SOLD_OUT_UNTIL_UNDONE, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { changeSelected, type BulkAct } from "#app/http/staff/staff-action.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { MAX_PRODUCT_CATEGORIES, MAX_TAGS } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { taxClassChoices } from "./product-list.server.ts";

/** How to find chosen products, for the list's bulk bar and the price page. */
export const PRODUCT_SELECTION = { query: productList, matching: listMatchingIds, nouns: ["product", "products"] } as const;

type Act = BulkAct<ProductRecord>;
type Made = (form: FormData) => Promise<Result<Act, string>>;

/** The bulk actions on chosen products; each writes one history entry. */
export function changeProducts(args: ActionFunctionArgs, db: Db, now: Date) {
  const inCategory =
    (field: string, act: (value: ProductRecord, id: number) => ProductRecord["categories"], done: (path: string) => string): Made =>
    async (form) => {
      const category = (await listCategoryPaths(db)).find((each) => String(each.id) === form.get(field));
      return category === undefined
        ? fail("Choose a category.")
        : ok({
            done: done(category.path),
            change: (value) => ({ ...value, categories: act(value, category.id) }),
          });
    };
  const withTag =
    (field: string, act: (tags: readonly string[], tag: string) => readonly string[], done: (tag: string) => string): Made =>
    async (form) => {
      const tag = oneTag.safeParse(form.get(field));
      return tag.success
        ? ok({ done: done(tag.data), change: (value) => ({ ...value, tags: act(value.tags, tag.data) }) })
        : fail(tag.error.issues[0]?.message ?? "Enter a tag.");
    };
  const isTag = (tag: string) => (each: string) => each.toLowerCase() === tag.toLowerCase();
  return changeSelected<ProductRecord, typeof productList>(args, {
    ...PRODUCT_SELECTION,
    store: productRecords,
    acts: {
      hide: { done: "hidden", change: (value) => ({ ...value, isHidden: true }) },
      show: {
        done: "shown",
        change: (value) => ({ ...value, isHidden: false }),
        leaves: {
          when: (value) => value.isHidden && value.priceCents === 0,
          why: "for nothing, open it to set a price or to confirm that it is free",
        },
      },
      "sold-out": { done: "sold out until you take it back", change: (value) => ({ ...value, soldOut: SOLD_OUT_UNTIL_UNDONE }) },
      "sold-out-today": async () => {
        const opening = nextOpening(storeHours(await readSettings(db)), now).toISOString();
        return ok({ done: "sold out until the next opening", change: (value) => ({ ...value, soldOut: opening }) });
      },
      back: { done: "on sale again", change: (value) => ({ ...value, soldOut: "" }) },
      "category-add": inCategory(
        "category",
        ({ categories }, id) =>
          categories.includes(id) || categories.length >= MAX_PRODUCT_CATEGORIES
            ? categories
            : [...categories, id].toSorted((a, b) => a - b),
        (path) => `added to ${path}`,
      ),
      "category-remove": inCategory(
        "old-category",
        ({ categories }, id) => categories.filter((each) => each !== id),
        (path) => `removed from ${path}`,
      ),
      "tag-add": withTag(
        "tag",
        (tags, tag) => (tags.some(isTag(tag)) || tags.length >= MAX_TAGS ? tags : [...tags, tag]),
        (tag) => `tagged “${tag}”`,
      ),
      "tag-remove": withTag(
        "old-tag",
        (tags, tag) => tags.filter((each) => !isTag(tag)(each)),
        (tag) => `without “${tag}”`,
      ),
      tax: async (form) => {
        const tax = taxClassChoices(await readSettings(db)).find(({ value }) => value === form.get("tax-class"));
        return tax === undefined
          ? fail("Choose a tax.")
          : ok({ done: `taxed as “${tax.label}”`, change: (value) => ({ ...value, taxClass: tax.value }) });
      },
      bin: {
        done: "put into the bin",
        change: (value) => ((value.deletedAt ?? null) === null ? { ...value, deletedAt: now.toISOString() } : value),
      },
      restore: { done: "restored", change: (value) => ({ ...value, deletedAt: null }) },
      purge: { done: "deleted for ever", removes: (value) => (value.deletedAt ?? null) !== null },
    },
  });
}
