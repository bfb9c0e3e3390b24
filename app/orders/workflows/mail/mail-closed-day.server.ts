import { regionFormat } from "#app/values/clock/region-format.ts";
import { listDayPayments } from "#app/orders/data/closing/counted-payments.server.ts";
import type { ClosingRow } from "#app/orders/data/closing/day-closings.server.ts";
import type { ClosedDayMailData } from "#app/orders/domain/closing/closed-day-mail.ts";
import { cashTable, paymentTable, salesTable } from "#app/orders/domain/closing/closing-tables.ts";
import { dayWords } from "#app/orders/domain/figures/report-period.ts";
import { DAY_CLOSED_MAIL } from "#app/mail/domain/email.ts";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";

/** Enqueues the email about a closed day to ORDER_EMAIL_RECIPIENT in the caller's transaction. */
export async function mailClosedDay(
  tx: Db,
  { jobs, env }: { readonly jobs: Pick<Jobs, "enqueueMany">; readonly env: { readonly publicUrl: string } },
  closing: ClosingRow,
  settings: Settings,
): Promise<void> {
  const { number, version, counted, closedByName, note } = closing;
  const cash = { float: closing.floatCents, terminal: closing.terminalCents, counted: closing.countedCashCents };
  const format = moneyFormat(settings);
  const data: ClosedDayMailData = {
    shopName: settings.APP_NAME,
    look: printedLook(settings, env.publicUrl),
    format,
    number,
    version,
    day: dayWords(closing.day, regionFormat(settings.LOCALE)),
    closedBy: closedByName,
    note,
    tables: [salesTable(counted, format), paymentTable(counted, cash), cashTable(counted, cash)],
    awaitsPayouts: (await listDayPayments(tx, closing.id)).some(({ isTest }) => !isTest),
    url: `${env.publicUrl}/admin/end-of-day/${number}`,
  };
  const recipient = settings.ORDER_EMAIL_RECIPIENT;
  await enqueueMail(tx, jobs, { kind: DAY_CLOSED_MAIL, orderId: null, recipient, dedupeKey: `day-closing-${closing.id}`, data });
}
