import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { formatHour } from "#app/values/clock/shop-clock.ts";
import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import {
  insertClosing,
  insertClosingOrders,
  lockClosings,
  findLastClosing,
  reopenClosing,
  type ClosingRow,
} from "#app/orders/data/closing/day-closings.server.ts";
import type { CloseDayInput } from "#app/orders/domain/closing/closing.schema.ts";
import { cashExpected } from "#app/orders/domain/closing/cash.ts";
import { NOTHING, type Counted } from "#app/orders/domain/closing/counted.ts";
import { dayWords } from "#app/orders/domain/figures/report-period.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { mayCloseDays } from "#app/orders/domain/closing/closing-permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { holdSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { mailClosedDay } from "#app/orders/workflows/mail/mail-closed-day.server.ts";
import { addOrders, previewClosing, sealOf, type ClosingPreview, type ClosingState } from "./preview-closing.server.ts";

interface ClosingServices {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueueMany">;
  readonly env: { readonly publicUrl: string };
  readonly now: () => Date;
}

/** A sentence, and the field it belongs to; "" = the form. */
export interface ClosingRefusal {
  readonly status: 403 | 409 | 422;
  readonly field: "" | "day" | "terminal" | "because";
  readonly message: string;
}

const NOT_ALLOWED: ClosingRefusal = { status: 403, field: "", message: "Your role does not allow closing and reopening days." };

/**
 * Closes a day in one transaction: amounts, number, history and email. A lock serializes closings, so of two parallel closings the second
 * is refused. Also refused if the amounts differ from the form's.
 */
export async function closeDay(
  services: ClosingServices,
  user: StaffUser,
  input: CloseDayInput,
): Promise<Result<ClosingRow, ClosingRefusal>> {
  if (!mayCloseDays(user)) return fail(NOT_ALLOWED);
  try {
    return await inTransaction(services.db, (tx) => closeUnderLock(tx, services, user, input));
  } catch (error) {
    if (error instanceof AmountsChanged) return fail(amountsChanged(error.counted, input, moneyFormat(await readSettings(services.db))));
    throw error;
  }
}

/** Rolls back, because orders changed while they were stored. */
class AmountsChanged extends Error {
  readonly counted: Counted;
  constructor(counted: Counted) {
    super("the amounts of the day changed while it was closed");
    this.counted = counted;
  }
}

async function closeUnderLock(
  tx: Db,
  services: ClosingServices,
  user: StaffUser,
  input: CloseDayInput,
): Promise<Result<ClosingRow, ClosingRefusal>> {
  const now = services.now();
  await lockClosings(tx);
  const settings = await readSettings(tx);
  const state = await previewClosing(tx, input.day, now, settings.STORE_TIMEZONE);
  const { last, next } = state;
  const refusal = refuseClosing(state, input, settings);
  if (refusal !== null || next === null) return fail(refusal ?? nothingToClose(regionFormat(settings.LOCALE)));
  const { span, counted } = next;
  const isAgain = last !== null && last.reopenedAt !== null;
  const number = isAgain ? last.number : (last?.number ?? 0) + 1;
  const closing = await insertClosing(tx, {
    number,
    version: isAgain ? last.version + 1 : 1,
    day: span.day,
    currency: settings.CURRENCY.toLowerCase(),
    startsAt: span.startsAt,
    endsAt: span.endsAt,
    closedAt: now,
    closedById: user.id,
    closedByName: user.name,
    counted,
    floatCents: input.float,
    terminalCents: input.terminal,
    countedCashCents: input.counted,
    expectedCashCents: cashExpected(counted, input),
    note: input.note,
  });
  await storeOrders(tx, closing, next);
  await recordAudit(tx, {
    userId: user.id,
    userName: user.name,
    action: isAgain ? "close-day-again" : "close-day",
    subject: `day ${number}`,
    after: {
      day: span.day,
      orders: counted.orders,
      countedCashCents: input.counted,
      expectedCashCents: closing.expectedCashCents,
      note: input.note,
    },
  });
  await mailClosedDay(tx, services, closing, settings);
  return ok(closing);
}

