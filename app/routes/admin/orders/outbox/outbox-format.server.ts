import { MAIL_STATUSES, type MailFilter, type MailRow, type MailStatus } from "#app/mail/data/mail-outbox.server.ts";
import { MAX_PAGE_NUMBER, MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { isMailKind, MAIL_KIND_LABELS } from "#app/orders/domain/order-mail.ts";

/** What the address asks for; a value that is not known counts as "any", so an old link still opens. */
export function parseMailQuery(search: URLSearchParams): { readonly filter: MailFilter; readonly page: number } {
  const kind = search.get("kind") ?? "";
  const status = search.get("status") ?? "";
  const page = Number(search.get("page") ?? "1");
  return {
    filter: {
      q: (search.get("q") ?? "")
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, MAX_SEARCH_LENGTH),
      kind: isMailKind(kind) ? kind : "",
      status: isMailStatus(status) ? status : "",
    },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE_NUMBER ? page : 1,
  };
}

export function isMailStatus(text: string): text is MailStatus {
  return (MAIL_STATUSES as readonly string[]).includes(text);
}

/** A row as the list and the detail show it, times in the store's zone. */
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

export function mailView(row: MailRow, zone: string): MailView {
  return {
    id: row.id,
    kindLabel: isMailKind(row.kind) ? MAIL_KIND_LABELS[row.kind] : row.kind,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    recipient: row.recipient,
    subject: row.subject,
    status: row.status,
    statusText: statusText(row),
    lastError: row.lastError,
    created: timeView(row.createdAt, zone),
    sent: row.sentAt === null ? null : timeView(row.sentAt, zone),
  };
}

function statusText({ status, attempts, transport }: MailRow): string {
  const tries = `${attempts} ${attempts === 1 ? "try" : "tries"}`;
  if (status === "failed") return `Failed after ${tries}`;
  if (status === "queued") return attempts === 0 ? "Waiting" : `Waiting, ${tries} so far`;
  return transport === "outbox" ? "Kept here" : attempts > 1 ? `Sent, ${tries}` : "Sent";
}

function timeView(instant: Date, zone: string): { iso: string; text: string } {
  const text = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(instant);
  return { iso: instant.toISOString(), text };
}
