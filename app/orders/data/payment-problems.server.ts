import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Cents } from "#app/values/money.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import type { PaymentProblemKind } from "#app/payments/domain/payment-problem.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { countUpTo } from "#app/platform/db/count-up-to.server.ts";
import type { ProblemListQuery } from "#app/orders/domain/problem-list.schema.ts";
import { orders } from "./tables.ts";

export interface NewPaymentProblem {
  readonly kind: PaymentProblemKind;
  readonly orderId: string | null;
  /** The provider's id of the payment. */
  readonly intentId: string | null;
  readonly refundId?: string | null;
  readonly amountCents: Cents;
  /** For staff: what happened and what they can do. */
  readonly what: string;
  /** The text shown to the customer. */
  readonly told: string;
}

/** Opens a problem or finds it open; stores its text on the order. False if already open. */
export async function openProblem(tx: Db, problem: NewPaymentProblem, now: Date): Promise<boolean> {
  const opened = await tx
    .insert(paymentProblems)
    .values({ ...problem, openedAt: now })
    .onConflictDoNothing()
    .returning({ id: paymentProblems.id });
  if (opened.length > 0 && problem.orderId !== null) await showNewestProblem(tx, problem.orderId);
  return opened.length > 0;
}

export interface ProblemsWanted {
  readonly ids?: readonly number[];
  readonly orderId?: string;
  readonly intentId?: string;
  readonly kinds?: readonly PaymentProblemKind[];
}

/** Resolves matching open problems; at least one condition. `by` is shown to staff. Returns the number. */
export async function settleProblems(tx: Db, wanted: ProblemsWanted, by: string, settlement: string, now: Date): Promise<number> {
  const conditions = [
    wanted.ids === undefined ? undefined : inArray(paymentProblems.id, [...wanted.ids]),
    wanted.orderId === undefined ? undefined : eq(paymentProblems.orderId, wanted.orderId),
    wanted.intentId === undefined ? undefined : eq(paymentProblems.intentId, wanted.intentId),
    wanted.kinds === undefined ? undefined : inArray(paymentProblems.kind, [...wanted.kinds]),
  ].filter((condition) => condition !== undefined);
  if (conditions.length === 0) throw new Error("say which problems are settled");
  const settled = await tx
    .update(paymentProblems)
    .set({ settledAt: now, settledBy: by, settlement })
    .where(and(isNull(paymentProblems.settledAt), ...conditions))
    .returning({ orderId: paymentProblems.orderId });
  for (const orderId of new Set(settled.map((row) => row.orderId))) if (orderId !== null) await showNewestProblem(tx, orderId);
  return settled.length;
}

/** Resolves the problem "provider takes no payments" once a newer payment was created. */
export async function settleOutlivedRefusals(db: Db, now: Date): Promise<void> {
  await db
    .update(paymentProblems)
    .set({ settledAt: now, settledBy: "Shop", settlement: "Payments are made again." })
    .where(
      and(
        eq(paymentProblems.kind, "refused"),
        isNull(paymentProblems.settledAt),
        sql`exists (select 1 from payment_intents i where i.provider_id is not null and i.created_at > ${paymentProblems.openedAt})`,
      ),
    );
}

/** Shows the newest open problem on the order. Not a decision, so the version stays. */
async function showNewestProblem(tx: Db, orderId: string): Promise<void> {
  const [newest] = await tx
    .select({ what: paymentProblems.what, kind: paymentProblems.kind })
    .from(paymentProblems)
    .where(and(eq(paymentProblems.orderId, orderId), isNull(paymentProblems.settledAt)))
    .orderBy(desc(paymentProblems.id))
    .limit(1);
  await tx
    .update(orders)
    .set({ paymentProblem: newest?.what ?? null, paymentProblemKind: newest?.kind ?? null })
    .where(eq(orders.id, orderId));
}

const columns = {
  id: paymentProblems.id,
  kind: paymentProblems.kind,
  orderId: paymentProblems.orderId,
  intentId: paymentProblems.intentId,
  refundId: paymentProblems.refundId,
  amount: paymentProblems.amountCents,
  what: paymentProblems.what,
  told: paymentProblems.told,
  openedAt: paymentProblems.openedAt,
  settledAt: paymentProblems.settledAt,
  settledBy: paymentProblems.settledBy,
  settlement: paymentProblems.settlement,
  /** The order's, if any; the number is null if never placed. */
  orderNumber: orders.number,
  orderCurrency: orders.currency,
  customerName: orders.customerName,
  customerPhone: orders.customerPhone,
};

export type PaymentProblem = Awaited<ReturnType<typeof listPaymentProblems>>[number];

/** Problems with orders: open ones, oldest first, or (`settled`) the latest resolved. */
export async function listPaymentProblems(db: Db, filter: { readonly settled?: boolean; readonly limit?: number } = {}) {
  const isSettled = filter.settled === true;
  return db
    .select(columns)
    .from(paymentProblems)
    .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
    .where(isSettled ? sql`${paymentProblems.settledAt} is not null` : isNull(paymentProblems.settledAt))
    .orderBy(isSettled ? desc(paymentProblems.settledAt) : paymentProblems.openedAt, paymentProblems.id)
    .limit(filter.limit ?? 100);
}

/** One page of problems, or those with these `ids`; resolved ones newest first, open ones by waiting time. */
export async function listProblemPage(
  db: Db,
  { q, state, kind, sort, page, per_page: perPage, ids }: ProblemListQuery & { readonly ids?: readonly number[] },
) {
  const pattern = `%${escapeLike(q.trim())}%`;
  const ofOrder = db
    .select({ id: orders.id })
    .from(orders)
    .where(or(ilike(orders.number, pattern), ilike(orders.customerName, pattern), ilike(orders.customerPhone, pattern)));
  const where = and(
    state === "settled" ? isNotNull(paymentProblems.settledAt) : isNull(paymentProblems.settledAt),
    kind === "" ? undefined : eq(paymentProblems.kind, kind),
    ids === undefined ? undefined : inArray(paymentProblems.id, [...ids]),
    q.trim() === ""
      ? undefined
      : or(ilike(paymentProblems.intentId, pattern), ilike(paymentProblems.what, pattern), inArray(paymentProblems.orderId, ofOrder)),
  );
  const at = state === "settled" ? paymentProblems.settledAt : paymentProblems.openedAt;
  const isUp = state === "settled" ? sort === "settled" : sort !== "-opened";
  const [rows, counted] = await Promise.all([
    db
      .select(columns)
      .from(paymentProblems)
      .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
      .where(where)
      .orderBy(isUp ? asc(at) : desc(at), paymentProblems.id)
      .limit(perPage)
      .offset((page - 1) * perPage),
    countUpTo(db, paymentProblems, where),
  ]);
  return { rows, ...counted };
}

export async function findPaymentProblem(db: Db, id: number): Promise<PaymentProblem | undefined> {
  const [row] = await db
    .select(columns)
    .from(paymentProblems)
    .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
    .where(eq(paymentProblems.id, id));
  return row;
}

/** Open problems: the bell adds them to new orders. */
export async function countPaymentProblems(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(paymentProblems).where(isNull(paymentProblems.settledAt));
  return row?.n ?? 0;
}
