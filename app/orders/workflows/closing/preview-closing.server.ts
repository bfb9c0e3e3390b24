import { readUncountedOrders, type UncountedOrder, type UncountedSpan } from "#app/orders/data/closing/countable-orders.server.ts";
import { findBooksStart, findLastClosing, type ClosingRow, type NewClosingOrder } from "#app/orders/data/closing/day-closings.server.ts";
import { closableDays, closingSpan, isClosable, type ClosableDays } from "#app/orders/domain/closing/closing-days.ts";
import {
  addCounted,
  countedAt,
  countFurther,
  isNothing,
  NOTHING,
  refundedUntil,
  type Counted,
  type CountedSpan,
} from "#app/orders/domain/closing/counted.ts";
import type { DaySpan } from "#app/orders/domain/figures/report-period.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import type { LocalDate } from "#app/values/time.ts";

export interface ClosingState {
  readonly last: ClosingRow | null;
  /** Changes whenever a day is closed or reopened. */
  readonly lastKey: string;
  /** null: no day can be closed now. */
  readonly next: ClosingPreview | null;
}

/**
 * The part of `counted.atPickup` that was paid on the shop's own card terminal. Payments of orders cancelled since an earlier closing are negative.
 */
export interface TerminalPayments {
  /** As recorded when staff entered orders. */
  readonly recorded: Cents;
  /** The possible range, with payments on handover, whose method is not recorded. */
  readonly least: Cents;
  readonly most: Cents;
}

/** What closing a day now would store. */
export interface ClosingPreview {
  readonly days: ClosableDays;
  readonly span: DaySpan;
  readonly counted: Counted;
  readonly terminal: TerminalPayments;
  /** Reads the orders again, in pages. */
  readonly readOrders: () => AsyncGenerator<readonly NewClosingOrder[]>;
  /** Identifies the amounts that a form shows. */
  readonly seen: string;
}

/** The proposed day if `wanted` ("" = none) cannot be closed. */
export async function previewClosing(db: Db, wanted: LocalDate, now: Date, zone: string): Promise<ClosingState> {
  const last = await findLastClosing(db);
  const start = await findBooksStart(db);
  const lastEnd = last === null || last.reopenedAt === null ? (last?.endsAt ?? now) : last.startsAt;
  const oldest = start === null ? null : await findOldest(db, { until: now, lastEnd }, { from: start, until: now });
  const days = closableDays(last, oldest, now, zone);
  const lastKey = last === null ? "none" : `${last.id}${last.reopenedAt === null ? "" : " reopened"}`;
  if (days === null) return { last, lastKey, next: null };
  const span = closingSpan(isClosable(wanted, days) ? wanted : days.proposed, last, now, zone);
  const books = { from: start ?? span.startsAt, until: span.endsAt };
  const read = start === null ? { until: books.until, lastEnd: books.from } : { until: now, lastEnd };
  const readOrders = () => readCountedOrders(db, read, books);
  const { counted, terminal } = await sumOrders(db, read, books);
  return { last, lastKey, next: { days, span, counted, terminal, readOrders, seen: sealOf(span, counted) } };
}

async function sumOrders(db: Db, read: UncountedSpan, books: CountedSpan): Promise<Pick<ClosingPreview, "counted" | "terminal">> {
  let counted = NOTHING;
  let terminal: TerminalPayments = { recorded: 0, least: 0, most: 0 };
  for await (const page of readUncountedOrders(db, read)) {
    const found = page.flatMap(({ paidBy, ...order }) => {
      const closing = countedOrder({ ...order, paidBy }, books);
      return closing === null ? [] : [{ paidBy, closing }];
    });
    counted = addOrders(
      counted,
      found.map(({ closing }) => closing),
    );
    terminal = found.reduce((sum, { paidBy, closing }) => addTerminal(sum, paidBy, closing.counted.atPickup), terminal);
  }
  return { counted, terminal };
}

function addTerminal(sum: TerminalPayments, paidBy: UncountedOrder["paidBy"], amount: Cents): TerminalPayments {
  if (paidBy === "cash") return sum;
  return {
    recorded: sum.recorded + (paidBy === "terminal" ? amount : 0),
    least: sum.least + Math.min(0, amount),
    most: sum.most + Math.max(0, amount),
  };
}

/** Identifies the amounts of a day. */
export function sealOf({ day }: DaySpan, counted: Counted): string {
  return stableHash(JSON.stringify([day, counted]));
}

export function addOrders(counted: Counted, orders: readonly NewClosingOrder[]): Counted {
  return addCounted([counted, ...orders.map((order) => order.counted)]);
}

async function* readCountedOrders(db: Db, read: UncountedSpan, books: CountedSpan): AsyncGenerator<readonly NewClosingOrder[]> {
  for await (const page of readUncountedOrders(db, read)) yield page.flatMap((order) => countedOrder(order, books) ?? []);
}

/** The amounts that closing now would add for this order; null: none. */
function countedOrder(order: UncountedOrder, books: CountedSpan): NewClosingOrder | null {
  const counted = countFurther(order, order.before, books);
  if (isNothing(counted)) return null;
  return {
    orderId: order.id,
    counted,
    isSale: order.before.orders + counted.orders > 0,
    capturedCents: order.captured,
    refundedCents: refundedUntil(order, books.until),
  };
}

/** The payment time of the first order that no day counts yet; null: there is none. */
async function findOldest(db: Db, read: UncountedSpan, books: CountedSpan): Promise<Date | null> {
  let oldest: Date | null = null;
  for await (const page of readUncountedOrders(db, read)) {
    for (const order of page) {
      const at = order.before.orders > 0 || countedOrder(order, books) === null ? null : countedAt(order);
      if (at !== null && (oldest === null || at < oldest)) oldest = at;
    }
  }
  return oldest;
}
