import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "#app/values/limits.ts";
import type { ConditionKind } from "./condition-kind.ts";

const MAX_NAMED = 500;
const SHOWN = 3;

type Named = { readonly type: string; readonly emails: readonly string[]; readonly domains: readonly string[] };

const word = z.string().trim().min(1).max(MAX_EMAIL_LENGTH);
const emails = z.array(word).max(MAX_NAMED);
const domains = z.array(word.transform((text) => text.replace(/^@/, ""))).max(MAX_NAMED);

/** The customer has one of these addresses, or an address at one of these domains; not met while the address is unknown. */
export const customerEmail: ConditionKind<Named> = {
  type: "customer-email",
  label: "Certain email addresses",
  heading: "Only for customers with",
  fields: [
    { name: "emails", label: "One of these email addresses", help: "Separated by commas.", input: "words", required: false, initial: [] },
    {
      name: "domains",
      label: "Or an address at one of these domains",
      help: "Such as example.com, separated by commas.",
      input: "words",
      required: false,
      initial: [],
    },
  ],
  about: "customer",
  isForNamedCustomers: true,
  schema: () =>
    z
      .strictObject({ type: z.literal("customer-email"), emails, domains })
      .refine((named) => named.emails.length + named.domains.length > 0, "Enter an email address or a domain."),
  describe: (named) => `for ${[...named.emails, ...named.domains.map((domain) => `@${domain}`)].slice(0, SHOWN).join(", ")}`,
  findUnmet: (condition, { input }) => {
    const email = input.customer.email?.trim().toLowerCase() ?? "";
    if (email === "") return { message: texts.enterEmailForCertain, shortfall: null };
    const isNamed =
      condition.emails.some((named) => named.toLowerCase() === email) ||
      condition.domains.some((named) => email.endsWith(`@${named.toLowerCase()}`));
    return isNamed ? null : { message: texts.certainCustomers, shortfall: null };
  },
  explainOpposite: () => texts.notThisEmail,
  example: (condition) => ({ customer: { email: condition.emails[0] ?? `somebody@${condition.domains[0] ?? "example.com"}` } }),
};
