import * as texts from "#texts/cart/removal.ts";
import { useLayoutEffect, useRef, useState } from "react";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useSubmitOnce } from "#app/kit/hooks/use-submit-once.ts";
import { spoken } from "#app/cart/ui/spoken.tsx";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { CartForm, ChoiceFields } from "#app/cart/ui/cart-form.tsx";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";

interface RemovedLineProps {
  readonly item: RemovedItem;
  readonly from?: "cart" | "checkout";
  readonly onBack: () => void;
}

/** A removed line: name and Undo. */
export function RemovedLine({ item, from = "cart", onBack }: RemovedLineProps) {
  const fetcher = useCartFetcher();
  const submitOnce = useSubmitOnce(fetcher);
  const undo = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useLayoutEffect(() => {
    // The customer may have used another control since Remove.
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true });
  }, []);
  useAnswer(fetcher, (answer) => {
    if (answer.ok) onBack();
    else setRefusal(answer.message);
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline py-3 text-ink-2 last:border-0">
      <span>{texts.removed(item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name)}</span>
      <CartForm
        fetcher={fetcher}
        intent="undo"
        from={from}
        fields={{ productId: String(item.productId), quantity: String(item.quantity), note: item.note }}
        onSubmit={(event) => {
          // The line is back, and this row is about to be removed.
          if (fetcher.data?.ok === true) event.preventDefault();
          else submitOnce(event);
        }}
      >
        <ChoiceFields choices={item.choices} />
        <button ref={undo} type="submit" className={TEXT_BUTTON}>
          {spoken(texts.undo(item.name))}
        </button>
      </CartForm>
      <span role="alert" className="text-sm font-semibold text-beet">
        {refusal}
      </span>
    </li>
  );
}
