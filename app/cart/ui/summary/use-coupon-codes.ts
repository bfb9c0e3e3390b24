import * as texts from "#texts/promotions/coupons.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { toast } from "#app/kit/toasts/toast.ts";
import { isSameCode } from "#app/promotions/domain/coupons.ts";
import { formatMoney, minorUnits } from "#app/values/money.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { useUnsentChange } from "#app/cart/ui/lines/unsent-changes.ts";
import { readCart } from "#app/cart/ui/read-cart.ts";
import { warn } from "#app/kit/warn.ts";

/** A response that takes longer counts as lost; until then, paying waits. */
const ANSWER_TIMEOUT_MS = 15_000;

/** The needed fields of the response of POST /api/apply-promotions; dollars. */
interface Applied {
  readonly appliedPromotions: readonly { readonly code: string | null; readonly amount: number }[];
  readonly couponCodes: readonly string[];
  readonly freeItems: readonly unknown[];
  readonly notApplied: readonly { readonly code: string | null; readonly message: string }[];
  readonly cart: { readonly hash: string; readonly badge: number };
}

interface CartOfPage {
  readonly id: string | null;
  readonly hash: string;
  readonly couponCodes: readonly string[];
}

export interface CouponCodes {
  /** A request is pending: buttons wait. */
  readonly isBusy: boolean;
  /** Why the last code has no effect, or failed. */
  readonly hint: string | null;
  /** The hint belongs to the typed code. */
  readonly isRefused: boolean;
  add(code: string): Promise<boolean>;
  remove(code: string): Promise<void>;
  removeAll(): Promise<void>;
}

/** Coupon codes and automatic promotions of the cart page. */
export function useCouponCodes(cart: CartOfPage): CouponCodes {
  const format = useMoneyFormat();
  const [isBusy, setBusy] = useState(false);
  useUnsentChange(isBusy);
  const [hint, setHint] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const promotions = useCurrentPromotions(cart, isBusy);

  /** Sends the list; a failure shows `failureText` of the server's message. Undefined on failure. */
  const change = async (codes: readonly string[], failureText: (message: string | null) => string): Promise<Applied | undefined> => {
    if (cart.id === null || isBusy) return undefined;
    setBusy(true);
    setHint(null);
    setRefused(false);
    await promotions.settle();
    const answer = await post(cart.id, codes);
    if (answer.ok) {
      announceCartChange(answer.applied.cart.badge);
      await promotions.reread();
    }
    // In the same transition as the router's new totals.
    startTransition(() => setBusy(false));
    if (!answer.ok) {
      const sentence = failureText(answer.message);
      setHint(sentence);
      toast.error(sentence);
      return undefined;
    }
    return answer.applied;
  };

  return {
    isBusy,
    hint,
    isRefused,
    async add(code) {
      const isPresent = cart.couponCodes.some((each) => isSameCode(each, code));
      const codes = isPresent ? cart.couponCodes : [...cart.couponCodes, code];
      const applied = await change(codes, (message) => message ?? texts.failed);
      if (applied === undefined) {
        setRefused(true);
        return false;
      }
      const effect = effectOf(applied, code, format.currency);
      if (effect.saved === null) {
        toast.error(texts.withoutEffect);
        setHint(effect.reason === undefined ? texts.withoutEffect : texts.withoutEffectBecause(effect.reason));
        setRefused(!effect.isKept);
        return effect.isKept;
      }
      if (isPresent) setHint(texts.enteredAlready);
      else toast.success(texts.applied(formatMoney(effect.saved, format)));
      return true;
    },
    async remove(code) {
      const rest = cart.couponCodes.filter((each) => !isSameCode(each, code));
      if ((await change(rest, () => texts.removeFailed)) !== undefined) toast.success(texts.removed);
    },
    async removeAll() {
      if ((await change([], () => texts.allRemoveFailed)) !== undefined) toast.success(texts.allRemoved);
    },
  };
}

/**
 * After each cart fetch the codes are applied again, or automatic promotions are checked. If that changed anything (such as gifts), the cart is read
 * once more without applying. The page's own data counts as the first fetch; GET /api/cart is called when the page becomes visible, because another
 * tab may have changed the cart.
 */
function useCurrentPromotions(cart: CartOfPage, isBusy: boolean) {
  const revalidator = useRevalidator();
  const [isReading, setReading] = useState(false);
  const isFetching = isReading || revalidator.state !== "idle";
  const skipNext = useRef(false);
  // Serialized: a new code waits for the re-application of old ones.
  const running = useRef<Promise<unknown>>(Promise.resolve());

  const reread = async () => {
    skipNext.current = true;
    await revalidator.revalidate();
  };

  const reapply = useEffectEvent(async (shownHash: string) => {
    if (skipNext.current) {
      skipNext.current = false;
      return;
    }
    if (cart.id === null || isBusy) return;
    const call = post(cart.id, cart.couponCodes);
    running.current = call;
    const answer = await call;
    // A failure is only logged: the cart on the page stays as it is.
    if (!answer.ok) warn("Promotions could not be applied.", answer.message);
    else if (answer.applied.freeItems.length > 0 || answer.applied.cart.hash !== shownHash) await reread();
  });
  useEffect(() => {
    if (!isFetching) void reapply(cart.hash);
  }, [isFetching, cart.hash]);

  // If the page becomes visible while a request runs, it fetches afterwards: the running request may miss the other tab's change.
  const [isOutdated, setOutdated] = useState(false);
  const refetch = useEffectEvent(async () => {
    setOutdated(false);
    setReading(true);
    const current = await readCart();
    if (current === null) skipNext.current = true;
    else if (current.hash !== cart.hash) await revalidator.revalidate();
    setReading(false);
  });
  const canRefetch = isOutdated && cart.id !== null && !isFetching && !isBusy;
  useEffect(() => {
    // After the commit: the state set at its start would otherwise render once more within the effect.
    if (canRefetch) queueMicrotask(() => void refetch());
  }, [canRefetch]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") setOutdated(true);
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);

  return { reread, settle: () => running.current };
}

/** The effect of a code; `saved` null = nothing. */
function effectOf(applied: Applied, code: string, currency: string) {
  const given = applied.appliedPromotions.filter((each) => each.code !== null && isSameCode(each.code, code));
  const saved = given.reduce((sum, each) => sum + minorUnits(each.amount, currency), 0);
  return {
    saved: given.length === 0 ? null : saved,
    isKept: applied.couponCodes.some((each) => isSameCode(each, code)),
    reason: applied.notApplied.find((each) => each.code !== null && isSameCode(each.code, code))?.message,
  };
}

type Answer =
  | { readonly ok: true; readonly applied: Applied }
  | { readonly ok: false; /** The server's own sentence, if it had one. */ readonly message: string | null };

async function post(cartId: string, couponCodes: readonly string[]): Promise<Answer> {
  const response = await fetch("/api/apply-promotions", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ cartId, couponCodes }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => null);
  const body = (await response?.json().catch(() => null)) as (Applied & { readonly message?: string }) | null | undefined;
  if (response?.ok === true && body !== null && body !== undefined) return { ok: true, applied: body };
  return { ok: false, message: body?.message ?? null };
}
