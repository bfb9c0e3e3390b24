import { useId, useState } from "react";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import { dollarsText, formatUsd, type Cents } from "#app/values/money.ts";
import { tipOf } from "#app/cart/domain/pricing/tip.ts";
import { Button } from "#app/kit/button.tsx";
import { CartForm } from "./cart-form.tsx";
import { useCartFetcher } from "./use-cart-fetcher.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";

interface TipPickerProps {
  readonly tip: TipChoice;
  /** What a percentage is taken of, in cents. */
  readonly tipBase: Cents;
  readonly presets: readonly number[];
  readonly from: "cart" | "checkout";
}

/**
 * Equal buttons with the dollar amount: none, the shop's percentages, an own amount. Nothing is preselected: until the customer has pressed
 * one, no button looks pressed and the tip is none. What was pressed, None too, is the cart's and outlives the page.
 */
export function TipPicker({ tip, tipBase, presets, from }: TipPickerProps) {
  const fetcher = useCartFetcher("tip");
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  useAnswer(fetcher, (answer) => setRefusal(answer === undefined || answer.ok ? null : (answer.errors.tipAmount ?? answer.message)));
  const shown = pendingTip(fetcher.formData) ?? tipValue(tip);
  const own = tip.kind === "fixed" ? dollarsText(tip.amount) : "";
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Add a tip</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(64px,1fr))] gap-2">
        <CartForm fetcher={fetcher} intent="tip" from={from} fields={{ tip: "none" }}>
          <TipButton isPressed={shown === "none"} title="None" amount={formatUsd(0)} />
        </CartForm>
        {presets.map((percentage) => (
          <CartForm key={percentage} fetcher={fetcher} intent="tip" from={from} fields={{ tip: String(percentage) }}>
            <TipButton
              isPressed={shown === String(percentage)}
              title={`${percentage}%`}
              amount={formatUsd(tipOf({ kind: "percentage", percentage }, tipBase))}
            />
          </CartForm>
        ))}
      </div>
      <details open={tip.kind === "fixed" || refusal !== null}>
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-2 underline underline-offset-2">
          Own amount
        </summary>
        <CartForm fetcher={fetcher} intent="tip" from={from} fields={{ tip: "own" }} className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="sr-only">
            Own tip in dollars
          </label>
          <span aria-hidden className="text-ink-2">
            $
          </span>
          <input
            key={own}
            id={id}
            name="tipAmount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={own}
            placeholder="0.00"
            aria-invalid={refusal === null ? undefined : true}
            aria-describedby={refusal === null ? undefined : `${id}-refusal`}
            className="control figures min-h-11 w-28"
          />
          <Button type="submit" look="outline">
            Set tip
          </Button>
        </CartForm>
      </details>
      <p id={`${id}-refusal`} role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {refusal}
      </p>
    </fieldset>
  );
}

function TipButton({ isPressed, title, amount }: { readonly isPressed: boolean; readonly title: string; readonly amount: string }) {
  return (
    <button
      type="submit"
      aria-pressed={isPressed}
      className="figures grid min-h-13 w-full place-content-center rounded border border-field bg-surface px-2 text-center leading-tight hover:border-ink aria-pressed:border-2 aria-pressed:border-primary aria-pressed:bg-primary-tint"
    >
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-ink-2">{amount}</span>
    </button>
  );
}

/** The value of the button that stands for this tip; null = none was pressed yet. */
function tipValue(tip: TipChoice): string | null {
  if (tip.kind === "none") return tip.isChosen === true ? "none" : null;
  return tip.kind === "percentage" ? String(tip.percentage) : "own";
}

function pendingTip(form: FormData | undefined): string | null {
  if (form === undefined) return null;
  const value = form.get("tip");
  return typeof value === "string" ? value : null;
}
