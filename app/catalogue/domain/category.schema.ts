import { z } from "zod";
import { weeklyHours } from "#app/store/domain/settings.schema.ts";
import {
  hiddenField,
  idField,
  idListField,
  jsonField,
  numberField,
  optionalLineField,
  requiredLineField,
  textField,
} from "#app/values/form-fields.schema.ts";
import { MAX_LONG_TEXT_LENGTH, MAX_ORDERED_PRODUCTS, MAX_STATION_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";

export const categoryName = requiredLineField("a name", MAX_TITLE_LENGTH);

/** The form of a category, new or stored. */
export const categoryForm = z.object({
  name: categoryName,
  description: textField("the description", MAX_LONG_TEXT_LENGTH),
  parentId: idField("the category above"),
  mediaId: idField("the picture"),
  hue: numberField("the colour", 0, 359),
  isHidden: hiddenField,
  station: optionalLineField("the station", MAX_STATION_LENGTH).optional(),
  hours: jsonField(weeklyHours.nullable(), "Enter hours such as 07:00-11:00."),
  /** The category's products in order; missing: unchanged. */
  products: idListField("products", MAX_ORDERED_PRODUCTS).optional(),
});

/** Query of the category list. */
export const categoryList = listQuery(["name", "products"], {
  status: listFilter("shown", "hidden"),
  hours: listFilter("limited", "always"),
});
export type CategoryListQuery = z.output<typeof categoryList>;
