import * as texts from "#texts/promotions/coupons.ts";
import { removeCode } from "#texts/cart/removal.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { MAX_COUPON_CODE_LENGTH } from "#app/values/limits.ts";
import { keepText } from "#app/values/text.ts";
import { formatMoney } from "#app/values/money.ts";
import { Button } from "#app/kit/button.tsx";
import { spoken } from "#app/cart/ui/spoken.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import { CartForm } from "#app/cart/ui/cart-form.tsx";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";
import { useCouponCodes, type CouponCodes } from "./use-coupon-codes.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";

interface CouponBoxProps {
  readonly cartId: string | null;
  readonly priced: PricedCart;
  /** The message of a plain form. */
  readonly said: string | null;
  /** Input of a refused plain form. */
  readonly typed?: string | undefined;
  readonly from: "cart" | "checkout";
}

/** Coupon codes with their effect, and a collapsed field for another code. `/cart?code=` fills it. */
export function CouponBox({ cartId, priced, said, typed = "", from }: CouponBoxProps) {
  const promotions = useCouponCodes({ id: cartId, hash: priced.hash, couponCodes: priced.couponCodes });
  const [query, setQuery] = useSearchParams();
  const linked = keepText(query.get("code") ?? "", MAX_COUPON_CODE_LENGTH);
  const isTried = useRef(false);
  const tryLinked = useEffectEvent(async () => {
    if (linked === "" || cartId === null || isTried.current) return;
    isTried.current = true;
    await promotions.add(linked);
    // GET requests change nothing, so a link's code is applied by this call and then removed from the URL.
    setQuery(
      (before) => {
        before.delete("code");
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    void tryLinked();
  }, []);

  return (
    <section aria-label={texts.codes} className="grid gap-3">
      <CodeList priced={priced} promotions={promotions} from={from} />
      <CodeForm key={linked} promotions={promotions} linked={linked} typed={typed} said={said} from={from} />
    </section>
  );
}

interface CodeListProps {
  readonly priced: PricedCart;
  readonly promotions: CouponCodes;
  readonly from: CouponBoxProps["from"];
}

function CodeList({ priced, promotions, from }: CodeListProps) {
  const fetcher = useCartFetcher();
  if (priced.couponCodes.length === 0) return null;
  return (
    <>
      <ul className="grid gap-2">
        {priced.couponCodes.map((code) => (
          <EnteredCode key={code} code={code} priced={priced} promotions={promotions} from={from} />
        ))}
      </ul>
      {priced.couponCodes.length < 2 ? null : (
        <CartForm
          fetcher={fetcher}
          intent="coupon-remove-all"
          from={from}
          onSubmit={(event) => {
            event.preventDefault();
            void promotions.removeAll();
          }}
        >
          <button type="submit" className={`${TEXT_BUTTON} text-sm`} aria-disabled={promotions.isBusy}>
            {texts.removeAll}
          </button>
        </CartForm>
      )}
    </>
  );
}

/** A code with its discount, or the reason for having none. */
function EnteredCode({ code, priced, promotions, from }: CodeListProps & { readonly code: string }) {
  const format = useMoneyFormat();
  const fetcher = useCartFetcher();
  const applied = priced.applied.filter((each) => each.code === code);
  const waiting = priced.notApplied.find((each) => each.code === code);
  return (
    <li className="rounded border border-dashed border-field px-3 py-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold break-all">{code.toUpperCase()}</span>
        <span className={`figures text-sm ${applied.length > 0 ? "font-semibold text-leaf" : "text-ink-2"}`}>
          {applied.length > 0
            ? `−${formatMoney(
                applied.reduce((sum, each) => sum + each.amount, 0),
                format,
              )}`
            : texts.waiting}
        </span>
        <CartForm
          fetcher={fetcher}
          intent="coupon-remove"
          from={from}
          fields={{ code }}
          className="ml-auto"
          onSubmit={(event) => {
            event.preventDefault();
            void promotions.remove(code);
          }}
        >
          <button type="submit" className={`${TEXT_BUTTON} text-sm`} aria-disabled={promotions.isBusy}>
            {spoken(removeCode(code.toUpperCase()))}
          </button>
        </CartForm>
      </div>
      {waiting === undefined || applied.length > 0 ? null : <p className="pb-2 text-sm text-ink-2">{waiting.message}</p>}
    </li>
  );
}

interface CodeFormProps {
  readonly promotions: CouponCodes;
  readonly linked: string;
  readonly typed: string;
  readonly said: string | null;
  readonly from: CouponBoxProps["from"];
}

function CodeForm({ promotions, linked, typed, said, from }: CodeFormProps) {
  const fetcher = useCartFetcher();
  const id = useId();
  const [code, setCode] = useState(linked === "" ? typed : linked);
  const hint = promotions.hint ?? said;
  const isRefused = promotions.isRefused || (promotions.hint === null && (typed !== "" || said === texts.withoutEffect));
  const [startsOpen] = useState(code !== "" || hint !== null);
  return (
    <details open={startsOpen}>
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center font-semibold text-primary underline underline-offset-2">
        {texts.haveCode}
      </summary>
      <CartForm
        fetcher={fetcher}
        intent="coupon-add"
        from={from}
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() === "" || promotions.isBusy) return;
          void promotions.add(code.trim()).then((isKept) => isKept && setCode(""));
        }}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {texts.couponCode}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={id}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            required
            maxLength={MAX_COUPON_CODE_LENGTH}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={isRefused ? true : undefined}
            aria-describedby={`${id}-hint`}
            className="control min-h-11 min-w-0 grow basis-32 uppercase"
          />
          <Button type="submit" look="outline" aria-disabled={promotions.isBusy}>
            {texts.apply}
          </Button>
        </div>
        <p
          id={`${id}-hint`}
          // Other messages are announced by a toast.
          role={hint === texts.enteredAlready ? "status" : undefined}
          className={`text-sm empty:hidden ${promotions.hint === null ? "text-ink-2" : "font-semibold"}`}
        >
          {hint}
        </p>
      </CartForm>
    </details>
  );
}
