import { z } from "zod";
import { lineField, optionalNumberField } from "#app/values/form-fields.schema.ts";
import { jsonOf } from "#app/values/json.ts";
import { MAX_ATTACHED_CUSTOMIZATIONS, MAX_ID, MAX_OPTIONS, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { KeptCopy } from "./attached-customization.ts";
import { customizationTemplateForm, encodeFields, MAX_SHOW_WHEN, optionRow, optionTexts } from "./customization-template.schema.ts";
import { copiedOption, editedOption } from "./product-question.ts";

const UNREADABLE = "The questions could not be read. Reload the page.";
/** Temporary ids of new questions, replaced on saving. */
const MIN_NEW_ID = -1_000_000;

const id = z.int().min(1).max(MAX_ID);
/** A question's id; below 0 for a new one. */
export const questionId = z.union([id, z.int().min(MIN_NEW_ID).max(-1)]);

const { title, help, kind, minSelect, maxSelect, maxPerOption, freeCount, maxLength, kitchenLabel } = customizationTemplateForm.shape;
const texts = z.object({
  name: lineField("the name", MAX_TITLE_LENGTH),
  title,
  help,
  kind,
  minSelect,
  maxSelect,
  maxPerOption,
  freeCount,
  maxLength,
  kitchenLabel,
});
const questionOption = optionRow.extend({ copiedFrom: optionalNumberField("the option", 1, MAX_ID) });

/** An added row that was left empty. */
const emptyRow = z.object({ id: z.literal(""), name: z.string().regex(/^\s*$/), price: z.string().regex(/^\s*$/) });

const questionOptions = z
  .array(z.unknown())
  .max(MAX_OPTIONS, `Enter at most ${MAX_OPTIONS} options.`)
  .transform((rows, context) =>
    rows.flatMap((row, index) => {
      if (emptyRow.safeParse(row).success) return [];
      const parsed = questionOption.safeParse(row);
      if (parsed.success) return [copiedOption(parsed.data, parsed.data.copiedFrom)];
      for (const { message, path } of parsed.error.issues)
        context.issues.push({ code: "custom", input: row, message, path: [index, ...path] });
      return [];
    }),
  );

/** One question in the form: texts of the controls, and stored values without a control. */
const questionRow = texts
  .extend({
    id: questionId,
    showWhenOptionIds: z.array(id).max(MAX_SHOW_WHEN),
    copiedFrom: id.nullable(),
    templateVersion: z.int().nullable(),
    options: questionOptions,
  })
  .transform((row): KeptCopy => {
    const { copiedFrom, templateVersion, options, name, ...group } = row;
    const body = {
      ...group,
      name: name === "" ? row.title : name,
      kitchenLabel: row.kitchenLabel === "" ? null : row.kitchenLabel,
      options: row.kind === "text" ? [] : options,
    };
    return { body, copiedFrom, templateVersion };
  });

/** One question, to be saved as a template. */
export const questionAsTemplate = questionRow;

function rowOf({ body, copiedFrom, templateVersion }: KeptCopy) {
  const { options, id: questionNumber, showWhenOptionIds, kitchenLabel: label, ...group } = body;
  return {
    ...encodeFields(texts.shape, { ...group, kitchenLabel: label ?? "" }),
    id: questionNumber,
    showWhenOptionIds,
    copiedFrom,
    templateVersion,
    options: options.map((option) => ({
      ...optionTexts(editedOption(option)),
      copiedFrom: option.copiedFrom === null ? "" : String(option.copiedFrom),
    })),
  };
}

/** A product's own questions as one JSON list; errors are at the row's field: `copies[0].options[2].price`. */
export const questionsField = z.codec(z.string(UNREADABLE), z.custom<readonly KeptCopy[]>(), {
  decode: (text, context) => {
    const rows = z.array(z.unknown()).max(MAX_ATTACHED_CUSTOMIZATIONS).safeParse(jsonOf(text, "[]"));
    if (!rows.success) {
      context.issues.push({ code: "custom", input: text, message: UNREADABLE });
      return z.NEVER;
    }
    return rows.data.flatMap((row, index) => {
      const parsed = questionRow.safeParse(row);
      if (parsed.success) return [parsed.data];
      for (const issue of parsed.error.issues)
        context.issues.push({ code: "custom", input: row, message: issue.message, path: [index, ...issue.path] });
      return [];
    });
  },
  encode: (copies) => JSON.stringify(copies.map(rowOf)),
});
