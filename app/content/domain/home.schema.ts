import { hasKey, propertyOf, textOf } from "#app/values/narrow.ts";
import { jsonOf } from "#app/values/json.ts";
import { z } from "zod";
import { requiredLineField } from "#app/values/form-fields.schema.ts";
import { MAX_HTML_LENGTH, MAX_ID, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { isLine, isText, tidyText } from "#app/values/text.ts";
import { homeText, MAX_HOME_BLOCKS, MAX_HOME_RECORDS, type HomeBlock, type HomeLayout } from "./home.ts";
import { menuItemText, menuItemUrl } from "./menu.schema.ts";
import { pageForm } from "./page.schema.ts";

const id = z.string().regex(/^[a-z0-9]{1,12}$/, "A block needs an id of letters and digits.");
const recordId = z.int().min(1).max(MAX_ID);
const title = z
  .string()
  .overwrite(tidyText)
  .max(MAX_TITLE_LENGTH, `Use at most ${MAX_TITLE_LENGTH} characters for a title.`)
  .refine(isLine, "Write a title in one line of plain text.");

function records(what: string) {
  return z
    .array(recordId)
    .min(1, `Choose at least one ${what}.`)
    .max(MAX_HOME_RECORDS, `Choose at most ${MAX_HOME_RECORDS}.`)
    .transform((ids) => [...new Set(ids)]);
}

const block: z.ZodType<HomeBlock> = z.discriminatedUnion("type", [
  z.strictObject({
    id,
    type: z.literal("text"),
    title,
    html: z.string().min(1, "Write the text.").max(MAX_HTML_LENGTH, "The text is too long.").refine(isText, "Write plain text."),
  }),
  z.strictObject({ id, type: z.literal("products"), title, ids: records("product") }),
  z.strictObject({ id, type: z.literal("categories"), title, ids: records("category") }),
]);

const layout: z.ZodType<HomeLayout> = z.strictObject({
  pictureId: recordId.nullable(),
  button: z.strictObject({ text: menuItemText, url: menuItemUrl }).nullable(),
  blocks: z
    .array(block)
    .max(MAX_HOME_BLOCKS, `Use at most ${MAX_HOME_BLOCKS} blocks.`)
    .refine((blocks) => new Set(blocks.map((each) => each.id)).size === blocks.length, "Two blocks have the same id."),
});

const KINDS = { text: "Text", products: "Products", categories: "Categories" } as const;

/** The layout as one text. Errors name their block. */
const layoutField = z.codec(z.string("Send the home page."), z.custom<HomeLayout>(), {
  decode: (text, context) => {
    const value = jsonOf(text);
    const parsed = layout.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues.slice(0, 5)) {
      const field = path[0] === "button" ? "Button" : "";
      const where = path[0] === "blocks" && typeof path[1] === "number" ? nameOf(value, path[1]) : field;
      context.issues.push({ code: "custom", input: text, message: where === "" ? message : `${where}: ${message}` });
    }
    return z.NEVER;
  },
  encode: homeText,
});

/** "Block 2, “Our favourites”". */
function nameOf(value: unknown, at: number): string {
  const block = propertyOf(propertyOf(value, "blocks"), String(at));
  const title = textOf(block, "title") ?? "";
  const named = title === "" ? "" : `, “${title.slice(0, 40)}”`;
  const type = propertyOf(block, "type");
  const kind = hasKey(KINDS, type) ? KINDS[type] : "Block";
  return `${kind}, block ${at + 1}${named}`;
}

/** The home page has no address or text, whatever the client sends. */
const nothing = z.codec(z.string().optional(), z.literal(""), { decode: () => "" as const, encode: () => "" });

/** The form of the home page; `zone` is the shop's, for the publication time. */
export function homeForm(zone: string) {
  const { summary, seoTitle, seoDescription, publishAt } = pageForm(zone).shape;
  const heading = requiredLineField("a title", MAX_TITLE_LENGTH);
  return z.object({ title: heading, summary, home: layoutField, seoTitle, seoDescription, publishAt, slug: nothing, html: nothing });
}
