import * as texts from "#texts/promotions/reasons.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";
import type { CodeOnCart, NotApplied, Promotion } from "#app/promotions/domain/promotion.ts";
import { localTimeOf } from "#app/values/time.ts";
import { WORK_CLASSES, type ActionKind, type Missing } from "#app/promotions/domain/kinds/action-kind.ts";
import { findLines, onlyPieces, type CartFacts, type LineSet } from "./cart-facts.ts";
import { findUnmet } from "#app/promotions/domain/conditions/list.ts";
import { readAction } from "#app/promotions/domain/kinds/list.ts";
import { isInWindows, isNotBefore, nextOpening, whenText } from "#app/promotions/domain/schedule.ts";

/** A promotion that may be used on this cart: its schedule, limits and conditions are met. */
export interface Candidate {
  readonly promotion: Promotion;
  /** The code that unlocked it, as typed; null = automatic. */
  readonly code: string | null;
  readonly kind: ActionKind;
  readonly params: unknown;
  /** The lines of the kind's targets. */
  readonly sets: readonly LineSet[];
  /** The smaller of the cap and the remaining budget. */
  readonly limit: Cents;
  /** Using it consumes a limited use of the promotion or of the code. */
  readonly isLimited: boolean;
  /** Its position in the order of work. */
  readonly rank: number;
}

/** A candidate that gives a discount on the untouched cart. */
export interface Passing {
  readonly candidate: Candidate;
  readonly alone: Cents;
  /** An upper bound of its discount in any combination. */
  readonly bound: Cents;
}

export interface Candidates {
  /** By promotion id. */
  readonly candidates: readonly Candidate[];
  readonly notApplied: readonly NotApplied[];
}

/**
 * Gathers the automatic promotions and those unlocked by codes, and tests each. Drafts, paused and archived promotions are reported only to
 * customers with a code for them. The result does not depend on the order of codes or promotions.
 */
export function gatherCandidates(facts: CartFacts): Candidates {
  const promotions = new Map(facts.input.promotions.map((promotion) => [promotion.id, promotion]));
  const notApplied: NotApplied[] = [];
  const codesByPromotion = new Map<number, string[]>();
  // Of several codes for one promotion, the codes with uses left come first.
  for (const code of distinctCodes(facts.input.codes).sort((a, b) => Number(isLimitedCode(a)) - Number(isLimitedCode(b)))) {
    const problem = findCodeProblem(code, promotions, facts);
    if (problem === null && code.state.kind === "known") {
      const codes = codesByPromotion.get(code.state.promotionId) ?? [];
      codesByPromotion.set(code.state.promotionId, [...codes, code.code]);
    } else if (problem !== null) {
      notApplied.push(problem);
    }
  }
  const candidates: Candidate[] = [];
  for (const promotion of [...promotions.values()].sort((a, b) => a.id - b.id)) {
    const [code = null, ...moreCodes] = codesByPromotion.get(promotion.id) ?? [];
    if (code === null && (promotion.trigger === "coupon" || promotion.status !== "active")) continue;
    const tested = testPromotion(promotion, code, facts);
    if ("kind" in tested) {
      const isLimited = tested.isLimited || facts.input.codes.some((each) => each.code === code && isLimitedCode(each));
      candidates.push({ ...tested, isLimited, rank: 0 });
      notApplied.push(...moreCodes.map((other) => waiting(promotion, other, SAME_OFFER)));
    } else {
      notApplied.push(waiting(promotion, code, tested), ...moreCodes.map((other) => waiting(promotion, other, tested)));
    }
  }
  const inOrder = candidates.toSorted(compareWork);
  return { candidates: candidates.map((each) => ({ ...each, rank: inOrder.indexOf(each) })), notApplied };
}

/** Item actions, units, order, gifts, delivery; within a class the higher priority, percentages before amounts, then the lower id. */
function compareWork(a: Candidate, b: Candidate): number {
  return (
    WORK_CLASSES.indexOf(a.kind.workClass) - WORK_CLASSES.indexOf(b.kind.workClass) ||
    b.promotion.stacking.priority - a.promotion.stacking.priority ||
    Number(b.kind.isPercentage(b.params)) - Number(a.kind.isPercentage(a.params)) ||
    a.promotion.id - b.promotion.id
  );
}

function isLimitedCode({ state }: CodeOnCart): boolean {
  return state.kind === "known" && (state.maxUses !== null || state.perCustomerUses !== null);
}

/** The entry of a promotion that gives nothing now. */
export function waiting(promotion: Promotion, code: string | null, missing: Missing): NotApplied {
  return { promotionId: promotion.id, code, title: promotion.status === "active" ? promotion.title : null, ...missing };
}

const SAME_OFFER: Missing = { reason: "better-combination", message: texts.sameOffer, shortfall: null };
const NOT_ACTIVE: Missing = { reason: "not-active", message: texts.notActive, shortfall: null };
const USED_UP: Missing = { reason: "used-up", message: texts.usedUp, shortfall: null };
const ALREADY_USED: Missing = { reason: "already-used", message: texts.alreadyUsed, shortfall: null };
const ENDED: Missing = { reason: "expired", message: texts.ended, shortfall: null };

