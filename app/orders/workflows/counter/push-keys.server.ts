import { makeVapidKeys, type VapidKeys } from "#app/mail/gateway/push-service.server.ts";
import { findPushKeys, forgetPushKeys, offerPushKeys, replacePushKey } from "#app/orders/data/counter/push.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";

const SEALED_AS = "push key";

interface KeyHolder {
  readonly db: Db;
  readonly secrets: SecretBox;
}

/** The VAPID keys, created at first use. Keys encrypted with another APP_SECRET are replaced; devices must be enabled again. */
export async function readPushKeys({ db, secrets }: KeyHolder): Promise<VapidKeys> {
  const stored = await findPushKeys(db);
  const privateKey = stored === undefined ? undefined : secrets.open(SEALED_AS, stored.sealedPrivateKey);
  if (stored !== undefined && privateKey !== undefined) return { publicKey: stored.publicKey, privateKey };
  if (stored !== undefined) await inTransaction(db, (tx) => forgetPushKeys(tx, stored.publicKey));
  const made = await makeVapidKeys();
  await offerPushKeys(db, { publicKey: made.publicKey, sealedPrivateKey: secrets.seal(SEALED_AS, made.privateKey) });
  const kept = await findPushKeys(db);
  const opened = kept === undefined ? undefined : secrets.open(SEALED_AS, kept.sealedPrivateKey);
  if (kept === undefined || opened === undefined) throw new Error("the keys for push messages could not be kept");
  return { publicKey: kept.publicKey, privateKey: opened };
}

/** Encrypts the private key with another APP_SECRET, so that devices stay enabled. A key that cannot be decrypted is replaced at its next use. */
export async function resealPushKeys(tx: Db, from: SecretBox, to: SecretBox): Promise<void> {
  const stored = await findPushKeys(tx);
  const privateKey = stored === undefined ? undefined : from.open(SEALED_AS, stored.sealedPrivateKey);
  if (stored !== undefined && privateKey !== undefined) await replacePushKey(tx, stored.publicKey, to.seal(SEALED_AS, privateKey));
}
