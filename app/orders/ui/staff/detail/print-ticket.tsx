import { testOrder } from "#texts/orders/test-order.ts";
import { goesWithWords } from "#app/orders/domain/changes/add-on.ts";
import { formatDayAndTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney } from "#app/values/money.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import { LineQuantity } from "#app/orders/ui/staff/line-quantity.tsx";
import { receiptTitle } from "#app/orders/domain/receipt/receipt-number.ts";
import { testWords } from "#app/orders/domain/test-payment.ts";
import type { PrintedLook } from "#app/store/domain/look/look.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import type { StaffOrderDetail } from "./staff-order-detail.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";
import { keyed } from "#app/kit/keyed.ts";

export interface TicketShop {
  readonly appName: string;
  readonly look: PrintedLook;
}

interface ReceiptShop extends TicketShop {
  readonly address: string;
  readonly telephone: string;
  readonly taxNumber: string;
}

interface PrintProps {
  readonly order: StaffOrderDetail;
  readonly shop: ReceiptShop;
}

/** 80 mm paper has 72 mm printable width. */
const PAPER = "mx-auto w-[72mm] bg-surface px-1 py-2 text-[12pt] leading-tight text-ink";

interface TicketProps {
  readonly order: StaffOrder;
  readonly shop: TicketShop;
  readonly now: Date;
}

/** The kitchen ticket: quantity first and large, kitchen names, framed notes, no prices. */
export function PrintTicket({ order, shop, now }: TicketProps) {
  const clock = useShopClock();
  const format = useMoneyFormat();
  return (
    <div className={PAPER}>
      <header className="border-b-2 border-ink pb-2">
        <ShopMark shop={shop} className="mb-2 text-[10pt] font-bold" />
        <h1 className="text-[26pt] leading-none">{order.number}</h1>
        {order.isTestOrder ? <p className="mt-1 border-2 border-ink px-1 text-[15pt] font-bold">{testOrder.toUpperCase()}</p> : null}
        <p className="mt-1 text-[15pt] font-bold">{order.fulfillment === "delivery" ? "DELIVERY" : "PICKUP"}</p>
        <p className="text-[13pt] font-bold">{dueWords(order, clock, now)}</p>
        <p>
          {order.customer.name} {order.customer.phone}
        </p>
      </header>
      {[...order.linked.map(goesWithWords), ...order.changes.map((change) => `CHANGED: ${change}`)].map((words) => (
        <p key={words} className="mt-2 border-2 border-ink px-1 text-[13pt] font-bold wrap-anywhere">
          {words}
        </p>
      ))}
      {order.allergyNote === "" ? null : (
        // A frame instead of a background, because browsers do not print backgrounds by default.
        <p className="mt-2 border-4 border-beet px-2 py-1 text-[14pt] font-bold wrap-anywhere">ALLERGY: {order.allergyNote}</p>
      )}
      <ul>
        {order.lines.map((line) => (
          <li key={line.id} className="grid grid-cols-[12mm_1fr] border-b border-dashed border-ink py-1.5 break-inside-avoid">
            <strong className="figures text-[18pt] leading-none">
              <LineQuantity line={line}>×</LineQuantity>
            </strong>
            <div>
              <p className="text-[14pt] font-bold wrap-anywhere">
                {line.isRefunded ? <s>{line.kitchenName}</s> : line.kitchenName}
                {line.refundedQuantity === 0 ? null : (
                  <span className="block">{refundedWords(line.quantity, line.refundedQuantity).toUpperCase()}</span>
                )}
              </p>
              {keyed(line.options, (option) => option.kitchenName).map(({ key, item: option }) => (
                <p key={key} className="wrap-anywhere">
                  + {option.quantity > 1 ? `${option.quantity}× ` : ""}
                  {option.kitchenName}
                </p>
              ))}
              {line.isToWeigh === true ? <p className="font-bold">STILL TO BE WEIGHED</p> : null}
              {line.note === "" ? null : <p className="mt-1 border-2 border-ink px-1 font-bold wrap-anywhere">{line.note}</p>}
            </div>
          </li>
        ))}
      </ul>
      {order.instructions === "" ? null : <p className="mt-2 border-2 border-ink px-1 font-bold wrap-anywhere">{order.instructions}</p>}
      {order.address === null ? null : <p className="mt-2 wrap-anywhere">{addressLine(order)}</p>}
      {isOwed(order) ? <p className="mt-2 text-[14pt] font-bold">TO PAY: {formatMoney(order.finalTotal, format)}</p> : null}
      <TestLine order={order} />
      <p className="mt-2 text-[9pt]">Placed {formatMoment(order.placedAt, now, clock)}</p>
    </div>
  );
}

