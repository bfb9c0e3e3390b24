import { jsonOf } from "#app/values/json.ts";
import { z } from "zod";
import {
  amountsNamed,
  choiceField,
  idListField,
  lineField,
  numberField,
  optionalNumberField,
  requiredLineField,
  switchField,
} from "#app/values/form-fields.schema.ts";
import { MAX_ID, MAX_OPTION_PRICE_CENTS, MAX_OPTIONS, MAX_TAG_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import type { Cents } from "#app/values/money.ts";
import { amountLike, parseStored, storedAmount } from "#app/values/money/stored-amount.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { CUSTOMIZATION_KINDS, MAX_OPTION_UNITS, MAX_TEMPLATE_TITLE_LENGTH, MAX_TEXT_CHOICE_LENGTH } from "./customization.ts";
import { ON_SALE, UNTIL_UNDONE, type TemplateOption } from "./customization-template.ts";

const MAX_HELP_LENGTH = 140;
/** Maximum options with their own price by option. */
const MAX_PRICE_OPTIONS = 12;
export const MAX_SHOW_WHEN = 50;
const MAX_LABELS = 20;
const MAX_CALORIES = 100_000;

interface Refusing {
  readonly issues: z.core.$ZodRawIssue[];
}

function refuse(context: Refusing, input: unknown, message: string, path: PropertyKey[] = []): never {
  context.issues.push({ code: "custom", input, message, path });
  return z.NEVER;
}

/** "-0.50": an option may reduce the price. */
function priceOf(text: string, context: Refusing, path: PropertyKey[] = []): Cents {
  const cents = parseStored(text === "" ? "0" : text);
  if (!cents.ok) return refuse(context, text, cents.error, path);
  if (Math.abs(cents.value) <= MAX_OPTION_PRICE_CENTS) return cents.value;
  const most = amountLike(text, MAX_OPTION_PRICE_CENTS);
  return refuse(context, text, `Enter a price from -${most} to ${most}.`, path);
}

const priceField = z.codec(z.string("Enter a price."), z.number(), {
  decode: (text, context) => priceOf(text, context),
  encode: storedAmount,
});

const pricesField = z.codec(
  z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.string("Enter a price.")),
  z.custom<Readonly<Record<string, Cents>>>(),
  {
    decode: (texts, context) =>
      Object.fromEntries(Object.entries(texts).flatMap(([id, text]) => (text.trim() === "" ? [] : [[id, priceOf(text, context, [id])]]))),
    encode: (prices) => Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, storedAmount(price)])),
  },
);

/** "milk, nuts" */
const labelsField = z.codec(z.string("Enter words, separated by commas."), z.array(z.string()), {
  decode: (text, context) => {
    const labels = [...new Set(text.split(",").map(tidyText))].filter((label) => label !== "");
    if (labels.length > MAX_LABELS) return refuse(context, text, `Enter at most ${MAX_LABELS}.`);
    if (!labels.every(isLine)) return refuse(context, text, "Write words in plain text, separated by commas.");
    return labels.every((label) => label.length <= MAX_TAG_LENGTH)
      ? labels
      : refuse(context, text, `Use at most ${MAX_TAG_LENGTH} characters for each.`);
  },
  encode: (labels) => labels.join(", "),
});

const isoInstant = z.iso.datetime().length("2026-01-01T00:00:00.000Z".length);
const soldOutField = z
  .string("Choose whether it is sold out.")
  .refine((text) => text === ON_SALE || text === UNTIL_UNDONE || isoInstant.safeParse(text).success, "Choose whether it is sold out.");

/** An option in the form; controls are texts. */
export const optionRow = z.object({
  id: optionalNumberField("the option", 1, MAX_ID),
  name: requiredLineField("a name", MAX_TITLE_LENGTH),
  kitchenName: lineField("the kitchen name", MAX_TITLE_LENGTH),
  price: priceField,
  prices: pricesField,
  isDefault: switchField,
  defaultQuantity: numberField("how many at first", 1, MAX_OPTION_UNITS),
  countsTowardFree: switchField,
  allergens: labelsField,
  dietaryTags: labelsField,
  calories: optionalNumberField("the calories", 0, MAX_CALORIES),
  soldOut: soldOutField,
  isHidden: switchField,
});

/** Controls of an option. */
export function optionTexts(option: TemplateOption): Readonly<Record<string, unknown>> {
  return encodeFields(optionRow.shape, { ...option });
}

