import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { MAX_TAG_LENGTH, MAX_TAGS } from "#app/values/limits.ts";
import type { ConditionKind } from "./condition-kind.ts";

const SHOWN = 3;
/** The same message for every customer without the tags, with or without earlier orders. */
const UNMET = { message: texts.certainCustomers, shortfall: null };

type Tagged = { readonly type: string; readonly tags: readonly string[] };

/** The customer's record has one of these tags, compared without regard to case; not met while the customer is unknown. */
export const customerTag: ConditionKind<Tagged> = {
  type: "customer-tag",
  label: "Certain tags of the customer",
  heading: "Only for customers with",
  fields: [
    {
      name: "tags",
      label: "One of these tags",
      help: "As they are on the customer's page, separated by commas.",
      input: "words",
      required: true,
      initial: [],
    },
  ],
  about: "customer",
  isForNamedCustomers: true,
  needsTags: true,
  schema: () =>
    z.strictObject({
      type: z.literal("customer-tag"),
      tags: z.array(z.string().trim().min(1).max(MAX_TAG_LENGTH)).min(1, "Enter a tag.").max(MAX_TAGS, `Enter at most ${MAX_TAGS} tags.`),
    }),
  describe: ({ tags }) => {
    const more = tags.length > SHOWN ? ` and ${tags.length - SHOWN} more` : "";
    return `for customers tagged ${tags.slice(0, SHOWN).join(", ")}${more}`;
  },
  findUnmet: ({ tags }, { input: { customer } }) => {
    const { tags: owned = null, isAnonymous } = customer;
    if (owned === null) return isAnonymous === true ? UNMET : { message: texts.enterEmailForCertain, shortfall: null };
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
    return owned.some((tag) => wanted.has(tag.toLowerCase())) ? null : UNMET;
  },
  explainOpposite: () => UNMET.message,
  example: ({ tags }) => ({ customer: { tags: tags.slice(0, 1) } }),
};
