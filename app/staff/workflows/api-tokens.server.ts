import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import {
  countActiveApiTokens,
  findApiTokenOwner,
  insertApiToken,
  noteApiTokenUse,
  revokeApiTokenRows,
  type ApiTokenOwner,
} from "#app/staff/data/api-tokens.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { CONFIRM_FIRST, type AccountActor } from "#app/staff/domain/account-changes.ts";
import type { NewApiToken } from "#app/staff/domain/api-token.schema.ts";
import { API_TOKEN_PREFIX, MAX_API_TOKENS } from "#app/staff/domain/api-token.ts";
import { hasRole } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const DAY_MS = 86_400_000;
const NOT_ALLOWED = "Only administrators create and revoke API tokens.";

export interface MadeApiToken {
  readonly id: number;
  /** The plain token, available only now: the database has its hash. */
  readonly token: string;
}

/** Creates a token for a program. Needs a recent confirmation, like every grant of access. The error is a sentence. */
export function createApiToken(
  db: Db,
  actor: StaffUser & Pick<AccountActor, "isConfirmed">,
  { name, scopes, days }: NewApiToken,
  now: Date,
): Promise<Result<MadeApiToken, string>> {
  if (!hasRole(actor, "super-admin")) return Promise.resolve(fail(NOT_ALLOWED));
  if (!actor.isConfirmed) return Promise.resolve(fail(CONFIRM_FIRST));
  return inTransaction(db, async (tx) => {
    if ((await countActiveApiTokens(tx, now)) >= MAX_API_TOKENS)
      return fail(`There are ${MAX_API_TOKENS} active tokens, which is the limit. Revoke one that is not used.`);
    const token = API_TOKEN_PREFIX + newToken();
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const id = await insertApiToken(tx, { name, scopes, tokenHash: hashToken(token), userId: actor.id, createdAt: now, expiresAt });
    await recordAudit(tx, {
      userId: actor.id,
      userName: actor.name,
      action: "create-token",
      subject: `api-token ${id}`,
      after: { name, permissions: scopes.join(", "), expiresAt: expiresAt.toISOString() },
    });
    return ok({ id, token });
  });
}

/** Revokes tokens permanently, with one history entry. Returns the names of those that were not revoked before, or a sentence. */
export function revokeApiTokens(db: Db, actor: StaffUser, ids: readonly number[], now: Date): Promise<Result<readonly string[], string>> {
  if (!hasRole(actor, "super-admin")) return Promise.resolve(fail(NOT_ALLOWED));
  return inTransaction(db, async (tx) => {
    const revoked = await revokeApiTokenRows(tx, ids, now);
    const names = revoked.map(({ name }) => name);
    if (revoked.length > 0)
      await recordAudit(tx, {
        userId: actor.id,
        userName: actor.name,
        action: "revoke-token",
        subject: `api-token ${revoked.map(({ id }) => id).join(", ")}`,
        before: { name: names.join(", ") },
      });
    return ok(names);
  });
}

/** The user of this token; null for an invalid one. Records its use. */
export async function authenticateApiToken(db: Db, token: string, now: Date): Promise<ApiTokenOwner | null> {
  const owner = await findApiTokenOwner(db, hashToken(token), now);
  if (owner === undefined) return null;
  await noteApiTokenUse(db, owner.id, now);
  return owner;
}
