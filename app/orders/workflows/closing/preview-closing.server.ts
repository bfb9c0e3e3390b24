import { listUncountedOrders, type UncountedOrder } from "#app/orders/data/closing/countable-orders.server.ts";
import { findBooksStart, findLastClosing, type ClosingRow, type NewClosingOrder } from "#app/orders/data/closing/day-closings.server.ts";
import { closableDays, closingSpan, isClosable, type ClosableDays } from "#app/orders/domain/closing/closing-days.ts";
import {
  addCounted,
  countedAt,
  countOrder,
  isNothing,
  newlyCounted,
  refundedUntil,
  type Counted,
  type CountedSpan,
} from "#app/orders/domain/closing/counted.ts";
import type { DaySpan } from "#app/orders/domain/figures/report-period.ts";
import { readInTurn } from "#app/orders/data/slow-reads.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import type { LocalDate } from "#app/values/time.ts";

export interface ClosingState {
  readonly last: ClosingRow | null;
  /** Changes whenever a day is closed or reopened. */
  readonly lastKey: string;
  /** null: no day can be closed now. */
  readonly next: ClosingPreview | null;
}

/** What closing a day now would store. */
export interface ClosingPreview {
  readonly days: ClosableDays;
  readonly span: DaySpan;
  readonly counted: Counted;
  readonly orders: readonly NewClosingOrder[];
  /** Identifies the amounts that a form shows. */
  readonly seen: string;
}

/** The proposed day if `wanted` ("" = none) cannot be closed. */
export async function previewClosing(db: Db, wanted: LocalDate, now: Date, zone: string): Promise<ClosingState> {
  const last = await findLastClosing(db);
  const start = await findBooksStart(db);
  const lastEnd = last === null || last.reopenedAt === null ? (last?.endsAt ?? now) : last.startsAt;
  const uncounted = start === null ? [] : await readInTurn(() => listUncountedOrders(db, now, lastEnd));
  const days = closableDays(last, start === null ? null : oldestOf(uncounted, { from: start, until: now }), now, zone);
  const lastKey = last === null ? "none" : `${last.id}${last.reopenedAt === null ? "" : " reopened"}`;
  if (days === null) return { last, lastKey, next: null };
  const span = closingSpan(isClosable(wanted, days) ? wanted : days.proposed, last, now, zone);
  const books = { from: start ?? span.startsAt, until: span.endsAt };
  const rows = start === null ? await readInTurn(() => listUncountedOrders(db, books.until, books.from)) : uncounted;
  const orders = rows.flatMap((order) => countedOrder(order, books) ?? []);
  const counted = addCounted(orders.map((order) => order.counted));
  const seen = stableHash(JSON.stringify([span.day, counted]));
  return { last, lastKey, next: { days, span, counted, orders, seen } };
}

/** What a closing until then adds for this order; null: nothing. */
function countedOrder(order: UncountedOrder, books: CountedSpan): NewClosingOrder | null {
  const now = countOrder(order, books);
  const counted = newlyCounted(now, order.before);
  if (isNothing(counted)) return null;
  return {
    orderId: order.id,
    counted,
    isSale: now.orders > 0,
    capturedCents: order.captured,
    refundedCents: refundedUntil(order, books.until),
  };
}

/** When the first of these events was; null: there is none. */
function oldestOf(orders: readonly UncountedOrder[], books: CountedSpan): Date | null {
  const instants = orders.flatMap((order) => {
    if (countedOrder(order, books) === null) return [];
    const at = countedAt(order);
    return order.before.orders > 0 || at === null ? [] : [at.getTime()];
  });
  return instants.length === 0 ? null : new Date(Math.min(...instants));
}
