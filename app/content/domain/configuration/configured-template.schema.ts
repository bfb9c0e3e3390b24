import { z } from "zod";
import type { TemplateRecord } from "#app/catalogue/domain/customization/customization-template.ts";
import { customizationTemplateForm } from "#app/catalogue/domain/customization/customization-template.schema.ts";
import { CUSTOMIZATION_KINDS } from "#app/catalogue/domain/customization/customization.ts";
import { isRecord } from "#app/values/json.ts";
import { MAX_OPTIONS } from "#app/values/limits.ts";
import { amountText, type Cents } from "#app/values/money.ts";

/* Customization templates in a configuration file. The form's schema checks limits and texts. */

const MAX_TEMPLATES = 2000;
const MAX_PRODUCTS = 10_000;

const key = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:._-]{0,79}$/, "A key has letters, digits and hyphens.");
const price = z.string("Write a price such as 1.50.");
const words = z.array(z.string()).default([]);
/** An option of another template, by its name. */
const optionOf = z.strictObject({ template: key, option: z.string() });

const option = z.strictObject({
  name: z.string(),
  kitchenName: z.string().default(""),
  price: price.default("0"),
  prices: z.array(optionOf.extend({ price })).default([]),
  isDefault: z.boolean().default(false),
  defaultQuantity: z.int().default(1),
  countsTowardFree: z.boolean().default(true),
  allergens: words,
  dietaryTags: words,
  calories: z.int().nullable().default(null),
  isHidden: z.boolean().default(false),
});

/** One product's overrides; missing fields are inherited. */
const use = z.strictObject({
  product: z.string(),
  /** Its position among the product's questions, from 0. */
  place: z.int().min(0).max(1000).default(0),
  title: z.string().max(60).optional(),
  minSelect: z.int().min(0).max(99).optional(),
  maxSelect: z.int().min(1).max(99).optional(),
  freeCount: z.int().min(0).max(99).optional(),
  options: z
    .array(
      z.strictObject({
        option: z.string(),
        price: price.optional(),
        isHidden: z.boolean().optional(),
        isDefault: z.boolean().optional(),
      }),
    )
    .default([]),
});

const template = z.strictObject({
  key,
  name: z.string(),
  title: z.string(),
  help: z.string().default(""),
  kind: z.enum(CUSTOMIZATION_KINDS),
  minSelect: z.int().default(0),
  maxSelect: z.int().nullable().default(null),
  maxPerOption: z.int().nullable().default(null),
  freeCount: z.int().default(0),
  maxLength: z.int().nullable().default(null),
  kitchenLabel: z.string().default(""),
  showWhen: z.array(optionOf).default([]),
  options: z.array(option).max(MAX_OPTIONS).default([]),
  products: z
    .array(use)
    .max(MAX_PRODUCTS)
    .refine((uses) => new Set(uses.map((each) => each.product)).size === uses.length, "A product is listed twice.")
    .default([]),
});
export type FileTemplate = z.output<typeof template>;

export const configuredTemplates = z
  .array(template)
  .max(MAX_TEMPLATES)
  .refine((all) => new Set(all.map((each) => each.key)).size === all.length, "Two templates have the same key.")
  .default([]);

type WithCents<Part> = Part extends object
  ? {
      readonly [Name in keyof Part]: Name extends "price"
        ? undefined extends Part[Name]
          ? Cents | undefined
          : Cents
        : WithCents<Part[Name]>;
    }
  : Part;
/** A template from a file with amounts in cents. */
export type TemplateEntry = WithCents<FileTemplate>;
export type UseEntry = TemplateEntry["products"][number];

/** Converts the file's amounts to cents; `path` is their position. */
export function withCents(template: FileTemplate, read: (text: string, path: string) => Cents): TemplateEntry {
  return withPrices(template, (text, path) => read(String(text), path)) as TemplateEntry;
}

export function withAmounts(template: TemplateEntry, currency: string): FileTemplate {
  return withPrices(template, (cents) => amountText(Number(cents), currency)) as FileTemplate;
}

/** Replaces each price in a part with the result of `write`. */
function withPrices(part: unknown, write: (price: unknown, path: string) => unknown, path = ""): unknown {
  if (Array.isArray(part)) return part.map((each, at) => withPrices(each, write, `${path}[${at}]`));
  if (!isRecord(part)) return part;
  const fields = Object.entries(part).map(([name, value]) => {
    const place = `${path}.${name}`;
    return [name, name === "price" ? write(value, place) : withPrices(value, write, place)];
  });
  return Object.fromEntries(fields);
}

/**
 * Validates a template with its form's schema and returns the value to store, or the form's errors; fields outside the form are unchanged.
 */
export function checkedTemplate(value: TemplateRecord) {
  const texts = z.safeEncode(customizationTemplateForm, value as z.output<typeof customizationTemplateForm>);
  const parsed = texts.success ? customizationTemplateForm.safeParse(texts.data) : texts;
  return parsed.success ? { success: true as const, data: { ...value, ...parsed.data } } : { success: false as const, error: parsed.error };
}
