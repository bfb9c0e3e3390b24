import { testOrder } from "#texts/orders/test-order.ts";
import type { PaperLine } from "#app/mail/gateway/receipt-printer.server.ts";
import { goesWithWords, type LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import type { OrderItemRow, OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import { oneLine } from "#app/orders/workflows/mail/words.server.ts";
import { isToWeigh } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { formatDayAndTime, formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { localDateOf } from "#app/values/time.ts";

interface KitchenTicket {
  readonly order: OrderRow;
  /** Items of the printer's station, without refunded ones. */
  readonly items: readonly OrderItemRow[];
  /** "" = the whole order. */
  readonly station: string;
  /** Allergies of the order and of the customer. */
  readonly allergies: string;
  readonly isCopy: boolean;
  /** Orders that are made and handed over with it. */
  readonly linked: readonly LinkedOrder[];
  readonly clock: ShopClock;
  readonly format: MoneyFormat;
  readonly now: Date;
}

/** The kitchen ticket: quantity first and large, kitchen names, choices below, important notes in white on black, no prices. */
export function kitchenTicketLayout({
  order,
  items,
  station,
  allergies,
  isCopy,
  linked,
  clock,
  format,
  now,
}: KitchenTicket): readonly PaperLine[] {
  const large = (text: string): PaperLine => ({ kind: "text", text: oneLine(text), size: 2, isBold: true });
  const usual = (text: string): PaperLine => ({ kind: "text", text: oneLine(text), size: 1 });
  const alarm = (text: string): PaperLine => ({ kind: "text", text: ` ${oneLine(text)} `, size: 2, isBold: true, isAlarm: true });
  const due = order.promisedAt ?? order.requestedFor;
  const toPay = order.totalCents - order.promotionDiscountCents;
  return [
    large(order.number ?? ""),
    ...(order.isTest ? [large(testOrder.toUpperCase())] : []),
    large(order.fulfillment === "delivery" ? "DELIVERY" : "PICKUP"),
    large(due === null ? "AS SOON AS POSSIBLE" : `FOR ${timeOf(due, now, clock)}`),
    ...(station === "" ? [] : [usual(station)]),
    ...(isCopy ? [usual("PRINTED AGAIN")] : []),
    ...linked.map((other) => large(goesWithWords(other).toUpperCase())),
    ...(order.kitchenChanges.length === 0 ? [] : [alarm("CHANGED"), ...order.kitchenChanges.map(large)]),
    usual(`${order.customerName} ${order.customerPhone}`),
    ...(allergies === "" ? [] : [alarm(`ALLERGY: ${allergies}`)]),
    { kind: "rule" },
    ...items.flatMap((item): readonly PaperLine[] => [
      large(`${item.quantity} ${item.kitchenName}`),
      ...item.options.map((option): PaperLine => {
        const text = oneLine(`${option.quantity > 1 ? `${option.quantity}x ` : ""}${option.kitchenName}`);
        return { kind: "text", text, size: 1, isBold: true, indent: 4 };
      }),
      ...(isToWeigh(item) ? [{ kind: "text", text: "STILL TO BE WEIGHED", size: 1, isBold: true, indent: 4 } as const] : []),
      ...(item.note === "" ? [] : [{ kind: "text", text: oneLine(`** ${item.note} **`), size: 1, isBold: true, indent: 4 } as const]),
    ]),
    { kind: "rule" },
    ...(order.instructions === "" ? [] : [large(order.instructions)]),
    ...(order.address === null
      ? []
      : [
          usual(
            [order.address.street, order.address.unit, order.address.city, order.address.postalCode]
              .filter((part) => part !== "")
              .join(", "),
          ),
        ]),
    ...(isOwed({ ...order, finalTotal: toPay }) ? [large(`TO PAY ${formatMoney(toPay, format)}`)] : []),
    usual(`Printed ${formatTime(now, clock)}`),
  ];
}

function timeOf(at: Date, now: Date, clock: ShopClock): string {
  if (localDateOf(at, clock.timeZone) === localDateOf(now, clock.timeZone)) return formatTime(at, clock);
  return formatDayAndTime(at, clock, { weekday: "short" });
}
