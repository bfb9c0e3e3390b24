import { z } from "zod";
import { CONFIGURATION_SECTIONS } from "./configuration-section.ts";
import { findRouteClash } from "#app/content/domain/page.ts";
import { MAX_HTML_LENGTH, MAX_SHORT_TEXT_LENGTH, MAX_SLUG_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { recordOf } from "#app/values/narrow.ts";
import { isLine, isText, tidyText } from "#app/values/text.ts";

/*
 * The shop's configuration as a readable file. Records are identified by readable names: categories by their path, pages by their address,
 * settings and customization templates by their key, options by their name. Settings have the texts of their form. Anything the file leaves
 * out is unchanged.
 */

export const CONFIGURATION_FORMAT = "shopbell-configuration";
export const CONFIGURATION_VERSION = 1;
const MAX_PAGES = 2000;

/** The file as a whole; each part parses its own section. */
export const configurationSchema = z.strictObject({
  format: z.literal(CONFIGURATION_FORMAT, "This is no configuration of this shop."),
  version: z.literal(CONFIGURATION_VERSION, `Only files of version ${CONFIGURATION_VERSION} are understood.`),
  ...recordOf(CONFIGURATION_SECTIONS, () => z.unknown().optional()),
});
export type Configuration = z.output<typeof configurationSchema>;

export const configuredSettings = z.record(z.string(), z.string()).default({});

const line = (max: number) =>
  z.string().overwrite(tidyText).max(max, `Use at most ${max} characters.`).refine(isLine, "Write one line of plain text.");

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

export const configuredPages = z
  .array(page)
  .max(MAX_PAGES)
  .refine((pages) => new Set(pages.map((each) => each.slug)).size === pages.length, "Two pages have the same address.")
  .default([]);

const homeBlock = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), title: z.string().default(""), html: z.string() }),
  z.strictObject({ type: z.literal("products"), title: z.string().default(""), products: z.array(z.string()) }),
  z.strictObject({ type: z.literal("categories"), title: z.string().default(""), categories: z.array(z.array(z.string())) }),
]);

/** The home page: its blocks name products and categories as elsewhere, its picture is identified by content hash. */
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
export const configuredHome = home.nullable().default(null);

/** Menu items are checked by their form's schema, after names are replaced with ids. */
export const configuredMenus = z
  .strictObject({ site_top_menu: z.array(z.unknown()).optional(), site_footer_menu: z.array(z.unknown()).optional() })
  .default({});
export type FileMenus = z.output<typeof configuredMenus>;
