import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { ApiTokenListQuery } from "#app/staff/domain/api-token.schema.ts";
import { apiTokenStatus, isApiScope, type ApiScope } from "#app/staff/domain/api-token.ts";
import { apiTokens, passkeys, users } from "./tables.ts";
import { matchesWords } from "#app/values/text.ts";
import { insertRow } from "#app/staff/data/table-records.ts";

export interface ApiTokenRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** The creator's name. */
  readonly userName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A valid token with the user it acts for. */
export interface ApiTokenOwner {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly userId: number;
  readonly email: string;
  /** Codes or a passkey are set up. */
  readonly hasSecondFactor: boolean;
}

interface NewRow {
  readonly name: string;
  readonly tokenHash: string;
  readonly scopes: readonly ApiScope[];
  readonly userId: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertApiToken(tx: Db, row: NewRow): Promise<number> {
  return insertRow(tx, apiTokens, { ...row, scopes: [...row.scopes] });
}

/** Counts active tokens under a lock, so that two users at the same time do not exceed the limit. */
export async function countActiveApiTokens(tx: Db, now: Date): Promise<number> {
  await tx.execute(sql`lock table ${apiTokens} in share row exclusive mode`);
  const [row] = await tx
    .select({ count: count() })
    .from(apiTokens)
    .where(and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now)));
  return row?.count ?? 0;
}

/** A valid token: neither revoked nor expired, and its creator is still an administrator who may sign in. */
export async function findApiTokenOwner(db: Db, tokenHash: string, now: Date): Promise<ApiTokenOwner | undefined> {
  const hasSecondFactor = sql<boolean>`(${users.totpSince} is not null or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}))`;
  const [row] = await db
    .select({ id: apiTokens.id, name: apiTokens.name, scopes: apiTokens.scopes, userId: users.id, email: users.email, hasSecondFactor })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHash),
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, now),
        eq(users.isDisabled, false),
        sql`${users.roles} @> array['super-admin']`,
      ),
    );
  return row === undefined ? undefined : { ...row, scopes: row.scopes.filter(isApiScope) };
}

/** Notes the last use, at most once a minute for each token. */
export async function noteApiTokenUse(db: Db, id: number, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, minuteAgo))));
}

/** Revokes those that are not revoked yet; returns them. */
export function revokeApiTokenRows(tx: Db, ids: readonly number[], now: Date): Promise<{ id: number; name: string }[]> {
  return tx
    .update(apiTokens)
    .set({ revokedAt: now })
    .where(and(inArray(apiTokens.id, [...ids]), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id, name: apiTokens.name });
}

/** All tokens, the newest first. Revoked ones stay as a record. */
export async function listApiTokens(db: Db): Promise<readonly ApiTokenRow[]> {
  const rows = await selectRows(db).orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(toRow);
}

export async function findApiToken(db: Db, id: number): Promise<ApiTokenRow | undefined> {
  const [row] = await selectRows(db).where(eq(apiTokens.id, id));
  return row === undefined ? undefined : toRow(row);
}

/** The filtered and sorted rows of all pages. */
export function matchingApiTokens(
  rows: readonly ApiTokenRow[],
  { q, status, sort }: Pick<ApiTokenListQuery, "q" | "status" | "sort">,
  now: Date,
): readonly ApiTokenRow[] {
  const time = (at: Date | null) => at?.getTime() ?? 0;
  const orders: Readonly<Record<string, (a: ApiTokenRow, b: ApiTokenRow) => number>> = {
    name: (a, b) => a.name.localeCompare(b.name, "en"),
    used: (a, b) => time(a.lastUsedAt) - time(b.lastUsedAt),
    created: (a, b) => time(a.createdAt) - time(b.createdAt),
  };
  const found = rows
    .filter((row) => matchesWords(q, `${row.name} ${row.userName}`))
    .filter((row) => status === "" || apiTokenStatus(row, now) === status)
    .toSorted(orders[sort.replace("-", "")]);
  return sort.startsWith("-") ? found.toReversed() : found;
}

function selectRows(db: Db) {
  return db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      userName: users.name,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      revokedAt: apiTokens.revokedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .$dynamic();
}

function toRow(row: Omit<ApiTokenRow, "scopes"> & { readonly scopes: readonly string[] }): ApiTokenRow {
  return { ...row, scopes: row.scopes.filter(isApiScope) };
}
