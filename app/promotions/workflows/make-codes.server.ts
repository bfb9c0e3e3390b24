import { groupedNumber } from "#app/values/number.ts";
import { randomInt } from "node:crypto";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { countCodesAlike, insertCodes, setCodeStatus, type CodeTerms, type NewCode } from "#app/promotions/data/coupon-sets.server.ts";
import {
  formatCode,
  generateCodes,
  isCouponCode,
  MAX_CODES_PER_RUN,
  normalizeCode,
  patternProblem,
  type CodePattern,
} from "#app/promotions/domain/coupons.ts";
import type { CouponCodeListQuery } from "#app/promotions/domain/coupon-set.schema.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { Actor } from "#app/staff/workflows/change-records.server.ts";
import { MAX_COUPON_CODE_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Codes per insert statement. */
const BATCH = 10_000;
/** Most retries for codes that already exist. */
const MAX_ROUNDS = 5;

/** A coupon set as the history names it. */
interface SetFacts {
  readonly id: number;
  readonly name: string;
}

/** Progress of code generation by coupon set, for the page that polls it. One process generates the codes and serves the page. */
const making = new Map<number, { readonly made: number; readonly count: number }>();

/** The number of codes that a running generation has made; null = none runs. */
export function makingProgress(setId: number): { readonly made: number; readonly count: number } | null {
  return making.get(setId) ?? null;
}

/** Creates `count` new codes in one transaction with one history entry. Codes come from a cryptographic random source. */
export function makeCodes(
  db: Db,
  actor: Actor,
  set: SetFacts,
  { count, pattern, terms }: { readonly count: number; readonly pattern: CodePattern; readonly terms: CodeTerms },
): Promise<Result<number, string>> {
  const prefix = normalizeCode(pattern.prefix);
  return inTransaction(db, async (tx) => {
    // Codes of earlier runs can be guessed as well.
    const problem = patternProblem(count, pattern, await countCodesAlike(tx, prefix, pattern.length));
    if (problem !== null) return fail(problem);
    let made = 0;
    // Existing codes are replaced in a bounded number of further batches.
    for (let batch = 0; made < count && batch < Math.ceil(count / BATCH) + MAX_ROUNDS; batch += 1) {
      const drawn = generateCodes(Math.min(BATCH, count - made), pattern, randomInt);
      if (!drawn.ok) return drawn;
      const codes = drawn.value.map((code): NewCode => ({ code: formatCode(code, prefix), normalizedCode: code }));
      made += await insertCodes(tx, set.id, codes, terms);
      making.set(set.id, { made, count });
    }
    if (made < count) throw new Error(`${count - made} codes could not be made`);
    await writeAct(tx, actor, "generate", set, { codes: count, prefix: pattern.prefix });
    return ok(count);
  }).finally(() => making.delete(set.id));
}

export interface Imported {
  readonly added: number;
  /** Codes that exist already, here or in another set. */
  readonly known: number;
}

/** Adds codes as they are spelled. */
export function importCodes(
  db: Db,
  actor: Actor,
  set: SetFacts,
  written: readonly string[],
  terms: CodeTerms,
): Promise<Result<Imported, string>> {
  const codes = withoutRepeats(written);
  if (codes.length > MAX_CODES_PER_RUN) return Promise.resolve(fail(`Import at most ${groupedNumber(MAX_CODES_PER_RUN)} codes at once.`));
  const bad = codes.find(({ code }) => !isCouponCode(code));
  if (bad !== undefined) return Promise.resolve(fail(noCodeSentence(bad.code)));
  return inTransaction(db, async (tx) => {
    const added = await insertAll(tx, set.id, codes, terms);
    if (added > 0) await writeAct(tx, actor, "import", set, { codes: added });
    return ok({ added, known: codes.length - added });
  });
}

/** Adds one code as it is spelled. The error is a sentence for the field. */
export function addCode(db: Db, actor: Actor, set: SetFacts, code: string, terms: CodeTerms): Promise<Result<string, string>> {
  if (!isCouponCode(code)) return Promise.resolve(fail(noCodeSentence(code)));
  return inTransaction(db, async (tx) => {
    const added = await insertCodes(tx, set.id, [{ code, normalizedCode: normalizeCode(code) }], terms);
    if (added === 0) return fail(`${code} exists already, in this set or another.`);
    await writeAct(tx, actor, "add-code", set, { code });
    return ok(code);
  });
}

function noCodeSentence(text: string): string {
  return `“${text.slice(0, 30)}” is no code: use up to ${MAX_COUPON_CODE_LENGTH} letters and digits.`;
}

export interface CodeChange {
  /** "all" = all rows that match the list's URL. */
  readonly which: "all" | readonly number[];
  readonly query: Pick<CouponCodeListQuery, "q" | "status">;
  readonly status: "active" | "revoked";
}

/** Revokes codes, or makes them valid again. Returns how many changed. */
export function changeCodes(db: Db, actor: Actor, set: SetFacts, { which, query, status }: CodeChange): Promise<number> {
  return inTransaction(db, async (tx) => {
    const changed = await setCodeStatus(tx, set.id, which, query, status);
    if (changed > 0) await writeAct(tx, actor, status === "revoked" ? "revoke" : "restore", set, { codes: changed });
    return changed;
  });
}

async function insertAll(tx: Db, setId: number, codes: readonly NewCode[], terms: CodeTerms): Promise<number> {
  let added = 0;
  for (let from = 0; from < codes.length; from += BATCH) added += await insertCodes(tx, setId, codes.slice(from, from + BATCH), terms);
  return added;
}

/** The codes in a text: one a line, or the first column of a CSV file with or without its heading. */
export function codesOfText(text: string): readonly string[] {
  const cells = text.split(/\r?\n/).map((line) => (line.split(/[,;\t]/)[0] ?? "").trim().replaceAll(/^"|"$/g, ""));
  return cells.filter((cell) => cell !== "" && !/^codes?$/i.test(cell));
}

function withoutRepeats(written: readonly string[]): readonly NewCode[] {
  const byKey = new Map<string, NewCode>();
  for (const code of written) {
    const normalizedCode = normalizeCode(code);
    if (!byKey.has(normalizedCode)) byKey.set(normalizedCode, { code, normalizedCode });
  }
  return [...byKey.values()];
}

function writeAct(tx: Db, actor: Actor, action: string, { id, name }: SetFacts, after: object): Promise<number> {
  return recordAudit(tx, {
    userId: actor.id,
    userName: actor.name,
    action,
    subject: name,
    subjectKind: "coupon-set",
    subjectIds: [id],
    after: { [id]: after },
  });
}
