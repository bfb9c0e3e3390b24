import { MAIL_STATUSES } from "#app/mail/data/mail-outbox.server.ts";
import { MAIL_KINDS } from "#app/orders/domain/mail/order-mail.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";

/** The query parameters of the outbox. */
export const mailList = listQuery(["-written"], { kind: listFilter(...MAIL_KINDS), status: listFilter(...MAIL_STATUSES) });
