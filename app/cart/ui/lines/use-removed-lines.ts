import { useEffect, useRef, useState } from "react";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { useCartFetcher } from "#app/cart/ui/use-cart-fetcher.ts";

interface Gone {
  readonly item: RemovedItem;
  readonly index: number;
}

/**
 * Lines in order of adding, with removed ones in place until the page is left. `removed`: before this page loaded (in the URL without JavaScript).
 */
export function useRemovedLines(priced: PricedCart, removed: RemovedItem | null) {
  const remover = useCartFetcher("cart-remove");
  const [gone, setGone] = useState<readonly Gone[]>(removed === null ? [] : [{ item: removed, index: 0 }]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const places = useRef(new Map<string, number>());
  const focusAfter = useFocusAfter();
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

  const rows: (PricedLine | Gone)[] = [...priced.lines];
  for (const each of gone.toSorted((a, b) => a.index - b.index)) rows.splice(Math.min(each.index, rows.length), 0, each);
  return {
    rows,
    remover,
    /** Id of the line being removed. */
    leaving: remover.formData?.get("itemId"),
    refusal,
    /** The line is back: its Undo disappears and passes the focus on. */
    putBack: (row: Gone) => {
      const line = priced.lines.findLast((each) => each.productId === row.item.productId && !each.isFreeItem);
      focusAfter(() => document.querySelector(`[data-line="${line?.id}"] [data-remove]`));
      setGone((before) => before.filter((each) => each !== row));
    },
  };
}