/** One entry per code in any spelling, sorted so that the order of typing does not matter. */
function distinctCodes(codes: readonly CodeOnCart[]): CodeOnCart[] {
  const keyed = codes.map((code) => ({ code, key: normalizeCode(code.code) }));
  keyed.sort((a, b) => compareText(a.key, b.key) || compareText(a.code.code, b.code.code));
  return keyed.filter(({ key }, index) => keyed[index - 1]?.key !== key).map(({ code }) => code);
}

function findCodeProblem(code: CodeOnCart, promotions: ReadonlyMap<number, Promotion>, facts: CartFacts): NotApplied | null {
  const { state } = code;
  if (state.kind === "unknown") {
    const missing: Missing = state.mistyped
      ? { reason: "mistyped-code", message: texts.mistypedCode, shortfall: null }
      : { reason: "unknown-code", message: texts.unknownCode, shortfall: null };
    return { promotionId: null, code: code.code, title: null, ...missing };
  }
  const promotion = promotions.get(state.promotionId);
  const missing = findCodeMissing(state, facts);
  if (promotion === undefined) return { promotionId: state.promotionId, code: code.code, title: null, ...(missing ?? NOT_ACTIVE) };
  return missing === null ? null : waiting(promotion, code.code, missing);
}

function findCodeMissing(state: Extract<CodeOnCart["state"], { kind: "known" }>, facts: CartFacts): Missing | null {
  if (state.status === "revoked") return { reason: "revoked", message: texts.revokedCode, shortfall: null };
  if (state.expiresAt !== null && state.expiresAt <= facts.input.now)
    return { reason: "expired", message: texts.expiredCode, shortfall: null };
  if (state.maxUses !== null && state.uses >= state.maxUses) return { reason: "used-up", message: texts.usedUpCode, shortfall: null };
  if (state.perCustomerUses !== null && state.customerUses >= state.perCustomerUses) {
    return { reason: "already-used", message: texts.alreadyUsedCode, shortfall: null };
  }
  return null;
}

/** Permanent reasons come first, so that customers do not fill a cart for an expired offer. */
function testPromotion(promotion: Promotion, code: string | null, facts: CartFacts): Omit<Candidate, "rank"> | Missing {
  const { limits } = promotion;
  if (promotion.status !== "active") return NOT_ACTIVE;
  if (promotion.endsAt !== null && promotion.endsAt <= facts.input.now) return ENDED;
  const budgetLeft = limits.budget === null ? MAX_AMOUNT_CENTS : limits.budget - promotion.spent;
  if (budgetLeft <= 0 || (limits.totalUses !== null && promotion.uses >= limits.totalUses)) return USED_UP;
  const customerUses = facts.input.customer.usesByPromotion[String(promotion.id)] ?? 0;
  if (limits.perCustomerUses !== null && customerUses >= limits.perCustomerUses) return ALREADY_USED;
  const early = findTooEarly(promotion, facts);
  if (early !== null) return early;
  const unmet = findUnmet(promotion.condition, facts);
  if (unmet !== null) return { reason: "condition", ...unmet };
  const action = readAction(promotion.action);
  // Saving checks the parameters. Parameters stored before a kind changed must not break the pricing of every cart.
  if (action === null) return NOT_ACTIVE;
  return {
    promotion,
    code,
    ...action,
    sets: setsOf(action, facts),
    limit: Math.min(promotion.cap ?? MAX_AMOUNT_CENTS, budgetLeft),
    isLimited: limits.totalUses !== null || limits.perCustomerUses !== null,
  };
}

/** The lines of an action's targets. */
export function setsOf({ kind, params }: Pick<Candidate, "kind" | "params">, facts: CartFacts): readonly LineSet[] {
  const sets = kind.listTargets(params).map((target) => findLines(facts, target));
  return kind.takesPieces?.(params) === true ? sets.map((set) => onlyPieces(facts, set)) : sets;
}

/** A promotion that has not begun or is outside its weekly windows: when it begins, or that it has ended. */
function findTooEarly(promotion: Promotion, facts: CartFacts): Missing | null {
  const { startsAt, endsAt, schedule } = promotion;
  const { now, timeZone } = facts.input;
  const isStarted = startsAt === null || startsAt <= now;
  if (isStarted && isInWindows(schedule, facts.localNow)) return null;
  const opening = nextOpening(schedule, isStarted ? facts.localNow : localTimeOf(startsAt, timeZone));
  if (opening === null || (endsAt !== null && isNotBefore(opening, localTimeOf(endsAt, timeZone)))) return ENDED;
  return {
    reason: isStarted ? "not-now" : "not-started",
    message: texts.begins(whenText(opening, facts.localNow, facts.names.region)),
    shortfall: null,
  };
}

function compareText(a: string, b: string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