/** Controls of these fields. Invalid stored values are shown, so that they can be corrected. */
export function encodeFields(shape: z.ZodRawShape, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const texts = Object.entries(shape).map(([name, field]) => {
    const encoded = z.safeEncode(field as z.ZodType, values[name]);
    return [name, encoded.success ? encoded.data : values[name]];
  });
  return Object.fromEntries(texts) as Readonly<Record<string, unknown>>;
}

const NO_OPTIONS_READ = "The options could not be read. Reload the page.";

/** The amounts of an option in the form's JSON. */
export const OPTION_AMOUNTS = amountsNamed("price", "prices");

/** All options as one JSON list; errors are at the row's field: `options[2].price`. */
const optionsField = z
  .codec(z.string(NO_OPTIONS_READ), z.custom<readonly TemplateOption[]>(), {
    decode: (text, context) => {
      const rows = z.array(z.unknown()).safeParse(jsonOf(text, "[]"));
      if (!rows.success) return refuse(context, text, NO_OPTIONS_READ);
      if (rows.data.length > MAX_OPTIONS) return refuse(context, text, `Enter at most ${MAX_OPTIONS} options.`);
      const options: TemplateOption[] = [];
      for (const [index, row] of rows.data.entries()) {
        const parsed = optionRow.safeParse(row);
        if (parsed.success) options.push(parsed.data);
        else
          for (const issue of parsed.error.issues)
            context.issues.push({ code: "custom", input: row, message: issue.message, path: [index, ...issue.path] });
      }
      return options;
    },
    encode: (options) => JSON.stringify(options.map(optionTexts)),
  })
  .meta(OPTION_AMOUNTS);

/** The form of a template, new or stored. */
export const customizationTemplateForm = z.object({
  name: requiredLineField("a name", MAX_TITLE_LENGTH),
  title: requiredLineField("the question", MAX_TEMPLATE_TITLE_LENGTH),
  help: lineField("the help", MAX_HELP_LENGTH),
  kind: choiceField("Choose what customers do.", CUSTOMIZATION_KINDS),
  minSelect: numberField("the least", 0, MAX_OPTION_UNITS),
  maxSelect: optionalNumberField("the most", 1, MAX_OPTION_UNITS),
  maxPerOption: optionalNumberField("the most of one option", 1, MAX_OPTION_UNITS),
  freeCount: numberField("how many are included", 0, MAX_OPTION_UNITS),
  maxLength: optionalNumberField("the longest text", 1, MAX_TEXT_CHOICE_LENGTH),
  kitchenLabel: lineField("the label", MAX_TEMPLATE_TITLE_LENGTH),
  showWhenOptionIds: idListField("options", MAX_SHOW_WHEN),
  priceOptionIds: idListField("options", MAX_PRICE_OPTIONS),
  options: optionsField,
});

/** Query of the template list. */
export const customizationTemplateList = listQuery(["name", "products", "options"], {
  kind: listFilter(...CUSTOMIZATION_KINDS),
  use: listFilter("used", "unused"),
});
export type TemplateListQuery = z.output<typeof customizationTemplateList>;

/** Query of the apply page's products. */
export const templateProductsList = listQuery(["name", "price"], {
  category: listIdFilter,
  state: listFilter("none", "used", "linked", "own", "copy"),
});
export type TemplateProductsQuery = z.output<typeof templateProductsList>;

/** Selected rows: all matches, or these. */
const selected = z.array(z.string().catch("")).transform((parts) => {
  if (parts.includes("all")) return "all" as const;
  const ids = parts.flatMap((part) => part.split(/[\s,]+/)).filter((id) => /^[1-9]\d{0,9}$/.test(id));
  return [...new Set(ids.map(Number))].filter((id) => id <= MAX_ID);
});

/** The bulk bar's form. */
export const templateSelection = z.object({ selected });

/** The apply form: products, mode, and the preview's hash (`seal`). */
export const templateApplication = z.object({
  intent: z.enum(["preview", "apply"]).catch("preview"),
  selected,
  mode: z.enum(["link", "copy"]).catch("link"),
  conflict: z.enum(["skip", "update", "replace"]).catch("skip"),
  seal: z.string().max(64).catch(""),
});

/** The delete form: what happens to linked products. */
export const templateDeletion = z.object({ links: z.enum(["copy", "remove"], "Choose what happens to its products.") });