/** The customer's receipt: menu names, prices, tax, payment. */
export function PrintReceipt({ order, shop }: PrintProps) {
  const format = useMoneyFormat();
  const { money } = order;
  return (
    <div className={PAPER}>
      <ReceiptHead order={order} shop={shop} />
      <ul className="border-y border-dashed border-ink py-1 text-[11pt]">
        {order.lines.map((line) => {
          const price = money.lines.find((each) => each.id === line.id);
          return (
            <li key={line.id} className="py-0.5 break-inside-avoid">
              <p className="flex justify-between gap-2">
                <span className="wrap-anywhere">
                  {line.quantity} × {line.name}
                </span>
                <span className="figures">{price === undefined ? "" : formatMoney(price.lineTotal, format)}</span>
              </p>
              {keyed(line.options, choiceText).map(({ key, item: option }) => (
                <p key={key} className="pl-4 text-[9pt]">
                  {choiceText(option)}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      <dl className="py-1 text-[11pt]">
        <Amount label="Items" amount={money.subTotal} />
        {money.promotions.map((promotion) => (
          <Amount key={`${promotion.title} ${promotion.code ?? ""}`} label={promotion.title} amount={-promotion.amount} />
        ))}
        {order.fulfillment === "delivery" ? <Amount label="Delivery" amount={money.deliveryFee} /> : null}
        {money.taxLines.map((line) => (
          <Amount key={line.label} label={money.isTaxIncluded ? `Includes ${line.label}` : line.label} amount={line.amount} />
        ))}
        {money.tip === 0 ? null : <Amount label="Tip" amount={money.tip} />}
        <div className="mt-1 flex justify-between border-t-2 border-ink pt-1 text-[14pt] font-bold">
          <dt>Total</dt>
          <dd className="figures">{formatMoney(money.finalTotal, format)}</dd>
        </div>
        {money.refunded === 0 ? null : (
          <>
            <Amount label="Refunded" amount={-money.refunded} />
            <Amount label="Remains paid" amount={Math.max(0, money.finalTotal - money.refunded)} />
          </>
        )}
      </dl>
      <p className="text-[10pt]">
        {paymentWords(order, format)}
        {order.payment.card === null ? "" : `, ${order.payment.card}`}
      </p>
      <TestLine order={order} />
      <p className="mt-2 text-center text-[10pt]">Thank you.</p>
    </div>
  );
}

function ReceiptHead({ order, shop }: PrintProps) {
  const clock = useShopClock();
  return (
    <header className="pb-2 text-center">
      {shop.look.logoUrl === "" ? null : <ShopMark shop={shop} className="mx-auto mb-2" />}
      <h1 className="text-[16pt]" style={{ color: shop.look.primary }}>
        {shop.appName}
      </h1>
      <p className="text-[9pt]">{shop.address}</p>
      <p className="text-[9pt]">{shop.telephone}</p>
      {shop.taxNumber === "" ? null : <p className="text-[9pt]">Tax number: {shop.taxNumber}</p>}
      <p className="mt-2 text-[14pt] font-bold">{order.number}</p>
      {order.receiptNumber === null ? null : <p className="text-[10pt]">{receiptTitle(order.receiptNumber, order.number)}</p>}
      <p className="text-[10pt]">{formatDayAndTime(order.placedAt, clock, { hasYear: true })}</p>
    </header>
  );
}

/** The logo, or the shop's name in its colour. */
function ShopMark({ shop: { appName, look }, className }: { readonly shop: TicketShop; readonly className: string }) {
  if (look.logoUrl !== "") return <img src={look.logoUrl} alt={appName} className={`max-h-[14mm] max-w-full ${className}`} />;
  return (
    <p className={className} style={{ color: look.primary }}>
      {appName}
    </p>
  );
}

function TestLine({ order }: { readonly order: StaffOrder }) {
  return testWords(order).map((words) => (
    <p key={words} className="mt-2 border-2 border-ink px-1 text-[12pt] font-bold">
      {words}
    </p>
  ));
}

function Amount({ label, amount }: { readonly label: string; readonly amount: number }) {
  const format = useMoneyFormat();
  return (
    <div className="flex justify-between gap-2">
      <dt className="wrap-anywhere">{label}</dt>
      <dd className="figures">{formatMoney(amount, format)}</dd>
    </div>
  );
}

function dueWords(order: StaffOrder, clock: ShopClock, now: Date): string {
  const due = order.promisedAt ?? order.requestedFor;
  return due === null ? "AS SOON AS POSSIBLE" : `FOR ${formatMoment(due, now, clock)}`;
}

function addressLine({ address }: StaffOrder): string {
  if (address === null) return "";
  return [address.street, address.unit, address.city, address.province, address.postalCode].filter((part) => part !== "").join(", ");
}
