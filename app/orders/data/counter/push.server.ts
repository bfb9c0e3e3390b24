import { and, arrayOverlaps, asc, desc, eq, isNotNull, notInArray, or } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { ownPermissions } from "#app/staff/data/role-records.server.ts";
import { permissionsThatOpen, rolesThatOpen } from "#app/staff/domain/permissions.ts";
import { users } from "#app/staff/data/tables.ts";
import { pushKeys, pushSubscriptions } from "./tables.ts";

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** More devices per user are unlikely to be in use: remove the oldest. */
const MOST_DEVICES = 20;

/** The shop's keys; the private one is sealed. */
export async function findPushKeys(db: Db): Promise<{ readonly publicKey: string; readonly sealedPrivateKey: string } | undefined> {
  const [row] = await db.select({ publicKey: pushKeys.publicKey, sealedPrivateKey: pushKeys.sealedPrivateKey }).from(pushKeys);
  return row;
}

/** The same private key, sealed with another APP_SECRET. */
export async function replacePushKey(tx: Db, publicKey: string, sealedPrivateKey: string): Promise<void> {
  await tx.update(pushKeys).set({ sealedPrivateKey }).where(eq(pushKeys.publicKey, publicKey));
}

/** Keeps the first stored pair when two processes create one. */
export async function offerPushKeys(db: Db, keys: { readonly publicKey: string; readonly sealedPrivateKey: string }): Promise<void> {
  await db.insert(pushKeys).values(keys).onConflictDoNothing();
}

/** The keys cannot be decrypted: delete them and every device that was registered with them. */
export async function forgetPushKeys(tx: Db, publicKey: string): Promise<void> {
  const deleted = await tx.delete(pushKeys).where(eq(pushKeys.publicKey, publicKey)).returning({ id: pushKeys.id });
  if (deleted.length > 0) await tx.delete(pushSubscriptions);
}

/** Stores a device. The same endpoint is the same device, whichever user signs in. Returns whether it already belonged to this user. */
export async function putPushSubscription(tx: Db, device: Omit<PushSubscriptionRow, "createdAt" | "lastSentAt">): Promise<boolean> {
  const { userId, sessionId, p256dh, auth, device: name } = device;
  const before = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, device.endpoint), eq(pushSubscriptions.userId, userId)));
  await tx
    .insert(pushSubscriptions)
    .values(device)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, sessionId, p256dh, auth, device: name } });
  const kept = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(MOST_DEVICES);
  await tx.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, kept)));
  return before.length > 0;
}

export async function findPushSubscription(db: Db, id: string): Promise<PushSubscriptionRow | undefined> {
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id));
  return row;
}

/** Devices of users who are signed in there and may handle orders. */
export async function listPushDevices(db: Db): Promise<readonly { readonly id: string }[]> {
  return db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      and(
        isNotNull(pushSubscriptions.sessionId),
        eq(users.isDisabled, false),
        or(
          arrayOverlaps(users.roles, [...rolesThatOpen("/admin/orders")]),
          arrayOverlaps(ownPermissions, [...permissionsThatOpen("/admin/orders")]),
        ),
      ),
    )
    .orderBy(asc(pushSubscriptions.createdAt));
}

export async function listOwnPushDevices(db: Db, userId: number): Promise<readonly PushSubscriptionRow[]> {
  return db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)).orderBy(asc(pushSubscriptions.createdAt));
}

export async function markPushSent(db: Db, id: string, at: Date): Promise<void> {
  await db.update(pushSubscriptions).set({ lastSentAt: at }).where(eq(pushSubscriptions.id, id));
}

/** Returns the former owner; undefined if it did not exist. */
export async function removePushSubscription(
  db: Db,
  where: { readonly id: string } | { readonly endpoint: string },
): Promise<number | undefined> {
  const is = "id" in where ? eq(pushSubscriptions.id, where.id) : eq(pushSubscriptions.endpoint, where.endpoint);
  const [deleted] = await db.delete(pushSubscriptions).where(is).returning({ userId: pushSubscriptions.userId });
  return deleted?.userId;
}
