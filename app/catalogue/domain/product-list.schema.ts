import { z } from "zod";
import { MAX_SHORT_TEXT_LENGTH } from "#app/values/limits.ts";
import { listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { keepText } from "#app/values/text.ts";

const filterText = z
  .string()
  .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_SHORT_TEXT_LENGTH))
  .catch("");

/** The list of products, as its address asks for it. */
export const productList = listQuery(["name", "price", "created", "changed", "stock"], {
  /** A category and all below it. */
  category: listIdFilter,
  state: listFilter("shown", "hidden", "sold-out", "bin"),
  tag: filterText,
  tax: filterText,
  picture: listFilter("without"),
  view: listFilter("sheet"),
});
export type ProductListQuery = z.output<typeof productList>;
