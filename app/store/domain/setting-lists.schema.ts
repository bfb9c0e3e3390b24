import { z } from "zod";
import { MAX_SHORT_TEXT_LENGTH, MAX_STATIONS, MAX_TAX_COMPONENTS, MAX_TIP_PERCENTAGE, MAX_TIP_PRESETS } from "#app/values/limits.ts";
import { isLine, tidyText } from "#app/values/text.ts";
import { parseJournalAccount } from "./journal-accounts.ts";
import { kitchenStations, tipPresets } from "./settings.ts";
import { BETWEEN_COMPONENTS, componentsText, otherTaxRates, otherTaxRatesText, rateListProblem, taxComponents } from "./tax-rates.ts";

/* Single-line text settings, and comma-separated lists. */

export const line = z
  .string({ error: "Enter text." })
  .overwrite(tidyText)
  .max(MAX_SHORT_TEXT_LENGTH, `Enter at most ${MAX_SHORT_TEXT_LENGTH} characters.`)
  .refine(isLine, "Enter one line of plain text.");

/** Percentages of the tip buttons. */
export const presets = line
  .refine((text) => text === "" || /^[\d.,;\s%]+$/.test(text), "Enter percentages separated by commas, such as 15,18,20.")
  .transform((text) => text.replaceAll("%", ""))
  .refine(
    (text) => text.split(/[,;\s]+/).filter((part) => part !== "").length === tipPresets(text).length,
    `Enter up to ${MAX_TIP_PRESETS} different percentages from 1 to ${MAX_TIP_PERCENTAGE}, such as 15,18,20.`,
  )
  .transform((text) => tipPresets(text).join(","));

/** Names and percentages of other tax rates, with the taxes that make them up. */
export const otherRates = z
  .string({ error: "Enter text." })
  .transform((text) => text.replaceAll(/[\r\n]+/g, "; "))
  .pipe(line)
  .transform((text, context) => {
    const problem = rateListProblem(text);
    if (problem === null) return otherTaxRatesText(otherTaxRates(text));
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

/** Names and percentages of the taxes that make up the standard rate. */
export const components = line
  .refine(
    (text) => text.split(BETWEEN_COMPONENTS).filter((part) => part.trim() !== "").length === taxComponents(text).length,
    `Enter up to ${MAX_TAX_COMPONENTS} different names with percentages, separated by commas, such as National tax 5, Regional tax 7.`,
  )
  .transform((text) => componentsText(taxComponents(text)));

/** An account of the accounting journal. */
export const journalAccount = line.refine(
  (text) => text === "" || parseJournalAccount(text) !== null,
  "Enter the account number, a space, and its name, such as 1000 Cash.",
);

/** Names of kitchen stations. */
export const stations = line
  .refine(
    (text) => text.split(/[,;]/).filter((part) => part.trim() !== "").length === kitchenStations(text).length,
    `Enter up to ${MAX_STATIONS} different names separated by commas, such as Grill, Salads, Bar.`,
  )
  .transform((text) => kitchenStations(text).join(", "));
