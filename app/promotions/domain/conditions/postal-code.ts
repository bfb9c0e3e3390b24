import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { compactPostalCode } from "#app/store/domain/delivery/postal-code.ts";
import { postalPrefixes, unclearPrefixes } from "#app/store/domain/delivery/postal-prefixes.ts";
import { MAX_POSTAL_CODE_LENGTH } from "#app/values/limits.ts";
import type { ConditionKind } from "./condition-kind.ts";

const MAX_CODES = 500;
const SHOWN = 3;
const NOT_HERE = { message: texts.notThisPostalCode, shortfall: null };

type Postal = { readonly type: string; readonly codes: readonly string[] };

/**
 * The order is delivered to one of these postal codes, or to one that starts with one of them. While the postal code is unknown, neither
 * this condition nor its opposite is met. Pickup never meets it.
 */
export const postalCode: ConditionKind<Postal> = {
  type: "postal-code",
  label: "Certain postal codes",
  heading: "Only for delivery to",
  fields: [
    {
      name: "codes",
      label: "One of these postal codes",
      help: "Whole codes or how they begin, separated by commas.",
      input: "words",
      required: true,
      initial: [],
    },
  ],
  about: "order",
  schema: () =>
    z.strictObject({
      type: z.literal("postal-code"),
      codes: z
        .array(
          z
            .string()
            .trim()
            .max(MAX_POSTAL_CODE_LENGTH)
            .refine((code) => compactPostalCode(code) !== "", "Write postal codes with letters A to Z and digits."),
        )
        .min(1, "Enter a postal code.")
        .max(MAX_CODES, `Enter at most ${MAX_CODES} postal codes.`)
        .refine((codes) => unclearPrefixes(codes.join(",")) === undefined, "Separate postal codes by commas."),
    }),
  describe: ({ codes }) => {
    const more = codes.length > SHOWN ? ` and ${codes.length - SHOWN} more` : "";
    return `delivered to ${codes.slice(0, SHOWN).join(", ")}${more}`;
  },
  findUnmet: ({ codes }, { input, isOpposite = false }) => {
    if (input.isPlaced === true) return isOpposite ? NOT_HERE : null;
    if (input.fulfillment !== "delivery") return { message: texts.deliveryOnly, shortfall: null };
    const code = compactPostalCode(input.postalCode ?? "");
    if (code === "") return isOpposite ? null : { message: texts.enterCodeForAreas, shortfall: null };
    const isNamed = postalPrefixes(codes.join(",")).some((prefix) => code.startsWith(prefix));
    return isNamed ? null : NOT_HERE;
  },
  explainOpposite: (_condition, { input }) =>
    compactPostalCode(input.postalCode ?? "") === "" ? texts.enterCodeNotForAll : NOT_HERE.message,
  example: ({ codes }) => ({ fulfillment: "delivery", postalCode: codes[0] ?? null }),
};
