import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { addPasskey, findPasskey, listPasskeys, notePasskeyUse, removePasskey } from "#app/staff/data/passkeys.server.ts";
import { endSessions, noteSecondFactor } from "#app/staff/data/sessions.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { hashToken } from "./tokens.server.ts";
import { textOf } from "#app/values/narrow.ts";

/** Lazy: the module takes five megabytes. */
const webauthn = () => import("@simplewebauthn/server");

/** The shop's origin: passkeys work only there. */
const hostOf = (publicUrl: string) => new URL(publicUrl).hostname;
const originOf = (publicUrl: string) => new URL(publicUrl).origin;

/** Options for creating a passkey; its challenge expires in minutes. */
export async function beginPasskey(db: Db, publicUrl: string, shopName: string, user: StaffUser) {
  const passkeys = await listPasskeys(db, user.id);
  return (await webauthn()).generateRegistrationOptions({
    rpName: shopName,
    rpID: hostOf(publicUrl),
    userID: new TextEncoder().encode(`staff-${user.id}`),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Stores the created passkey; false if the challenge does not match. */
export async function keepPasskey(
  db: Db,
  publicUrl: string,
  user: StaffUser,
  given: { readonly response: unknown; readonly challenge: string; readonly name: string; readonly session: string | null },
): Promise<boolean> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verify(() =>
    verifyRegistrationResponse({
      response: given.response as RegistrationResponseJSON,
      expectedChallenge: given.challenge,
      expectedOrigin: originOf(publicUrl),
      expectedRPID: hostOf(publicUrl),
    }),
  );
  if (verified?.verified !== true) return false;
  const { credential } = verified.registrationInfo;
  return inTransaction(db, async (tx) => {
    const isNew = await addPasskey(tx, {
      id: credential.id,
      userId: user.id,
      name: given.name,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
    });
    if (isNew) await notePasskey(tx, user, null, given.name);
    if (isNew && given.session !== null) await noteSecondFactor(tx, hashToken(given.session));
    return isNew;
  });
}

/** Removes a user's passkey; false if missing or not theirs. */
export function dropPasskey(db: Db, user: StaffUser, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const name = await removePasskey(tx, user.id, id);
    if (name !== undefined) await notePasskey(tx, user, name, null);
    return name !== undefined;
  });
}

/** Removes all passkeys of a user and signs them out. Returns the number. */
export function dropAllPasskeys(db: Db, actor: Pick<StaffUser, "id" | "name">, user: Pick<StaffUser, "id" | "name">): Promise<number> {
  return inTransaction(db, async (tx) => {
    const all = await listPasskeys(tx, user.id);
    for (const { id } of all) await removePasskey(tx, user.id, id);
    if (all.length === 0) return 0;
    await endSessions(tx, user.id, { except: null });
    await notePasskey(tx, user, all.map(({ name }) => name).join(", "), null, actor);
    return all.length;
  });
}

/** Options for signing in with any passkey. */
export async function beginPasskeySignIn(publicUrl: string) {
  return (await webauthn()).generateAuthenticationOptions({ rpID: hostOf(publicUrl), userVerification: "required" });
}

interface VerifiedPasskey {
  readonly user: StaffUser;
  /** Whether the passkey still opens the account. Locked until the transaction ends. */
  readonly isStillThere: (tx: Db) => Promise<boolean>;
}

/** The passkey's user; null if invalid. A verified passkey replaces password and code. */
export async function checkPasskey(
  db: Db,
  publicUrl: string,
  response: unknown,
  challenge: string,
  now: Date,
): Promise<VerifiedPasskey | null> {
  const id = textOf(response, "id");
  const found = id !== undefined && id.length <= 1500 ? await findPasskey(db, id) : undefined;
  if (found === undefined) return null;
  const { passkey, user } = found;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verify(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: originOf(publicUrl),
      expectedRPID: hostOf(publicUrl),
      credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")), counter: passkey.counter },
    }),
  );
  if (verified?.verified !== true) return null;
  await notePasskeyUse(db, passkey.id, verified.authenticationInfo.newCounter, now);
  return { user, isStillThere: async (tx) => (await findPasskey(tx, passkey.id, "lock")) !== undefined };
}

/** The library throws for every invalid response. */
async function verify<Answer>(run: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function notePasskey(
  tx: Db,
  user: Pick<StaffUser, "id" | "name">,
  before: string | null,
  after: string | null,
  actor: Pick<StaffUser, "id" | "name"> = user,
): Promise<void> {
  await recordAudit(tx, {
    userId: actor.id,
    userName: actor.name,
    action: "passkey",
    subject: user.name,
    subjectKind: "user",
    subjectIds: [user.id],
    before: { [user.id]: { passkey: before } },
    after: { [user.id]: { passkey: after } },
  });
}
