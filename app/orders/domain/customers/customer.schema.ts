import { z } from "zod";
import { choiceField, lineField, requiredLineField, switchField, textField, wordListField } from "#app/values/form-fields.schema.ts";
import { MARKETING_CONSENTS } from "./customer-merge.ts";
import {
  MAX_LONG_TEXT_LENGTH,
  MAX_ALLERGY_NOTE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_REASON_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from "#app/values/limits.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { keepText } from "#app/values/text.ts";

/** Staff's fields of a customer. Contacts and totals come from the orders. */
export const customerForm = z.object({
  name: requiredLineField("a name", MAX_NAME_LENGTH),
  notes: textField("the notes", MAX_LONG_TEXT_LENGTH),
  allergies: lineField("the allergies", MAX_ALLERGY_NOTE_LENGTH),
  tags: wordListField("tags", MAX_TAGS, MAX_TAG_LENGTH),
  isBlocked: switchField,
  blockedReason: lineField("the reason", MAX_REASON_LENGTH),
  marketingConsent: choiceField("Choose what the customer answered.", MARKETING_CONSENTS),
  consentSource: lineField("the source", MAX_REASON_LENGTH),
});

/** Query of the customer list. */
export const customerList = listQuery(["-last", "orders", "spent", "name"], {
  tag: z
    .string()
    .transform((text) => keepText(text.replaceAll(/\p{Cc}/gu, " "), MAX_TAG_LENGTH))
    .catch(""),
  blocked: listFilter("yes", "no"),
  consent: listFilter("given", "withdrawn", "none"),
});
export type CustomerListQuery = z.output<typeof customerList>;

/** Query of a customer's page: the page of their orders, and the customer to merge with. */
export const customerPageQuery = customerList.pick({ page: true, per_page: true }).extend({ merge: listIdFilter });

/** The form that merges two customers: the other one, and which of the two remains. */
export const customerMergeForm = z.object({ other: urlId, stays: z.enum(["this", "other"]) });

/** The form that erases a customer. */
export const customerEraseForm = z.object({ confirm: z.literal("yes", "Confirm that you want to erase this customer for good.") });

/** The downloads of everything about a customer. */
export const customerExportFile = z.enum(["customer.json", "customer.html"]);
