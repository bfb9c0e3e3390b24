import * as texts from "#texts/cart/lines.ts";
import { isTimeProblem } from "#app/cart/domain/cart.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";
import { CartLine } from "./cart-line.tsx";
import { RemovedLine } from "./removed-line.tsx";
import { useRemovedLines } from "./use-removed-lines.ts";

interface CartLinesProps {
  readonly priced: PricedCart;
  /** Whether a later time resolves the problems of the requested time. */
  readonly hasLaterTime?: boolean;
  /** Removed before this page loaded (in the URL without JavaScript). */
  readonly removed: RemovedItem | null;
}

/** The lines in order of adding. A removed one leaves its Undo in place. */
export function CartLines({ priced, hasLaterTime = false, removed }: CartLinesProps) {
  const { rows, putBack } = useRemovedLines(priced, removed);
  return (
    <ul aria-label={texts.items}>
      {rows.map((row) =>
        "item" in row ? (
          <RemovedLine key={row.item.itemId} item={row.item} onBack={() => putBack(row)} />
        ) : (
          <CartLine
            key={row.id}
            line={row}
            problems={priced.problems
              .filter((problem) => problem.cartItemId === row.id)
              .map((problem) => ({ ...problem, blocks: problem.blocks && !(hasLaterTime && isTimeProblem(problem)) }))}
            promotions={priced.applied
              .filter((each) => (each.lineShares[row.id] ?? 0) > 0 || each.promotionId === row.promotionId)
              .map((each) => each.title)}
            gift={row.isFreeItem ? priced.freeItems.find((each) => each.promotionId === row.promotionId) : undefined}
          />
        ),
      )}
    </ul>
  );
}
