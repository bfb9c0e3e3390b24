import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { IntentStatus } from "#app/payments/domain/provider-status.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import type { Cents } from "#app/values/money.ts";
import { paymentIntents } from "./tables.ts";

/* The mirror of the provider's payment intents. Every response is stored here; an order's payment data is read from here. */

export type IntentRow = typeof paymentIntents.$inferSelect;
export type NewIntent = Pick<IntentRow, "id" | "orderId" | "gateway" | "idempotencyKey" | "amountCents">;

/** Provider data of one intent: cents, epoch seconds. Compatible with the gateway's type. */
export interface IntentUpdate {
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount: Cents;
  readonly amountReceived: Cents;
  readonly amountCapturable: Cents;
  readonly amountRefunded: Cents;
  readonly created: number;
  readonly captureBefore: number | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly lastError: { readonly message: string } | null;
  readonly livemode: boolean;
  readonly disputed: boolean;
  readonly disputeLost: boolean;
}

/** The columns that a request for an intent needs. */
export type RequestedIntent = NewIntent & Pick<IntentRow, "providerId" | "wanted">;

/** The statement that stores a new order's intent before it is requested. */
export function insertNewIntent(intent: NewIntent): SQL {
  return insertSet(paymentIntents, [intent]);
}

/** Stored before the intent is requested. */
export async function insertIntent(tx: Db, intent: NewIntent): Promise<IntentRow> {
  const [row] = await tx.insert(paymentIntents).values(intent).onConflictDoNothing().returning();
  return row ?? (await getIntentByKey(tx, intent.idempotencyKey));
}

async function getIntentByKey(db: Db, idempotencyKey: string): Promise<IntentRow> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.idempotencyKey, idempotencyKey));
  if (row === undefined) throw new Error("a payment was neither written nor found");
  return row;
}

export async function findIntent(db: Db, id: string): Promise<IntentRow | undefined> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id));
  return row;
}

export async function findIntentByProviderId(db: Db, providerId: string): Promise<IntentRow | undefined> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.providerId, providerId));
  return row;
}

export async function listIntentsOfOrder(db: Db, orderId: string): Promise<readonly IntentRow[]> {
  return db.select().from(paymentIntents).where(eq(paymentIntents.orderId, orderId)).orderBy(asc(paymentIntents.createdAt));
}

/** Counts the real payments that hold money or that the shop has not undone yet, with the provider's id of the newest. */
export async function findOpenIntents(db: Db): Promise<{ readonly count: number; readonly newest: string | null }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      newest: sql<string | null>`(array_agg(${paymentIntents.providerId} order by ${paymentIntents.createdAt} desc))[1]`,
    })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.gateway, "stripe"),
        isNotNull(paymentIntents.providerId),
        isNull(paymentIntents.closedAt),
        sql`(${paymentIntents.status} = 'requires_capture' or (${paymentIntents.wanted} = 'void' and ${paymentIntents.status} <> 'canceled'))`,
      ),
    );
  return row ?? { count: 0, newest: null };
}

/** The intent that the customer may pay; undefined if there is none. */
export async function findWantedIntent(db: Db, orderId: string): Promise<IntentRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.orderId, orderId), eq(paymentIntents.wanted, "pay")))
    .orderBy(desc(paymentIntents.createdAt))
    .limit(1);
  return row;
}

/** Stores the provider's id of a requested intent. False if the row has another one. */
export async function bindIntent(tx: Db, id: string, providerId: string): Promise<boolean> {
  const bound = await tx
    .update(paymentIntents)
    .set({ providerId })
    .where(and(eq(paymentIntents.id, id), sql`(${paymentIntents.providerId} is null or ${paymentIntents.providerId} = ${providerId})`))
    .returning({ id: paymentIntents.id });
  return bound.length > 0;
}

function reportedFields(update: IntentUpdate, saidAt: Date) {
  return {
    status: update.status,
    saidAmountCents: update.amount,
    receivedCents: update.amountReceived,
    capturableCents: update.amountCapturable,
    refundedCents: update.amountRefunded,
    providerCreated: update.created,
    isLive: update.livemode,
    isDisputed: update.disputed,
    isDisputeLost: update.disputeLost,
    lastError: update.lastError?.message ?? null,
    saidAt,
  };
}

/** Missing fields in a response keep their stored values. */
function optionalFields(update: IntentUpdate) {
  return {
    captureBefore: update.captureBefore,
    card: update.cardBrand === null || update.cardLast4 === null ? null : `${update.cardBrand} ending in ${update.cardLast4}`,
  };
}

