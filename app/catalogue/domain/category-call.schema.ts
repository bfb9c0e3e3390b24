import { z } from "zod";
import { urlId, urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import { ADMIN_ROWS_PER_PAGE, MAX_ID, MAX_LONG_TEXT_LENGTH, MAX_PER_PAGE, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { requiredWireLine, wireId, wireInteger, wireText } from "#app/values/wire.schema.ts";

/** The query of GET /admin/api/categories. */
export const categoryCallQuery = z.strictObject({
  q: urlSearch.default(""),
  state: urlWord(["shown", "hidden"]).optional(),
  page: urlPage,
  per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE),
});

const fields = {
  name: requiredWireLine("the name", MAX_TITLE_LENGTH),
  description: wireText("the description", MAX_LONG_TEXT_LENGTH).optional(),
  parent_id: wireId("the category above").nullable().optional().meta({ description: "null = at the top level." }),
  is_hidden: z
    .boolean("Send is_hidden as true or false.")
    .optional()
    .meta({ description: "Hidden from customers, with everything below it." }),
};

/** The body of POST /admin/api/categories. */
export const newCategoryIn = z.strictObject(fields);

/** The body of PATCH /admin/api/categories/:id: missing fields are unchanged. With `version`, only if the category still has it. */
export const categoryChangeIn = z
  .strictObject({
    version: wireInteger("the version", 1, 2_147_483_647).optional(),
    ...fields,
    name: fields.name.optional(),
    position: wireInteger("the position", 0, MAX_ID).optional().meta({
      description:
        "Place among the categories with the same parent, from 0; too high = last. A category that gets another parent goes last without it.",
    }),
  })
  .refine(({ version: _version, ...change }) => Object.keys(change).length > 0, "Send at least one field to change.");

/** The query of DELETE /admin/api/categories/:id. */
export const categoryDeletionQuery = z.strictObject({
  products_to: urlId.optional().meta({ description: "The category that gets the products; left out: they only leave this one." }),
});

type CategoryFields = Omit<z.output<typeof categoryChangeIn>, "version" | "position" | "parent_id">;

/** The record's fields that a call changes, except its position. */
export function changedCategory({ name, description, is_hidden: isHidden }: CategoryFields) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isHidden === undefined ? {} : { isHidden }),
  };
}

/** The API names of the record's fields. */
export const CATEGORY_CALL_FIELDS: Readonly<Record<string, string>> = { parentId: "parent_id", isHidden: "is_hidden" };
