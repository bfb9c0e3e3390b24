import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import type { ConditionKind, ConditionOf } from "./condition-kind.ts";

const MAX_NAMED = 500;
const SHOWN = 3;

const words = z.array(z.string().trim().min(1).max(MAX_EMAIL_LENGTH)).max(MAX_NAMED);

/** The customer has one of these addresses, or one at one of these domains; it waits until there is an address. */
export const customerEmail = {
  schema: () =>
    z
      .strictObject({ type: z.literal("customer-email"), emails: words, domains: words })
      .refine(({ emails, domains }) => emails.length + domains.length > 0, "Enter an e-mail address or a domain."),
  describe: ({ emails, domains }) => `for ${[...emails, ...domains.map((domain) => `@${domain}`)].slice(0, SHOWN).join(", ")}`,
  findUnmet: ({ emails, domains }, { input }) => {
    const email = input.customer.email?.trim().toLowerCase() ?? "";
    if (email === "") return { message: "Enter your e-mail address at checkout: this is for certain customers only.", shortfall: null };
    const isNamed =
      emails.some((named) => named.toLowerCase() === email) || domains.some((named) => email.endsWith(`@${named.toLowerCase()}`));
    return isNamed ? null : { message: "For certain customers only.", shortfall: null };
  },
  explainOpposite: () => "Not for this e-mail address.",
} satisfies ConditionKind<ConditionOf<"customer-email">>;
