import { formatDayAndTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import type { MailRow, MailStatus, OutboxReader } from "#app/mail/data/mail-outbox.server.ts";
import { DAY_CLOSED_MAIL, LOW_STOCK_MAIL, MY_ORDERS_LABEL, MY_ORDERS_MAIL, STAFF_ACCESS_MAIL } from "#app/mail/domain/email.ts";
import { TEST_MAIL } from "#app/mail/domain/test-mail.ts";
import { isMailKind, MAIL_KIND_LABELS } from "#app/orders/domain/mail/order-mail.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { counted } from "#texts/plural.ts";

/** A row of the list and the detail page, with times in the shop's time zone. */
export interface MailView {
  readonly id: string;
  readonly kindLabel: string;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly recipient: string;
  readonly subject: string | null;
  readonly status: MailStatus;
  readonly statusText: string;
  readonly lastError: string | null;
  readonly created: { readonly iso: string; readonly text: string };
  readonly sent: { readonly iso: string; readonly text: string } | null;
}

export function mailView(row: MailRow, clock: ShopClock): MailView {
  return {
    id: row.id,
    kindLabel: kindLabel(row.kind),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status,
    statusText: statusText(row),
    lastError: row.lastError,
    created: timeView(row.createdAt, clock),
    sent: row.sentAt === null ? null : timeView(row.sentAt, clock),
  };
}

function kindLabel(kind: string): string {
  if (kind === STAFF_ACCESS_MAIL) return "Link for a staff account";
  if (kind === MY_ORDERS_MAIL) return MY_ORDERS_LABEL;
  if (kind === DAY_CLOSED_MAIL) return "Closed day";
  if (kind === LOW_STOCK_MAIL) return "Low stock";
  if (kind === TEST_MAIL) return "Test email";
  return isMailKind(kind) ? MAIL_KIND_LABELS[kind] : kind;
}

/** The part of the outbox that a staff member may read. */
export function outboxReader(user: StaffUser): OutboxReader {
  return canOpen("/admin/users", user) ? "administrator" : "order-staff";
}

function statusText({ status, attempts, transport }: MailRow): string {
  const tries = counted(attempts, "try", "tries");
  if (status === "failed") return `Failed after ${tries}`;
  if (status === "queued") return attempts === 0 ? "Waiting" : `Waiting, ${tries} so far`;
  if (transport === "outbox") return "Kept here";
  return attempts > 1 ? `Sent, ${tries}` : "Sent";
}

function timeView(instant: Date, clock: ShopClock): { iso: string; text: string } {
  return { iso: instant.toISOString(), text: formatDayAndTime(instant, clock) };
}
