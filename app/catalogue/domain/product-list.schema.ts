import { z } from "zod";
import { hiddenField, optionalMoneyField } from "#app/values/form-fields.schema.ts";
import { MAX_SHORT_TEXT_LENGTH, MAX_TAG_LENGTH } from "#app/values/limits.ts";
import { urlPage } from "#app/values/addresses/url.schema.ts";
import { listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isLine, keepText, tidyText } from "#app/values/text.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";
import {
  productCategories,
  productCodes,
  productLowStock,
  productOrderRules,
  productWeight,
  productPrice,
  productSoldOut,
  productStock,
} from "./product.schema.ts";

const filterText = z
  .string()
  .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_SHORT_TEXT_LENGTH))
  .catch("");

/** The query of a product's staff page. */
export const productPage = z.object({ movements: urlPage });

/** Query of the product list. */
export const productList = listQuery(["name", "price", "created", "changed", "stock"], {
  /** A category with its descendants. */
  category: listIdFilter,
  state: listFilter("shown", "hidden", "sold-out", "low", "bin"),
  tag: filterText,
  tax: filterText,
  picture: listFilter("without"),
  view: listFilter("sheet", "count"),
});
export type ProductListQuery = z.output<typeof productList>;

/** Columns of the spreadsheet by field. */
export const productSheet = {
  priceCents: productPrice,
  compareAtCents: optionalMoneyField("the price before", MAX_PRODUCT_PRICE_CENTS),
  soldOut: productSoldOut,
  isHidden: hiddenField,
  categories: productCategories,
  stock: productStock,
  lowStock: productLowStock,
  ...productCodes,
  ...productOrderRules,
  ...productWeight,
} as const;

/** A tag to add to many products. */
export const oneTag = z
  .string("Enter a tag.")
  .overwrite(tidyText)
  .min(1, "Enter a tag.")
  .max(MAX_TAG_LENGTH, `Use at most ${MAX_TAG_LENGTH} characters for a tag.`)
  .refine((tag) => isLine(tag) && !tag.includes(","), "Write one tag, without a comma.");
