import { z } from "zod";
import {
  ADMIN_ROWS_PER_PAGE,
  MAX_LONG_TEXT_LENGTH,
  MAX_PER_PAGE,
  MAX_REASON_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from "#app/values/limits.ts";
import { urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import { requiredWireLine, wireInteger, wireLine, wireObject, wireText } from "#app/values/wire.schema.ts";
import { withoutRepeats } from "#app/values/text.ts";
import { MARKETING_CONSENTS, type CustomerRecord } from "./customer-merge.ts";

/** The query of GET /admin/api/customers. */
export const customerCallQuery = z.strictObject({
  q: urlSearch.default(""),
  tag: wireLine("the tag", MAX_TAG_LENGTH).default(""),
  blocked: urlWord(["yes", "no"]).optional(),
  consent: urlWord(["given", "withdrawn", "none"]).optional(),
  sort: urlWord(["-last", "last", "-orders", "orders", "-spent", "spent", "name", "-name"]).default("-last"),
  page: urlPage,
  per_page: urlInteger(1, MAX_PER_PAGE).default(ADMIN_ROWS_PER_PAGE),
});

/** The body of PATCH /admin/api/customers/:id; missing fields stay. With `version`, only if the customer still has that version. */
export const customerChange = wireObject({
  version: wireInteger("the version", 1, 2_147_483_647).optional(),
  notes: wireText("the notes", MAX_LONG_TEXT_LENGTH).optional(),
  tags: z
    .array(
      // The form separates tags by commas.
      requiredWireLine("a tag", MAX_TAG_LENGTH).refine((tag) => !tag.includes(","), "Write each tag without a comma."),
      "Send the tags as a list of texts.",
    )
    .max(MAX_TAGS, `Use at most ${MAX_TAGS} tags.`)
    .transform(withoutRepeats)
    .optional(),
  marketing_consent: z.enum(MARKETING_CONSENTS, `Send one of ${MARKETING_CONSENTS.join(", ")}.`).optional(),
  /** The source of the answer. Sent together with marketing_consent, unless that is "none". */
  consent_source: wireLine("the source", MAX_REASON_LENGTH).optional(),
  is_blocked: z.boolean("Send is_blocked as true or false.").optional(),
  blocked_reason: wireLine("the reason", MAX_REASON_LENGTH).optional(),
})
  .refine(({ version: _version, ...fields }) => Object.keys(fields).length > 0, "Send at least one field to change.")
  // The source of an earlier answer does not apply to a new one.
  .refine(({ marketing_consent: consent = "none", consent_source: source = "" }) => consent === "none" || source !== "", {
    path: ["consent_source"],
    message: "Send where the answer comes from, such as asked at the counter.",
  });

/** The fields of the record that a call changes. */
export function changedCustomer(change: z.output<typeof customerChange>): Partial<CustomerRecord> {
  const { notes, tags, marketing_consent: marketingConsent, consent_source: consentSource } = change;
  return {
    ...(notes === undefined ? {} : { notes }),
    ...(tags === undefined ? {} : { tags }),
    ...(marketingConsent === undefined ? {} : { marketingConsent }),
    ...(consentSource === undefined ? {} : { consentSource }),
    ...(change.is_blocked === undefined ? {} : { isBlocked: change.is_blocked }),
    ...(change.blocked_reason === undefined ? {} : { blockedReason: change.blocked_reason }),
  };
}

/** The API names of the record's fields. */
export const CUSTOMER_CALL_FIELDS: Readonly<Record<string, string>> = {
  marketingConsent: "marketing_consent",
  consentSource: "consent_source",
  isBlocked: "is_blocked",
  blockedReason: "blocked_reason",
};
