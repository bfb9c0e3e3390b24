import { PencilIcon } from "lucide-react";
import { useRef } from "react";
import { Button } from "#app/kit/button.tsx";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { keyed } from "#app/kit/keyed.ts";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { QuantityStepper } from "#app/kit/quantity-stepper.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { formatMoney } from "#app/values/money.ts";
import type { EnteredLine, EnteredOrder } from "./entered-order.ts";
import type { PricedDraft } from "./new-order-view.ts";

interface LinesPanelProps {
  readonly order: EnteredOrder;
  readonly priced: PricedDraft | null;
  readonly onLines: (lines: readonly EnteredLine[]) => void;
  readonly onEdit: (index: number) => void;
}

/** The entered lines, with the server's prices and problems. */
export function LinesPanel({ order, priced, onLines, onEdit }: LinesPanelProps) {
  const format = useMoneyFormat();
  const nothing = useRef<HTMLParagraphElement>(null);
  const focusAfter = useFocusAfter();
  const { lines } = order;
  if (lines.length === 0)
    return (
      <p ref={nothing} tabIndex={-1} className="text-ink-2">
        Nothing entered yet. Choose from the menu, or a known customer’s usual order.
      </p>
    );
  const orderedLines = priced?.lines.filter(({ isFreeItem }) => !isFreeItem) ?? [];
  const gifts = priced?.lines.filter(({ isFreeItem }) => isFreeItem) ?? [];
  const pricedOf = (index: number) =>
    orderedLines.length === lines.length && orderedLines[index]?.productId === lines[index]?.productId ? orderedLines[index] : undefined;
  const general = priced?.problems.filter(({ cartItemId, blocks }) => blocks && !orderedLines.some(({ id }) => id === cartItemId)) ?? [];
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {keyed(lines, ({ productId }) => String(productId)).map(({ key, item: line }, index) => {
          const pricedLine = pricedOf(index);
          return (
            <Line
              key={key}
              line={line}
              most={pricedLine?.maxQuantity ?? MAX_QUANTITY}
              weight={(pricedLine?.stepTexts ?? line.stepTexts)?.[line.quantity]}
              isPickupOnly={pricedLine?.isPickupOnly === true}
              total={pricedLine === undefined ? "" : formatMoney(pricedLine.lineTotal, format)}
              problems={
                priced?.problems.filter((each) => each.blocks && each.cartItemId === pricedLine?.id).map(({ message }) => message) ?? []
              }
              onQuantity={(quantity) => onLines(lines.with(index, { ...line, quantity }))}
              onEdit={() => onEdit(index)}
              onRemove={() => {
                // The focus would move on to the choice between pickup and delivery.
                if (lines.length === 1) focusAfter(() => nothing.current);
                onLines(lines.toSpliced(index, 1));
              }}
            />
          );
        })}
      </ul>
      {gifts.map((gift) => (
        <p key={gift.id} className="font-semibold text-leaf">
          Free: {gift.quantity} × {gift.name}
        </p>
      ))}
      {general.map(({ message }) => (
        <ProblemNote key={message} blocks>
          {message}
        </ProblemNote>
      ))}
      {priced === null ? null : <OrderTotals priced={priced} isDelivery={order.fulfillment === "delivery"} />}
    </div>
  );
}

/** Not the cart's component: sharing it would split the scripts of every shop page into more files. */
function OrderTotals({ priced: { totals, taxes }, isDelivery }: { readonly priced: PricedDraft; readonly isDelivery: boolean }) {
  const format = useMoneyFormat();
  const rows = [
    { label: "Subtotal", amount: formatMoney(totals.subTotal, format) },
    ...totals.applied.map(({ title, amount }) => ({ label: title, amount: `−${formatMoney(amount, format)}` })),
    ...(isDelivery ? [{ label: "Delivery", amount: formatMoney(totals.deliveryFee, format) }] : []),
    ...taxes.map(({ label, amount }) => ({ label, amount: formatMoney(amount, format) })),
    { label: "Total", amount: formatMoney(totals.finalTotal, format) },
  ];
  return (
    <dl className="grid gap-2">
      {keyed(rows, ({ label }) => label).map(({ key, item: { label, amount } }) => (
        <div key={key} className="priced last:cut last:pt-3 last:font-display last:text-2xl last:font-bold">
          <dt>{label}</dt>
          <span aria-hidden className="leader" />
          <dd className="figures whitespace-nowrap">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LineProps {
  readonly line: EnteredLine;
  readonly most: number;
  /** Only of a product sold by weight. */
  readonly weight: string | undefined;
  readonly isPickupOnly: boolean;
  readonly total: string;
  readonly problems: readonly string[];
  readonly onQuantity: (quantity: number) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Line({ line, most, weight, isPickupOnly, total, problems, onQuantity, onEdit, onRemove }: LineProps) {
  return (
    <li className="grid gap-1.5 border-b border-hairline pb-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{line.name}</span>
        <span className="figures">{total}</span>
      </div>
      {line.details === "" ? null : <p className="text-sm text-ink-2 wrap-anywhere">{line.details}</p>}
      {isPickupOnly ? <p className="text-sm font-semibold">Pickup only</p> : null}
      {line.note === "" ? null : <p className="border-l-4 border-saffron pl-2 text-sm font-semibold wrap-anywhere">{line.note}</p>}
      {problems.map((message) => (
        <ProblemNote key={message} blocks>
          {message}
        </ProblemNote>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <QuantityStepper
          name="quantity"
          label={line.name}
          value={line.quantity}
          text={weight}
          min={line.least ?? 1}
          max={most}
          onChange={onQuantity}
        />
        <Button look="quiet" size="icon" aria-label={`Choices and note of ${line.name}`} title="Choices and note" onClick={onEdit}>
          <PencilIcon aria-hidden className="size-5" />
        </Button>
        <RemoveButton
          label={`Remove ${line.name}`}
          announcement={`${line.name} removed`}
          className="min-h-11 min-w-11"
          onRemove={onRemove}
        />
      </div>
    </li>
  );
}
