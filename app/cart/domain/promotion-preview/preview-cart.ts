import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { amountOf, findAlarms } from "./alarms.ts";
import type { CustomerFacts } from "#app/promotions/domain/promotion.ts";
import type { OwnCart } from "./own-cart.ts";
import type { ReplayReport } from "./replay.ts";
import { priceAfter, priceBefore, priceOf, type PreviewCart, type PreviewScene } from "./scene.ts";

/** The effect of an offer on one cart. */
export interface CartPreview {
  readonly name: string;
  /** "2 × Margherita $15.00" */
  readonly lines: readonly string[];
  /** "Delivery, code SAVE5, Monday …" */
  readonly facts: string;
  /** The amount to pay without the offer, and with it. */
  readonly without: Cents;
  readonly after: Cents;
  /** Discount of the promotion itself, free items at list price. */
  readonly given: Cents;
  readonly applied: readonly { readonly title: string; readonly explanation: string; readonly isDraft: boolean }[];
  /** Why the offer gives nothing; null when it does. */
  readonly whyNot: string | null;
  /** Offers that applied before and no longer do. */
  readonly displaced: readonly string[];
  readonly alarms: readonly string[];
  /** The cart for editing; null if its prices are generated. */
  readonly copy: OwnCart | null;
}

/** The result of an offer's preview. */
export interface PreviewReport {
  readonly own: readonly CartPreview[];
  readonly samples: readonly CartPreview[];
  readonly replay: ReplayReport;
  /** Orders of the last 30 days; may exceed the replayed number. */
  readonly ordersInAll: number;
  /** It needs a code, assumed to be entered. */
  readonly needsCode: boolean;
}

/** Prices a cart without and with the promotion; alarms also compare with the stored version. */
export function previewCart(scene: PreviewScene, cart: PreviewCart, format: MoneyFormat): CartPreview {
  const without = priceOf(scene, cart, scene.others);
  const before = scene.stored === null ? without : priceBefore(scene, cart);
  const after = priceAfter(scene, cart);
  const { draft } = scene;
  const given = amountOf(scene, after);
  return {
    name: cart.name,
    lines: after.lines
      .filter((line) => !line.isFreeItem)
      .map((line) => `${line.quantity} × ${line.name} ${formatMoney(line.unitPrice, format)}`),
    facts: factsOf(scene, cart),
    without: without.finalTotal,
    after: after.finalTotal,
    given,
    applied: after.applied.map(({ promotionId, title, explanation }) => ({ title, explanation, isDraft: promotionId === draft.id })),
    whyNot: given > 0 ? null : (after.notApplied.find(({ promotionId }) => promotionId === draft.id)?.message ?? "It takes nothing off."),
    displaced: without.applied
      .filter(({ promotionId }) => !after.applied.some((each) => each.promotionId === promotionId))
      .map(({ title }) => title),
    alarms: findAlarms(scene, cart, before, after, format),
    copy: cart.isMadeUp === true ? null : copyOf(cart),
  };
}

function copyOf({ name, fulfillment, codes, customer, lines }: PreviewCart): OwnCart {
  return {
    name,
    fulfillment,
    code: codes[0]?.code ?? "",
    at: "",
    email: customer.email ?? "",
    earlierOrders: customer.orderCount ?? 0,
    tags: (customer.tags ?? []).join(", "),
    spent: spentBy(customer),
    lines: lines.map(({ product, quantity, choices }) => ({
      productId: product.id,
      quantity,
      options: choices.flatMap(({ templateId, optionId, quantity: units }) =>
        optionId === null ? [] : [{ templateId, optionId, quantity: units }],
      ),
    })),
  };
}

function factsOf({ settings }: PreviewScene, { fulfillment, codes, customer, now, requestedFor }: PreviewCart): string {
  const facts = [
    fulfillment === "pickup" ? "Pickup" : "Delivery",
    formatInstant(now, settings, now),
    requestedFor === null ? "" : `wanted ${formatInstant(requestedFor, settings, now)}`,
    codes.length === 0 ? "" : `code ${codes.map(({ code }) => code).join(", ")}`,
    customer.email ?? "",
    (customer.orderCount ?? 0) > 0 ? "has ordered before" : "",
    ...(customer.tags ?? []).map((tag) => `tagged ${tag}`),
    spentBy(customer) > 0 ? `spent ${formatMoney(spentBy(customer), settings.format)} before` : "",
  ];
  return facts.filter((fact) => fact !== "").join(", ");
}

/** The amount for the longest period that promotions count. */
function spentBy({ spentByDays }: CustomerFacts): Cents {
  return Math.max(0, ...Object.values(spentByDays ?? {}));
}
