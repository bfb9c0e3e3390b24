import { z } from "zod";
import { requiredWireLine } from "#app/values/wire.schema.ts";
import { MAX_AMOUNT_CENTS, MAX_ID, MAX_QUANTITY, MAX_TAG_LENGTH, MAX_TAGS } from "#app/values/limits.ts";
import { parseClockTime } from "#app/values/time.ts";

/** Schemas shared by conditions and action parameters. Every object is strict: an unknown key is an error. */

const MAX_TARGET_IDS = 1000;

const idList = z.array(z.int("Choose from the list.").min(1).max(MAX_ID)).max(MAX_TARGET_IDS, `Choose at most ${MAX_TARGET_IDS}.`);
const distinctIds = idList.transform((ids) => [...new Set(ids)]);

const tagList = z.array(requiredWireLine("a tag", MAX_TAG_LENGTH)).max(MAX_TAGS);

/** The lines that a rule covers. Absent lists are empty; a target must be everything or name something. */
export const targetSchema = z
  .strictObject({
    everything: z.boolean().default(false),
    productIds: distinctIds.default([]),
    categoryIds: distinctIds.default([]),
    tags: tagList.default([]),
    excludedProductIds: distinctIds.default([]),
    excludedCategoryIds: distinctIds.default([]),
    excludedTags: tagList.optional(),
    excludesReduced: z.boolean().optional(),
  })
  .refine((target) => target.everything || target.productIds.length + target.categoryIds.length + target.tags.length > 0, {
    message: "Choose products, categories or tags, or take everything.",
  });

/** A target that is every product unless something else is given. */
export const optionalTargetSchema = targetSchema.prefault({ everything: true });

/** Cents above zero. */
export const amountSchema = z.int("Enter an amount.").min(1, "Enter an amount above 0.").max(MAX_AMOUNT_CENTS);
/** Cents, zero allowed. */
export const priceSchema = z.int("Enter a price.").min(0, "A price is not below 0.").max(MAX_AMOUNT_CENTS);
/** Parts per million above zero, at most 100 %. */
export const rateSchema = z
  .int("Enter a percentage.")
  .min(1, "Enter a percentage above 0.")
  .max(1_000_000, "Enter a percentage of at most 100.");
/** A count of units. */
export const countSchema = z.int("Enter a whole number.").min(1, "Enter at least 1.").max(MAX_QUANTITY, `Enter at most ${MAX_QUANTITY}.`);

/** At most this many units of a target, the most expensive or the cheapest first. */
export const unitLimitShape = {
  maxUnits: countSchema.nullable().optional(),
  unitsFirst: z.enum(["dearest", "cheapest"]).optional(),
};

const clock = z.string().refine((text) => parseClockTime(text) !== null, "Enter times such as 15:00.");

/** A weekly window on the shop's clock. */
export const windowShape = { weekdays: z.array(z.int().min(0).max(6)).max(7), from: clock, to: clock };