/** Row values from the provider's first response. */
export function firstAnswer(update: IntentUpdate, saidAt: Date) {
  return { providerId: update.id, ...reportedFields(update, saidAt), ...optionalFields(update) };
}

/** Progress of a payment; it never goes back, whatever the order of responses. */
function rank(status: SQL | typeof paymentIntents.status): SQL {
  return sql`case ${status} when 'requires_capture' then 1 when 'succeeded' then 2 when 'canceled' then 2 else 0 end`;
}

/**
 * Stores a provider response unless a newer one is stored: a payment further along, or a later request (`saidAt` = request time). An unknown intent
 * gets a row. Returns the row afterwards.
 */
export async function recordIntent(
  tx: Db,
  update: IntentUpdate,
  saidAt: Date,
  unknown: Pick<IntentRow, "orderId" | "gateway" | "wanted">,
): Promise<IntentRow> {
  const reported = reportedFields(update, saidAt);
  const optional = optionalFields(update);
  const [row] = await tx
    .insert(paymentIntents)
    .values({
      ...unknown,
      ...reported,
      ...optional,
      id: randomUUID(),
      idempotencyKey: `adopted_${update.id}`,
      amountCents: update.amount,
      providerId: update.id,
      nextTryAt: unknown.wanted === "void" ? saidAt : null,
    })
    .onConflictDoUpdate({
      target: paymentIntents.providerId,
      set: {
        ...reported,
        captureBefore: sql`coalesce(excluded.capture_before, ${paymentIntents.captureBefore})`,
        card: sql`coalesce(excluded.card, ${paymentIntents.card})`,
      },
      setWhere: sql`${paymentIntents.status} is null or ${rank(paymentIntents.status)} < ${rank(sql`excluded.status`)}
        or (${rank(paymentIntents.status)} = ${rank(sql`excluded.status`)} and (${paymentIntents.saidAt} is null or ${paymentIntents.saidAt} <= excluded.said_at))`,
    })
    .returning();
  const stored = row ?? (await findIntentByProviderId(tx, update.id));
  if (stored === undefined) throw new Error("a payment was neither written nor found");
  return stored;
}

/** Marks the order's intents as unwanted: the request that gets the response, or the reconciler, undoes them. */
export async function wantVoid(tx: Db, orderId: string, now: Date, exceptProviderId: string | null = null): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ wanted: "void", nextTryAt: now, tries: 0 })
    .where(
      and(
        eq(paymentIntents.orderId, orderId),
        eq(paymentIntents.wanted, "pay"),
        isNull(paymentIntents.closedAt),
        exceptProviderId === null ? undefined : sql`${paymentIntents.providerId} is distinct from ${exceptProviderId}`,
      ),
    );
}

/** Starts to undo one intent again, immediately. */
export async function retryVoid(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(paymentIntents).set({ wanted: "void", nextTryAt: now, tries: 0, closedAt: null }).where(eq(paymentIntents.id, id));
}

/** Nothing is left to do at the provider. */
export async function closeIntent(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(paymentIntents).set({ closedAt: now, nextTryAt: null }).where(eq(paymentIntents.id, id));
}

/** Retries at `nextTryAt`; null: staff decide. */
export async function postponeVoid(tx: Db, id: string, nextTryAt: Date | null): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ nextTryAt, tries: sql`${paymentIntents.tries} + 1` })
    .where(eq(paymentIntents.id, id));
}

/** Intents due to be undone, least attempted first, so that a failing one blocks none. */
export async function listUndoings(db: Db, now: Date, limit: number): Promise<readonly IntentRow[]> {
  return db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.wanted, "void"), isNull(paymentIntents.closedAt), lte(paymentIntents.nextTryAt, now)))
    .orderBy(asc(paymentIntents.tries), asc(paymentIntents.nextTryAt))
    .limit(limit);
}

/** The stored intents with these provider ids. */
export async function listKnownIntents(db: Db, providerIds: readonly string[]): Promise<readonly IntentRow[]> {
  if (providerIds.length === 0) return [];
  return db
    .select()
    .from(paymentIntents)
    .where(and(isNotNull(paymentIntents.providerId), inArray(paymentIntents.providerId, [...providerIds])));
}

/** Deletes the simulated payments. */
export async function clearSimulatedIntents(tx: Db): Promise<void> {
  await tx.delete(paymentIntents).where(eq(paymentIntents.gateway, "simulator"));
}
