import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { IntentStatus } from "#app/payments/domain/provider-status.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import type { Cents } from "#app/values/money.ts";
import { paymentIntents } from "./tables.ts";

/*
 * The mirror of the provider's payment intents. Whoever has an answer writes it here; what an order says of its payment is read from here.
 */

export type IntentRow = typeof paymentIntents.$inferSelect;
export type NewIntent = Pick<IntentRow, "id" | "orderId" | "gateway" | "idempotencyKey" | "amountCents">;

/** What the provider says of one intent; amounts in cents, times in epoch seconds. The gateway's facts fit. */
export interface IntentNews {
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
}

/** What is needed of an intent to ask the provider for it. */
export type AskedIntent = NewIntent & Pick<IntentRow, "providerId" | "wanted">;

/** The statement that writes the intent of a new order, before the provider is asked to make it. */
export function insertNewIntent(intent: NewIntent): SQL {
  return insertSet(paymentIntents, [intent]);
}

/** Written before the provider is asked to make the intent. */
export async function insertIntent(tx: Db, intent: NewIntent): Promise<IntentRow> {
  const [row] = await tx.insert(paymentIntents).values(intent).onConflictDoNothing().returning();
  return row ?? (await getIntentByKey(tx, intent.idempotencyKey));
}

async function getIntentByKey(db: Db, idempotencyKey: string): Promise<IntentRow> {
  const [row] = await db.select().from(paymentIntents).where(eq(paymentIntents.idempotencyKey, idempotencyKey));
  if (row === undefined) throw new Error("a payment was neither written nor there");
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

/** The one intent the customer may pay; undefined when none is wanted (any more). */
export async function findWantedIntent(db: Db, orderId: string): Promise<IntentRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.orderId, orderId), eq(paymentIntents.wanted, "pay")))
    .orderBy(desc(paymentIntents.createdAt))
    .limit(1);
  return row;
}

/** Notes the provider's id of an intent that was asked for. False when the row has another one already. */
export async function bindIntent(tx: Db, id: string, providerId: string): Promise<boolean> {
  const bound = await tx
    .update(paymentIntents)
    .set({ providerId })
    .where(and(eq(paymentIntents.id, id), sql`(${paymentIntents.providerId} is null or ${paymentIntents.providerId} = ${providerId})`))
    .returning({ id: paymentIntents.id });
  return bound.length > 0;
}

function saidBy(news: IntentNews, saidAt: Date) {
  return {
    status: news.status,
    saidAmountCents: news.amount,
    receivedCents: news.amountReceived,
    capturableCents: news.amountCapturable,
    refundedCents: news.amountRefunded,
    providerCreated: news.created,
    isLive: news.livemode,
    isDisputed: news.disputed,
    lastError: news.lastError?.message ?? null,
    saidAt,
  };
}

/** An answer that leaves these out does not make them untrue. */
function knownBy(news: IntentNews) {
  return {
    captureBefore: news.captureBefore,
    card: news.cardBrand === null || news.cardLast4 === null ? null : `${news.cardBrand} ending in ${news.cardLast4}`,
  };
}

/** What the provider's first answer makes of an intent's row. */
export function firstAnswer(news: IntentNews, saidAt: Date) {
  return { providerId: news.id, ...saidBy(news, saidAt), ...knownBy(news) };
}

/** How far a payment has come: it never goes back, whatever the order in which answers arrive. */
function rank(status: SQL | typeof paymentIntents.status): SQL {
  return sql`case ${status} when 'requires_capture' then 1 when 'succeeded' then 2 when 'canceled' then 2 else 0 end`;
}

/**
 * Keeps what the provider says, unless something newer is known: a payment that has come further, or an answer to a later question (`saidAt` =
 * when it was asked). An intent nobody has noted before gets a row. Answers the row as it is then.
 */
export async function recordIntent(
  tx: Db,
  news: IntentNews,
  saidAt: Date,
  unknown: Pick<IntentRow, "orderId" | "gateway" | "wanted">,
): Promise<IntentRow> {
  const said = saidBy(news, saidAt);
  const known = knownBy(news);
  const [row] = await tx
    .insert(paymentIntents)
    .values({
      ...unknown,
      ...said,
      ...known,
      id: randomUUID(),
      idempotencyKey: `adopted_${news.id}`,
      amountCents: news.amount,
      providerId: news.id,
      nextTryAt: unknown.wanted === "void" ? saidAt : null,
    })
    .onConflictDoUpdate({
      target: paymentIntents.providerId,
      set: {
        ...said,
        captureBefore: sql`coalesce(excluded.capture_before, ${paymentIntents.captureBefore})`,
        card: sql`coalesce(excluded.card, ${paymentIntents.card})`,
      },
      setWhere: sql`${paymentIntents.status} is null or ${rank(paymentIntents.status)} < ${rank(sql`excluded.status`)}
        or (${rank(paymentIntents.status)} = ${rank(sql`excluded.status`)} and (${paymentIntents.saidAt} is null or ${paymentIntents.saidAt} <= excluded.said_at))`,
    })
    .returning();
  const kept = row ?? (await findIntentByProviderId(tx, news.id));
  if (kept === undefined) throw new Error("a payment was neither written nor there");
  return kept;
}

/** From now on nothing may come of the order's intents: whoever gets an answer, or the reconciler, undoes them. */
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

/** Begins the undoing of one intent again, at once. */
export async function retryVoid(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(paymentIntents).set({ wanted: "void", nextTryAt: now, tries: 0, closedAt: null }).where(eq(paymentIntents.id, id));
}

/** Nothing is left to do for it at the provider. */
export async function closeIntent(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(paymentIntents).set({ closedAt: now, nextTryAt: null }).where(eq(paymentIntents.id, id));
}

/** Tries again at `nextTryAt`; null = not of its own accord, a person decides. */
export async function postponeVoid(tx: Db, id: string, nextTryAt: Date | null): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ nextTryAt, tries: sql`${paymentIntents.tries} + 1` })
    .where(eq(paymentIntents.id, id));
}

/** Intents to be undone by now; those tried least come first, so that one that never works holds nobody up. */
export async function listUndoings(db: Db, now: Date, limit: number): Promise<readonly IntentRow[]> {
  return db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.wanted, "void"), isNull(paymentIntents.closedAt), lte(paymentIntents.nextTryAt, now)))
    .orderBy(asc(paymentIntents.tries), asc(paymentIntents.nextTryAt))
    .limit(limit);
}

/** Which of these ids of the provider are known. */
export async function listKnownIntents(db: Db, providerIds: readonly string[]): Promise<readonly IntentRow[]> {
  if (providerIds.length === 0) return [];
  return db
    .select()
    .from(paymentIntents)
    .where(and(isNotNull(paymentIntents.providerId), inArray(paymentIntents.providerId, [...providerIds])));
}
