import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import {
  listTotpSecrets,
  putPendingTotp,
  readTotp,
  replaceTotpSecret,
  turnTotpOff,
  turnTotpOn,
  useRecoveryCode,
  useTotpStep,
} from "#app/staff/data/two-factor.server.ts";
import { endSessions, noteSecondFactor } from "#app/staff/data/sessions.server.ts";
import type { Actor } from "./change-records.server.ts";
import { readablePassword } from "./readable-password.server.ts";
import { hashToken } from "./tokens.server.ts";
import { matchTotp, newTotpSecret } from "./totp.server.ts";

/** The name the secret is sealed with. */
const SEALED_AS = "one-time codes";
const RECOVERY_CODES = 10;
/**
 * 124 bits, stored as a fast hash. Shorter codes of earlier versions work until the user sets up codes again, as the account page suggests.
 */
const RECOVERY_GROUPS = 5;

/** Whether the code is valid: TOTP once, or a recovery code. Must run in a transaction. */
export async function checkTwoFactor(
  tx: Db,
  secrets: SecretBox,
  account: { readonly id: number; readonly totpSecret: string },
  typed: string,
  now: Date,
): Promise<boolean> {
  const secret = secrets.open(SEALED_AS, account.totpSecret);
  const step = secret === undefined ? null : matchTotp(secret, typed, now);
  if (step !== null) return useTotpStep(tx, account.id, step);
  return useRecoveryCode(tx, account.id, hashToken(plainCode(typed)), now);
}

/** A new pending secret, inactive until `confirmTotp`. */
export async function beginTotp(db: Db, secrets: SecretBox, userId: number): Promise<string> {
  const secret = newTotpSecret();
  await putPendingTotp(db, userId, secrets.seal(SEALED_AS, secret));
  return secret;
}

/** The pending secret, so that the page can be reopened; null if none. */
export async function pendingTotp(db: Db, secrets: SecretBox, userId: number): Promise<string | null> {
  const totp = await readTotp(db, userId);
  return totp === null || totp.since !== null ? null : (secrets.open(SEALED_AS, totp.sealed) ?? null);
}

/** Enables codes with the first valid one; returns recovery codes, shown once. null if invalid. */
export function confirmTotp(
  db: Db,
  secrets: SecretBox,
  actor: Actor,
  { typed, session }: { readonly typed: string; readonly session: string | null },
  now: Date,
): Promise<readonly string[] | null> {
  return inTransaction(db, async (tx) => {
    const secret = await pendingTotp(tx, secrets, actor.id);
    const step = secret === null ? null : matchTotp(secret, typed, now);
    if (step === null) return null;
    const codes = Array.from({ length: RECOVERY_CODES }, () => readablePassword(RECOVERY_GROUPS));
    await turnTotpOn(
      tx,
      actor.id,
      step,
      codes.map((code) => hashToken(plainCode(code))),
      now,
    );
    await endSessions(tx, actor.id, { except: session === null ? null : hashToken(session) });
    if (session !== null) await noteSecondFactor(tx, hashToken(session));
    await recordTwoFactorChange(tx, actor, { id: actor.id, name: actor.name }, "off", "on");
    return codes;
  });
}

/** Disables codes, by the user or an administrator. */
export async function removeTotp(db: Db, actor: Actor, user: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await readTotp(tx, user.id)) === null) return;
    await turnTotpOff(tx, user.id);
    if (actor.id !== user.id) await endSessions(tx, user.id, { except: null });
    await recordTwoFactorChange(tx, actor, user, "on", "off");
  });
}

/** Encrypts all secrets with another APP_SECRET. Returns addresses whose secret cannot be decrypted; those stay. */
export async function resealTotp(tx: Db, from: SecretBox, to: SecretBox): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const { userId, email, sealed } of await listTotpSecrets(tx)) {
    const plain = from.open(SEALED_AS, sealed);
    if (plain !== undefined) await replaceTotpSecret(tx, userId, to.seal(SEALED_AS, plain));
    else if (to.open(SEALED_AS, sealed) === undefined) unreadable.push(email);
  }
  return unreadable;
}

async function recordTwoFactorChange(tx: Db, actor: Actor, user: Actor, before: string, after: string): Promise<void> {
  await recordAudit(tx, {
    userId: actor.id,
    userName: actor.name,
    action: "second-step",
    subject: user.name,
    subjectKind: "user",
    subjectIds: [user.id],
    before: { [user.id]: { oneTimeCodes: before } },
    after: { [user.id]: { oneTimeCodes: after } },
  });
}

function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, "");
}
