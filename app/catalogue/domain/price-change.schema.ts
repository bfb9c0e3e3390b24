import { z } from "zod";
import { moneyField } from "#app/values/form-fields.schema.ts";
import { parsePercentage } from "#app/values/money/percentage-input.ts";
import type { PriceChange } from "./price-change.ts";
import { PRICE_ENDINGS } from "./price-change.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";

const by = z.string("Enter by how much.").trim().max(20, "Enter by how much.");
const amount = moneyField("an amount", MAX_PRODUCT_PRICE_CENTS);

/** Page query: invalid values are ignored, so that old links open. */
export const priceChangeQuery = z.object({
  kind: z.enum(["amount", "percent"]).default("percent"),
  direction: z.enum(["up", "down"]).default("up"),
  by: z.string().max(20).default(""),
  ending: z.enum(PRICE_ENDINGS).default("exact"),
  towards: z.enum(["nearest", "up"]).default("nearest"),
});

/** Form of a price change. `by` is dollars or percent by `kind`. */
export const priceChangeForm = z
  .object({
    kind: z.enum(["amount", "percent"], "Choose an amount or a percentage."),
    direction: z.enum(["up", "down"], "Choose up or down."),
    by,
    ending: z.enum(PRICE_ENDINGS, "Choose how prices end."),
    // Disabled for exact cents; browsers then omit it.
    towards: z.preprocess((text) => (text === "" ? "nearest" : text), z.enum(["nearest", "up"], "Choose how prices are rounded.")),
  })
  .transform((form, context): PriceChange => {
    if (form.kind === "percent") {
      const rate = parsePercentage(form.by);
      if (rate.ok) return { ...form, by: rate.value };
      context.addIssue({ code: "custom", path: ["by"], message: rate.error });
      return z.NEVER;
    }
    const cents = z.safeDecode(amount, form.by);
    if (cents.success) return { ...form, by: cents.data };
    context.addIssue({ code: "custom", path: ["by"], message: cents.error.issues[0]?.message ?? "Enter an amount." });
    return z.NEVER;
  });
