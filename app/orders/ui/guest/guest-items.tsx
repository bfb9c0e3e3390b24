import * as texts from "#texts/orders/page/order-items.ts";
import * as pageTexts from "#texts/orders/page/order-page.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney } from "#app/values/money.ts";
import { AllergyMark } from "#app/orders/ui/allergy-mark.tsx";
import { OptionList } from "#app/cart/ui/lines/option-list.tsx";
import { Totals, WhyThisTotal } from "#app/cart/ui/summary/totals.tsx";
import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import type { GuestOrder } from "./guest-order.ts";

/** The ordered items and their prices, as charged. */
export function GuestItems({ order }: { readonly order: GuestOrder }) {
  const format = useMoneyFormat();
  const isDelivery = order.fulfillment === "delivery";
  return (
    <>
      <ul className="grid gap-3">
        {order.items.map((item) => (
          <li key={item.id}>
            <div className="priced">
              <span className="font-semibold">
                <span className="figures">{item.quantity} × </span>
                <span className={item.refundedQuantity === item.quantity ? "line-through decoration-2" : ""}>{item.name}</span>
              </span>
              <span aria-hidden className="leader" />
              <span className="figures">{formatMoney(item.lineTotal, format)}</span>
            </div>
            <OptionList selected={item.options} />
            {item.note === "" ? null : <p className="mt-1 text-sm text-ink-2 italic">{pageTexts.itemNote(item.note)}</p>}
            {item.refundedQuantity === 0 ? null : (
              <p className="mt-1 text-sm font-semibold text-beet first-letter:uppercase">
                {refundedWords(item.quantity, item.refundedQuantity)}
              </p>
            )}
            {item.isFreeItem ? <p className="mt-1 text-sm text-ink-2">{texts.gift}</p> : null}
          </li>
        ))}
      </ul>
      <AllergyMark note={order.allergyNote} />
      <div className="cut mt-4 pt-4">
        <Totals totals={order.totals} isDelivery={isDelivery} hasTip={order.totals.tip > 0} />
        {order.refunded === 0 ? null : (
          <dl className="figures mt-2 grid gap-2">
            <div className="flex justify-between font-semibold text-beet">
              <dt>{texts.refunded}</dt>
              <dd>−{formatMoney(order.refunded, format)}</dd>
            </div>
            <div className="flex justify-between font-semibold">
              <dt>{texts.paidInTheEnd}</dt>
              <dd>{formatMoney(Math.max(0, order.totals.finalTotal - order.refunded), format)}</dd>
            </div>
          </dl>
        )}
        <WhyThisTotal totals={order.totals} isDelivery={isDelivery} tipBase={null} />
      </div>
    </>
  );
}

/** Orders that go with this one, and the total of both. */
export function TogetherWords({ words }: { readonly words: readonly string[] }) {
  return words.map((sentence) => (
    <p key={sentence} className="mt-3 max-w-prose wrap-anywhere">
      {sentence}
    </p>
  ));
}
