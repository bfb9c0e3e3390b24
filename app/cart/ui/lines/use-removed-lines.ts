import { useState } from "react";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { useCartChange } from "#app/cart/ui/cart-events.ts";

interface RemovedRow {
  readonly item: RemovedItem;
  readonly index: number;
}

/**
 * Lines in order of adding, with removed ones in place until the page is left. `removed`: before this page loaded (in the URL without JavaScript).
 */
export function useRemovedLines(priced: PricedCart, removed: RemovedItem | null) {
  const [removedRows, setRemovedRows] = useState<readonly RemovedRow[]>(removed === null ? [] : [{ item: removed, index: 0 }]);
  const focusAfter = useFocusAfter();

  // The cart is reloaded shortly after the response.
  const rows: (PricedLine | RemovedRow)[] = priced.lines.filter(({ id }) => !removedRows.some(({ item }) => item.itemId === id));
  for (const row of removedRows.toSorted((a, b) => a.index - b.index)) rows.splice(row.index, 0, row);

  useCartChange(({ removed: item }) => {
    if (item == null) return;
    const index = rows.findIndex((row) => "id" in row && row.id === item.itemId);
    setRemovedRows((before) => [...before, { item, index }]);
  });

  return {
    rows,
    /** The line is back: its Undo disappears and passes the focus on. */
    putBack: (row: RemovedRow) => {
      const line = priced.lines.findLast((each) => each.productId === row.item.productId && !each.isFreeItem);
      focusAfter(() => document.querySelector(`[data-line="${line?.id}"] [data-remove]`));
      setRemovedRows((before) => before.filter((each) => each !== row));
    },
  };
}
