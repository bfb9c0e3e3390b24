import { jsonOf } from "#app/values/json.ts";
import { z } from "zod";
import { MAX_FOOTER_COLUMNS, MAX_ID, MAX_MENU_DEPTH, MAX_MENU_ITEMS, MAX_TITLE_LENGTH, MAX_URL_LENGTH } from "#app/values/limits.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { menuText } from "./menu-text.ts";
import { MENU_NAMES, type FooterColumn, type FooterMenu, type MenuItem, type TopMenu, type TopMenuItem } from "./menu.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** The two menus by the names in the API. */
export const menuName = z.enum(MENU_NAMES);

/** More would bury the first ones. */
const MOST_PROBLEMS = 5;

const id = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "An item needs an id of letters, digits, - and _.");
export const menuItemText = z
  .string({ error: "Enter a text." })
  .overwrite(tidyText)
  .min(1, "Enter a text.")
  .max(MAX_TITLE_LENGTH, `Enter at most ${MAX_TITLE_LENGTH} characters.`)
  .refine(isLine, "Enter one line of plain text.");
const categoryId = z.int({ error: "Choose a category." }).min(1, "Choose a category.").max(MAX_ID, "Choose a category.");
export const menuItemUrl = z
  .string({ error: "Enter an address such as /about or https://example.com." })
  .overwrite(tidyText)
  .min(1, "Enter an address such as /about or https://example.com.")
  .max(MAX_URL_LENGTH, `Enter at most ${MAX_URL_LENGTH} characters.`)
  .refine(isLine, "Enter an address without line breaks.")
  // It would be an inert path anyway (menu.ts); the error saves staff a dead link.
  .refine(
    (value) => !/^\s*(?!https?:|tel:|mailto:)[a-z][a-z0-9+.-]*:/i.test(value),
    "Enter an address that begins with /, https://, tel:, mailto: or #.",
  );

const category = { id, type: z.literal("category"), text: menuItemText, categoryId };
const plainText = { id, type: z.literal("text"), text: menuItemText };
const link = { id, type: z.literal("link"), text: menuItemText, url: menuItemUrl, openInNewTab: z.boolean().default(false) };

const item: z.ZodType<MenuItem> = z.discriminatedUnion("type", [z.strictObject(category), z.strictObject(plainText), z.strictObject(link)]);

/** One level of the top menu. Built level by level, so that an attacker's deep nesting causes an error instead of a deep recursion. */
function topItem(level: number): z.ZodType<TopMenuItem> {
  const children =
    level < MAX_MENU_DEPTH
      ? z.array(topItem(level + 1)).default([])
      : z.array(z.never()).max(0, `A menu has at most ${MAX_MENU_DEPTH} levels.`).default([]);
  return z.discriminatedUnion("type", [
    z.strictObject({ ...category, children }),
    z.strictObject({ ...plainText, children }),
    z.strictObject({ ...link, children }),
  ]);
}

/** The top menu as stored and as the menu builder sends it. Item ids are unique within the menu. */
export const topMenuSchema = z
  .array(topItem(1))
  .refine((menu) => countItems(menu) <= MAX_MENU_ITEMS, `A menu has at most ${MAX_MENU_ITEMS} items.`)
  .refine((menu) => hasUniqueIds(listTopIds(menu)), "Two items have the same id.");

const footerColumn: z.ZodType<FooterColumn> = z.strictObject({
  id,
  title: z
    .string()
    .overwrite(tidyText)
    .max(MAX_TITLE_LENGTH, `Enter at most ${MAX_TITLE_LENGTH} characters.`)
    .refine(isLine, "Enter one line of plain text.")
    .nullish()
    .transform((title) => title || null),
  items: z.array(item),
});

/** The footer menu: columns with an optional title. Ids of columns and items are unique within the menu. */
export const footerMenuSchema = z
  .array(footerColumn)
  .max(MAX_FOOTER_COLUMNS, `A footer has at most ${MAX_FOOTER_COLUMNS} columns.`)
  .refine((columns) => columns.flatMap((column) => column.items).length <= MAX_MENU_ITEMS, `A menu has at most ${MAX_MENU_ITEMS} items.`)
  .refine(
    (columns) => hasUniqueIds(columns.flatMap((column) => [column.id, ...column.items.map((entry) => entry.id)])),
    "Two items have the same id.",
  );

/** The form of the menu builders: the menu as one text. Errors name their item. */
export const topMenuForm = z.object({ items: menuField(topMenuSchema) });
export const footerMenuForm = z.object({ items: menuField(footerMenuSchema) });

function menuField<Schema extends z.ZodType<TopMenu | FooterMenu>>(schema: Schema) {
  return z.codec(z.string("Send the menu."), z.custom<z.output<Schema>>(), {
    decode: (text, context) => {
      const value = jsonOf(text, "[]");
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues.slice(0, MOST_PROBLEMS)) {
        const where = textAt(value, path);
        context.issues.push({ code: "custom", input: text, message: where === "" ? message : `“${where}”: ${message}` });
      }
      return z.NEVER;
    },
    encode: menuText,
  });
}

/** The text of the innermost item on the path. */
function textAt(value: unknown, path: readonly PropertyKey[]): string {
  let found = "";
  let at: unknown = value;
  for (const part of path) {
    at = propertyOf(at, String(part));
    const name = textOf(at, "text") ?? textOf(at, "title");
    if (name !== undefined) found = name.slice(0, 40);
  }
  return found;
}

function listTopIds(menu: readonly TopMenuItem[]): string[] {
  return menu.flatMap((entry) => [entry.id, ...listTopIds(entry.children)]);
}

function countItems(menu: readonly TopMenuItem[]): number {
  return listTopIds(menu).length;
}

function hasUniqueIds(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
