import { z } from "zod";
import { MAX_DELIVERY_AREAS, MAX_MINUTES_SETTING } from "#app/values/limits.ts";
import { parseStored, storedAmount } from "#app/values/money/stored-amount.ts";
import { postalPrefixes, unclearPrefixes } from "./postal-prefixes.ts";
import { line } from "#app/store/domain/setting-lists.schema.ts";

const areaAmount = line.transform((text, context) => {
  const cents = parseStored(text === "" ? "0" : text);
  if (cents.ok && cents.value >= 0) return text === "" ? "" : storedAmount(cents.value);
  context.addIssue({ code: "custom", message: cents.ok ? "Enter an amount of 0 or more." : cents.error });
  return z.NEVER;
});
const PREFIXES_MESSAGE = "Enter how the postal codes begin, separated by commas.";

/** Postal code prefixes in stored form; "" = none. */
export const postalPrefixText = z
  .string({ error: "Enter text." })
  .max(5000, "Enter at most 5000 characters.")
  .superRefine((text, context) => {
    const unclear = unclearPrefixes(text);
    if (unclear === undefined) return;
    const message = `“${unclear}” may be one postal code or several. Put a comma between codes, and write each code without a space.`;
    context.addIssue({ code: "custom", message });
  })
  .transform((text) => postalPrefixes(text).join(", "))
  .refine((text) => /^[A-Z0-9, -]*$/.test(text), PREFIXES_MESSAGE);

/** The editor's texts, with amounts as `plainAmount` writes them; they are stored as `storedAmount` writes them (delivery-areas.ts). */
const deliveryArea = z.strictObject({
  name: line.refine((text) => text !== "", "Name the area, such as Downtown."),
  prefixes: postalPrefixText.refine((text) => text !== "", PREFIXES_MESSAGE),
  fee: areaAmount.transform((text) => text || storedAmount(0)),
  freeAbove: areaAmount.default(""),
  minOrder: areaAmount.default(""),
  minutes: line
    .refine(
      (text) => text === "" || (/^\d{1,3}$/.test(text) && Number(text) <= MAX_MINUTES_SETTING),
      `Enter whole minutes from 0 to ${MAX_MINUTES_SETTING}.`,
    )
    .default(""),
});
export const deliveryAreas = z
  .array(deliveryArea)
  .max(MAX_DELIVERY_AREAS, `Enter at most ${MAX_DELIVERY_AREAS} areas.`)
  .superRefine((areas, context) => {
    const owners = new Map<string, number>();
    for (const [index, area] of areas.entries())
      for (const prefix of postalPrefixes(area.prefixes)) {
        const owner = owners.get(prefix);
        if (owner === undefined) owners.set(prefix, index);
        else
          context.addIssue({
            code: "custom",
            path: [index, "prefixes"],
            message: `${prefix} is in ${areas[owner]?.name ?? ""}, too. Leave it in one area.`,
          });
      }
  });
