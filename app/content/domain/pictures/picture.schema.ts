import { z } from "zod";
import { lineField, numberField, requiredLineField, switchField } from "#app/values/form-fields.schema.ts";
import { MAX_ALT_LENGTH, MAX_FOLDER_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { isLine, keepText, tidyText } from "#app/values/text.ts";

/** "Food / Pizza " → "Food/Pizza": the canonical form of a folder. */
function tidyFolder(text: string): string {
  return text
    .split(/[/\\]/)
    .map(tidyText)
    .filter((part) => part !== "")
    .join("/");
}

const folder = lineField("the folder", MAX_FOLDER_LENGTH).overwrite(tidyFolder);

/** The form of a picture. */
export const pictureForm = z.object({
  fileName: requiredLineField("a name", MAX_TITLE_LENGTH),
  alt: lineField("the alt text", MAX_ALT_LENGTH),
  isDecorative: switchField,
  folder,
  tags: z.codec(z.string("Enter the tags as text."), z.array(z.string()), {
    decode: (text, context) => {
      const tags = [...new Set(text.split(",").map((tag) => tidyText(tag).toLowerCase()))].filter((tag) => tag !== "");
      if (tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_TAG_LENGTH && isLine(tag))) return tags;
      const message = `Enter at most ${MAX_TAGS} tags of at most ${MAX_TAG_LENGTH} characters, separated by commas.`;
      context.issues.push({ code: "custom", input: text, message });
      return z.NEVER;
    },
    encode: (tags) => tags.join(", "),
  }),
  focalX: numberField("the focal point from the left", 0, 100),
  focalY: numberField("the focal point from the top", 0, 100),
});

/** The fields of the prompt right after an upload. */
export const pictureWords = z.strictObject({ alt: pictureForm.shape.alt, isDecorative: z.boolean() });

/** The fields of an upload besides its files. */
export const uploadFields = z.object({
  folder: folder.catch(""),
  /** The picture whose file is replaced. */
  replaces: z.coerce.number().int().positive().optional().catch(undefined),
});

/** The query of the list of pictures. */
export const pictureList = listQuery(["-added", "name", "size"], {
  folder: z
    .string()
    .transform((text) => keepText(text, MAX_FOLDER_LENGTH))
    .catch(""),
  use: listFilter("used", "unused"),
  alt: listFilter("missing", "given", "decorative"),
  state: listFilter("waiting", "failed"),
  view: listFilter("list"),
});
export type PictureListQuery = z.output<typeof pictureList>;
