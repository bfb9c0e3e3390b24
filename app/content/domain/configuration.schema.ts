import { z } from "zod";
import { configuredTemplates } from "./configured-template.schema.ts";
import { findRouteClash } from "./page.ts";
import { MAX_HTML_LENGTH, MAX_SHORT_TEXT_LENGTH, MAX_SLUG_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { isLine, isText, tidyText } from "#app/values/text.ts";

/*
 * The shop's configuration as one readable file. Records are named by what people call them: categories by their path, pages by their address,
 * settings and customization templates by their key, options by their name; values of settings are texts as their form shows them. What a
 * file leaves out stays as it is.
 */

export const CONFIGURATION_FORMAT = "shopbell-configuration";
export const CONFIGURATION_VERSION = 1;
const MAX_PAGES = 2000;

const line = (max: number) =>
  z.string().overwrite(tidyText).max(max, `Use at most ${max} characters.`).refine(isLine, "Write one line of plain text.");

const categoryItem = z.strictObject({
  type: z.literal("category"),
  text: line(MAX_TITLE_LENGTH),
  category: z.array(z.string()).min(1).max(10),
});
const textItem = z.strictObject({ type: z.literal("text"), text: line(MAX_TITLE_LENGTH) });
const linkItem = z.strictObject({
  type: z.literal("link"),
  text: line(MAX_TITLE_LENGTH),
  url: z.string(),
  openInNewTab: z.boolean().default(false),
});

/** An item of a menu, its category by the names from the root down. Depth and number are checked where the menu is read. */
export type FileItem = (z.output<typeof categoryItem> | z.output<typeof textItem> | z.output<typeof linkItem>) & {
  readonly children?: readonly FileItem[] | undefined;
};
const children = z.lazy((): z.ZodType<readonly FileItem[]> => z.array(item)).optional();
const item: z.ZodType<FileItem> = z.discriminatedUnion("type", [
  categoryItem.extend({ children }),
  textItem.extend({ children }),
  linkItem.extend({ children }),
]);

const slug = z
  .string()
  .max(MAX_SLUG_LENGTH, `Use at most ${MAX_SLUG_LENGTH} characters.`)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/, "Write an address such as help/delivery.")
  .refine((text) => findRouteClash(text) === null, "The shop has a page of its own at this address.");

const page = z.strictObject({
  slug,
  title: line(MAX_TITLE_LENGTH).min(1, "Enter a title."),
  html: z.string().max(MAX_HTML_LENGTH).refine(isText, "Write text without control characters."),
  summary: line(MAX_SHORT_TEXT_LENGTH).default(""),
  status: z.enum(["draft", "published"]),
  seoTitle: line(MAX_TITLE_LENGTH).default(""),
  seoDescription: line(320).default(""),
});
export type FilePage = z.output<typeof page>;

const homeBlock = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), title: z.string().default(""), html: z.string() }),
  z.strictObject({ type: z.literal("products"), title: z.string().default(""), products: z.array(z.string()) }),
  z.strictObject({ type: z.literal("categories"), title: z.string().default(""), categories: z.array(z.array(z.string())) }),
]);

/** The home page: its blocks name products and categories as everything else does, its picture is known by what is in the file. */
const home = z.strictObject({
  title: z.string(),
  summary: z.string().default(""),
  status: z.enum(["draft", "published"]),
  seoTitle: z.string().default(""),
  seoDescription: z.string().default(""),
  picture: z.strictObject({ fileName: z.string(), hash: z.string() }).nullable().default(null),
  button: z.strictObject({ text: z.string(), url: z.string() }).nullable().default(null),
  blocks: z.array(homeBlock).default([]),
});
export type FileHome = z.output<typeof home>;

export const configurationSchema = z.strictObject({
  format: z.literal(CONFIGURATION_FORMAT, "This is no configuration of this shop."),
  version: z.literal(CONFIGURATION_VERSION, `Only files of version ${CONFIGURATION_VERSION} are understood.`),
  settings: z.record(z.string(), z.string()).default({}),
  menus: z
    .strictObject({
      site_top_menu: z.array(item).optional(),
      site_footer_menu: z.array(z.strictObject({ title: z.string().nullable().default(null), items: z.array(item) })).optional(),
    })
    .default({}),
  pages: z
    .array(page)
    .max(MAX_PAGES)
    .refine((pages) => new Set(pages.map((each) => each.slug)).size === pages.length, "Two pages have the same address.")
    .default([]),
  home: home.nullable().default(null),
  templates: configuredTemplates.default([]),
  // Read by the promotions themselves.
  promotions: z.array(z.unknown()).default([]),
  // Read by the staff accounts' own rules.
  roles: z.array(z.unknown()).default([]),
});
export type Configuration = z.output<typeof configurationSchema>;
