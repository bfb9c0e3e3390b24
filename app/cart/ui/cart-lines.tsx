import { useEffect, useRef, useState } from "react";
import { TEXT_BUTTON } from "#app/kit/text-button.ts";
import type { RemovedItem } from "./cart-answer.ts";
import { CartForm, ChoiceFields } from "./cart-form.tsx";
import { CartLine } from "./cart-line.tsx";
import { useCartFetcher } from "./use-cart-fetcher.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";

interface Gone {
  readonly item: RemovedItem;
  readonly index: number;
}

interface CartLinesProps {
  readonly priced: PricedCart;
  /** Removed before this page was loaded (without script the address says so). */
  readonly removed: RemovedItem | null;
}

/** The lines in the order they were added. A removed one leaves its Undo in its place until the page is left. */
export function CartLines({ priced, removed }: CartLinesProps) {
  const remover = useCartFetcher("cart-remove");
  const [gone, setGone] = useState<readonly Gone[]>(removed === null ? [] : [{ item: removed, index: 0 }]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const places = useRef(new Map<string, number>());
  useEffect(() => {
    priced.lines.forEach((line, index) => places.current.set(line.id, index));
  }, [priced.lines]);

  useAnswer(remover, (answer) => {
    if (answer === undefined) return;
    setRefusal(answer.ok ? null : answer.message);
    if (!answer.ok || answer.removed === null) return;
    const item = answer.removed;
    const index = places.current.get(item.itemId) ?? 0;
    setGone((before) => (before.some((each) => each.item.itemId === item.itemId) ? before : [...before, { item, index }]));
  });

  const leaving = remover.formData?.get("itemId");
  const rows: (PricedLine | Gone)[] = [...priced.lines];
  for (const each of gone.toSorted((a, b) => a.index - b.index)) rows.splice(Math.min(each.index, rows.length), 0, each);

  return (
    <>
      <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {refusal}
      </p>
      <ul aria-label="Items in your cart">
        {rows.map((row) =>
          "item" in row ? (
            <RemovedLine
              key={`gone-${row.item.itemId}`}
              item={row.item}
              onBack={() => setGone((before) => before.filter((each) => each !== row))}
            />
          ) : (
            <CartLine
              key={row.id}
              line={row}
              problems={priced.problems.filter((problem) => problem.cartItemId === row.id)}
              promotions={priced.applied
                .filter((each) => (each.lineShares[row.id] ?? 0) > 0 || each.promotionId === row.promotionId)
                .map((each) => each.title)}
              gift={row.isFreeItem ? priced.freeItems.find((each) => each.promotionId === row.promotionId) : undefined}
              remover={remover}
              isLeaving={leaving === row.id}
            />
          ),
        )}
      </ul>
    </>
  );
}

function RemovedLine({ item, onBack }: { readonly item: RemovedItem; readonly onBack: () => void }) {
  const fetcher = useCartFetcher();
  const undo = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    undo.current?.focus({ preventScroll: true });
  }, []);
  useAnswer(fetcher, (answer) => {
    if (answer === undefined) return;
    if (answer.ok) onBack();
    else setRefusal(answer.message);
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline py-3 text-ink-2 last:border-0">
      <span role="status">
        Removed: {item.quantity > 1 ? `${item.quantity} × ` : ""}
        {item.name}
      </span>
      <CartForm
        fetcher={fetcher}
        intent="undo"
        fields={{ productId: String(item.productId), quantity: String(item.quantity), note: item.note }}
      >
        <ChoiceFields choices={item.choices} />
        <button ref={undo} type="submit" className={TEXT_BUTTON}>
          Undo<span className="sr-only"> removing {item.name}</span>
        </button>
      </CartForm>
      <span role="alert" className="text-sm font-semibold text-beet">
        {refusal}
      </span>
    </li>
  );
}
