import * as texts from "#texts/checkout/page.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { ChevronDownIcon } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router";
import { formatMoney } from "#app/values/money.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { CartRefusal, RemovedItem } from "#app/cart/ui/cart-answer.ts";
import type { CartView } from "#app/cart/ui/cart-view.ts";
import { CouponBox } from "#app/cart/ui/summary/coupon-box.tsx";
import { NextSteps } from "#app/cart/ui/summary/next-steps.tsx";
import { OptionList } from "#app/cart/ui/lines/option-list.tsx";
import { QuantityForm } from "#app/cart/ui/lines/quantity-form.tsx";
import { RemovedLine } from "#app/cart/ui/lines/removed-line.tsx";
import { RemoveForm } from "#app/cart/ui/lines/remove-form.tsx";
import { Totals, WhyThisTotal } from "#app/cart/ui/summary/totals.tsx";
import { useCartAnnouncements } from "#app/cart/ui/use-cart-announcements.ts";
import { useRemovedLines } from "#app/cart/ui/lines/use-removed-lines.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

interface OrderSummaryProps {
  readonly cart: CartView;
  /** Response to a plain form post, with the removed items. */
  readonly said: string | null;
  readonly removed: RemovedItem | null;
  /** Why the server refused a plain form of this summary. */
  readonly refused: CartRefusal | undefined;
}

/**
 * The order summary with editable quantities and codes. Next to the form on wide screens, collapsed under its total on phones, open without
 * JavaScript.
 */
export function OrderSummary(props: OrderSummaryProps) {
  const format = useMoneyFormat();
  const { cart, said, removed, refused } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(said !== null || removed !== null || refused !== undefined);
  return (
    <aside aria-label={texts.yourOrder} className="ticket mb-8 lg:sticky lg:top-24 lg:mb-0">
      <h2 className="rule mx-4 hidden pt-5 pb-2 text-xl sm:mx-6 lg:block noscript:block">{texts.yourOrder}</h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-13 w-full flex-wrap items-center gap-x-2 px-4 py-2 lg:hidden noscript:hidden"
      >
        <span className="flex items-center gap-2 text-left font-semibold text-primary underline underline-offset-2">
          {texts.yourOrderAndCodes}
          <ChevronDownIcon aria-hidden className={`size-5 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
        </span>
        <span className="figures ml-auto font-display text-xl font-bold">{formatMoney(cart.priced.finalTotal, format)}</span>
      </button>
      <div id={id} className={`px-4 pt-4 pb-5 lg:px-6 ${isOpen ? "" : "max-lg:not-noscript:hidden"}`}>
        <Content {...props} />
      </div>
    </aside>
  );
}

function Content({ cart, said, removed, refused }: OrderSummaryProps) {
  const { priced } = cart;
  useCartAnnouncements(priced);
  const { rows, putBack } = useRemovedLines(priced, removed);
  const { itemId, code } = refused?.typed ?? {};
  const isAboutLine = priced.lines.some((line) => line.id === itemId);
  const isDelivery = cart.fulfillment === "delivery";
  // The last line cannot be removed: a checkout needs at least one.
  const canRemove = priced.lines.filter((line) => !line.isFreeItem).length > 1;
  return (
    <>
      <p role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {isAboutLine || code !== undefined ? null : refused?.message}
      </p>
      <ul className="grid gap-4">
        {rows.map((row) =>
          "item" in row ? (
            <RemovedLine key={row.item.itemId} item={row.item} from="checkout" onBack={() => putBack(row)} />
          ) : (
            <li key={row.id} data-line={row.id} className="has-[[data-remove][aria-disabled=true]]:opacity-50">
              <SummaryLine line={row} />
              {row.isFreeItem ? null : (
                <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
                  <QuantityForm
                    itemId={row.id}
                    name={titleOf(row)}
                    quantity={row.weight?.steps ?? row.quantity}
                    texts={row.stepTexts}
                    maxQuantity={row.maxQuantity}
                    from="checkout"
                    refused={row.id === itemId ? refused?.message : null}
                  />
                  {canRemove ? <RemoveForm itemId={row.id} title={titleOf(row)} from="checkout" /> : null}
                </div>
              )}
            </li>
          ),
        )}
      </ul>
      <p className="mt-2">
        <Link to="/cart" className="inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-2">
          {texts.changeInCart}
        </Link>
      </p>
      <div className="cut mt-3 grid gap-3 pt-2">
        <CouponBox
          cartId={cart.id}
          priced={priced}
          said={code === undefined ? said : (refused?.message ?? null)}
          typed={code}
          from="checkout"
        />
        <NextSteps priced={priced} />
      </div>
      <div className="cut mt-3 pt-4">
        <Totals totals={priced} isDelivery={isDelivery} hasTip={cart.tipPresets !== null} />
        <WhyThisTotal totals={priced} isDelivery={isDelivery} tipBase={priced.tipBase} />
      </div>
    </>
  );
}

function titleOf(line: PricedLine): string {
  return lineTitle({ ...line, options: line.selected });
}

function SummaryLine({ line }: { readonly line: PricedLine }) {
  const format = useMoneyFormat();
  return (
    <>
      <div className="priced">
        <span className="font-semibold">
          {line.isFreeItem ? <span className="figures">{line.quantity} × </span> : null}
          {line.name}
        </span>
        <span aria-hidden className="leader" />
        <span className="figures">{formatMoney(line.lineTotal, format)}</span>
      </div>
      <OptionList selected={line.selected} />
      {line.note === "" ? null : <p className="mt-1 text-sm text-ink-2 italic">{texts.note(line.note)}</p>}
      {line.isPickupOnly ? <p className="mt-1 text-sm font-semibold">{texts.pickupOnly}</p> : null}
    </>
  );
}