/** In pages, so that a closing after a long time needs little memory. Their sum is exactly the day's amounts. */
async function storeOrders(tx: Db, closing: ClosingRow, { span, seen, readOrders }: ClosingPreview): Promise<void> {
  let stored = NOTHING;
  for await (const orders of readOrders()) {
    await insertClosingOrders(tx, closing.id, orders);
    stored = addOrders(stored, orders);
  }
  if (sealOf(span, stored) !== seen) throw new AmountsChanged(stored);
}

function nothingToClose(region: RegionFormat): ClosingRefusal {
  const begins = formatHour(BUSINESS_DAY_STARTS_AT_MINUTES / 60, region);
  return { status: 409, field: "", message: `Today is closed already. The next day begins at ${begins}.` };
}

function amountsChanged(counted: Counted, input: CloseDayInput, format: MoneyFormat): ClosingRefusal {
  const cash = formatMoney(cashExpected(counted, input), format);
  return {
    status: 409,
    field: "",
    message: `Orders or refunds have arrived since you opened this page, so nothing is closed yet. Check the amounts: ${cash} in cash is expected now.`,
  };
}

function refuseClosing({ last, lastKey, next }: ClosingState, input: CloseDayInput, settings: Settings): ClosingRefusal | null {
  const format = moneyFormat(settings);
  const region = regionFormat(settings.LOCALE);
  if (lastKey !== input.last) return { status: 409, field: "", message: overtaken(last, region) };
  if (next === null) return nothingToClose(region);
  if (next.span.day !== input.day)
    return { status: 422, field: "day", message: `${dayWords(input.day, region)} cannot be closed now. Choose another day.` };
  if (next.seen !== input.seen) return amountsChanged(next.counted, input, format);
  const { least, most } = next.terminal;
  if (input.terminal < least || input.terminal > most)
    return {
      status: 422,
      field: "terminal",
      message: `Enter an amount from ${formatMoney(least, format)} to ${formatMoney(most, format)}: more was not paid or paid back in person.`,
    };
  return null;
}

function overtaken(last: ClosingRow | null, region: RegionFormat): string {
  if (last === null) return "The closed days have changed since you opened this page. Check the amounts and close the day again.";
  const who = last.reopenedAt === null ? `${last.closedByName} closed` : `${last.reopenedByName ?? "Another person"} reopened`;
  return `${who} ${dayWords(last.day, region)} (no. ${last.number}) after you opened this page, so nothing was closed now.`;
}

function otherCurrency({ currency }: ClosingRow, now: string): string {
  return `This day was closed in ${currency.toUpperCase()} and the shop's currency is ${now} now, so it stays closed.`;
}

/** Reopens the last closed day: its orders are counted again when it is closed again, under the same number. */
export async function reopenDay(
  { db, now }: Pick<ClosingServices, "db" | "now">,
  user: StaffUser,
  { number, because }: { readonly number: number; readonly because: string },
): Promise<Result<ClosingRow, ClosingRefusal>> {
  if (!mayCloseDays(user)) return fail(NOT_ALLOWED);
  return inTransaction(db, async (tx) => {
    // Locks the settings first, so that the currency cannot change meanwhile.
    await holdSettings(tx);
    await lockClosings(tx);
    const { CURRENCY } = await readSettings(tx);
    const last = await findLastClosing(tx);
    if (last?.number !== number)
      return fail({ status: 409, field: "", message: "Only the last closed day can be reopened. A later day was closed meanwhile." });
    if (last.reopenedAt !== null) return fail({ status: 409, field: "", message: `${last.reopenedByName} has reopened this day already.` });
    if (last.currency !== CURRENCY.toLowerCase()) return fail({ status: 409, field: "", message: otherCurrency(last, CURRENCY) });
    await reopenClosing(tx, last.id, { at: now(), byId: user.id, byName: user.name, because });
    await recordAudit(tx, {
      userId: user.id,
      userName: user.name,
      action: "reopen-day",
      subject: `day ${number}`,
      after: { day: last.day, reason: because },
    });
    return ok(last);
  });
}
