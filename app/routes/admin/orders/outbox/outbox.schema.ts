import { z } from "zod";
import { MAIL_STATUSES } from "#app/mail/data/mail-outbox.server.ts";
import { MAIL_KINDS } from "#app/orders/domain/order-mail.ts";
import { urlPage, urlSearch, urlWord } from "#app/values/url.schema.ts";

/** The address of the outbox; "" = any. */
export const mailQuery = z.object({
  q: urlSearch.default(""),
  kind: urlWord(MAIL_KINDS).or(z.literal("")).default(""),
  status: urlWord(MAIL_STATUSES).or(z.literal("")).default(""),
  page: urlPage,
});
