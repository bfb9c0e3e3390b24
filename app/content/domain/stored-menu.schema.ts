import { z } from "zod";
import type { FooterColumn, MenuContents, MenuItem, MenuName, TopMenuItem } from "./menu.ts";

/*
 * The shape of a stored menu that its readers need. Looser than menu.schema.ts, which checks what staff send: a menu that an earlier
 * version accepted stays readable.
 */

const category = z.object({ id: z.string(), type: z.literal("category"), text: z.string(), categoryId: z.number() });
const plainText = z.object({ id: z.string(), type: z.literal("text"), text: z.string() });
const link = z.object({ id: z.string(), type: z.literal("link"), text: z.string(), url: z.string(), openInNewTab: z.boolean() });

const item: z.ZodType<MenuItem> = z.discriminatedUnion("type", [category, plainText, link]);

const nested = {
  get children(): z.ZodType<readonly TopMenuItem[]> {
    return z.array(topItem);
  },
};
const topItem: z.ZodType<TopMenuItem> = z.discriminatedUnion("type", [
  category.extend(nested),
  plainText.extend(nested),
  link.extend(nested),
]);

const column: z.ZodType<FooterColumn> = z.object({ id: z.string(), title: z.string().nullable(), items: z.array(item) });

const schemas: { readonly [Name in MenuName]: z.ZodType<MenuContents[Name]> } = {
  site_top_menu: z.array(topItem),
  site_footer_menu: z.array(column),
};

/** Parses a stored menu; null = malformed. */
export function readStoredMenu<Name extends MenuName>(name: Name, stored: unknown): MenuContents[Name] | null {
  const parsed = schemas[name].safeParse(stored);
  return parsed.success ? parsed.data : null;
}
