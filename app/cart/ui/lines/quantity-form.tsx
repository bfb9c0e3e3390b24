import * as quantityTexts from "#texts/cart/quantity.ts";
import { MinusIcon, PlusIcon } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { preventClick } from "#app/kit/button.tsx";
import { CartForm } from "#app/cart/ui/cart-form.tsx";
import { useUnsentChange } from "./unsent-changes.ts";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";

/** Quick successive clicks are sent as one change. */
const SETTLE_MS = 250;

interface QuantityFormProps {
  readonly itemId: string;
  readonly name: string;
  readonly quantity: number;
  readonly maxQuantity: number;
  /** The weight of each number of steps, of a product sold by weight. */
  readonly texts?: readonly string[] | undefined;
  readonly from?: "cart" | "checkout";
  /** The error of a plain form for this line. */
  readonly refused?: string | null;
}

/** Quantity of a cart line: a number with a button on either side. */
export function QuantityForm({ itemId, name, quantity, maxQuantity, texts, from = "cart", refused = null }: QuantityFormProps) {
  const inputId = useId();
  const { fetcher, shown, draft, refusal, type, change, commit } = useQuantity({ itemId, quantity, maxQuantity, from, refused });
  return (
    <div>
      <CartForm
        fetcher={fetcher}
        intent="quantity"
        from={from}
        fields={{ itemId }}
        className="flex items-center"
        onSubmit={(event) => {
          event.preventDefault();
          const step = event.nativeEvent.submitter?.getAttribute("value");
          if (step === "1" || step === "-1") change(shown + Number(step));
          else commit();
        }}
      >
        {/* Enter in the field must not activate the minus button, which would otherwise be the first submit button. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden>
          {quantityTexts.update}
        </button>
        <StepButton label={quantityTexts.oneLess(name)} step="-1" isOff={shown <= 1} side="rounded-l">
          <MinusIcon aria-hidden className="size-4" />
        </StepButton>
        <label htmlFor={inputId} className="sr-only">
          {quantityTexts.quantityOf(name)}
        </label>
        <input
          id={inputId}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          readOnly={!!texts}
          value={draft ?? texts?.[shown] ?? shown}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          aria-invalid={refusal === null ? undefined : true}
          aria-describedby={refusal === null ? undefined : `${inputId}-refusal`}
          className="figures h-[44px] w-[44px] border-y border-field bg-surface text-center text-base font-semibold read-only:w-24"
        />
        <StepButton label={quantityTexts.oneMore(name)} step="1" isOff={shown >= maxQuantity} side="rounded-r">
          <PlusIcon aria-hidden className="size-4" />
        </StepButton>
      </CartForm>
      <p id={`${inputId}-refusal`} role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {refusal}
      </p>
    </div>
  );
}

interface QuantityOptions {
  readonly itemId: string;
  readonly quantity: number;
  readonly maxQuantity: number;
  readonly from: "cart" | "checkout";
  readonly refused: string | null;
}

/**
 * Shows the new number immediately and sends it after a pause; a refusal restores the old one with the reason. One request at a time, so the last
 * change wins. Next to a Pay button there is no pause.
 */
function useQuantity({ itemId, quantity, maxQuantity, from, refused }: QuantityOptions) {
  const fetcher = useCartFetcher();
  const [wanted, setWanted] = useState<number | null>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState(refused);
  useUnsentChange(wanted !== null);
  const { state, data, submit } = fetcher;
  const sent = useRef<{ readonly wanted: number; readonly quantity: number; readonly before: typeof data } | null>(null);

  useEffect(() => {
    if (wanted === null || state !== "idle") return;
    const last = sent.current;
    // Without a response, the fetcher keeps the previous one.
    const reason = last !== null && data !== last.before && data?.ok === false ? data.message : null;
    // The response to this number arrived: accepted, or refused and restored. For a line that is recounted, the requested number was in other steps.
    const isAnswered = last?.wanted === wanted || (reason !== null && last?.quantity !== quantity);
    const settle = () => {
      sent.current = null;
      if (isAnswered) setRefusal(reason);
      setWanted(null);
    };
    const send = () => {
      sent.current = { wanted, quantity, before: data };
      // Marked as sent immediately: otherwise a click in between would take the previous response for this one.
      const options = { method: "post", action: "/cart", preventScrollReset: true, flushSync: true } as const;
      void submit({ intent: "quantity", itemId, quantity: String(wanted) }, options);
    };
    const timer = isAnswered || wanted === quantity ? setTimeout(settle) : setTimeout(send, from === "checkout" ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, state, data, quantity, itemId, from, submit]);

  const shown = wanted ?? quantity;
  /** The same error is announced again when it recurs. */
  const type = (text: string) => {
    setRefusal(null);
    setDraft(text);
  };
  const change = (next: number) => {
    setRefusal(null);
    setDraft(null);
    setWanted(Math.min(maxQuantity, Math.max(1, next)));
  };
  const commit = () => {
    if (draft === null) return;
    const typed = Number(draft);
    if (/^\d{1,3}$/.test(draft.trim()) && typed >= 1 && typed <= maxQuantity) return change(typed);
    setDraft(null);
    setRefusal(quantityTexts.wholeNumber(maxQuantity));
  };
  return { fetcher, shown, draft, refusal, type, change, commit };
}

interface StepButtonProps {
  readonly label: string;
  readonly step: "-1" | "1";
  readonly isOff: boolean;
  readonly side: string;
  readonly children: ReactNode;
}

function StepButton({ label, step, isOff, side, children }: StepButtonProps) {
  return (
    <button
      type="submit"
      name="step"
      value={step}
      aria-label={label}
      // Not disabled, so that focus stays at the limit.
      aria-disabled={isOff ? true : undefined}
      onClick={isOff ? preventClick : undefined}
      className={`grid size-[44px] place-items-center border border-field bg-surface hover:bg-canvas aria-disabled:text-muted ${side}`}
    >
      {children}
    </button>
  );
}
