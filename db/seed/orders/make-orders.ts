import { randomBytes } from "node:crypto";
import type { orderEvents, orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import type { promotionUses } from "#app/promotions/data/tables.ts";
import { DEMO_KEY } from "#app/orders/domain/demo-day.ts";
import { formatOrderNumber } from "#app/orders/domain/order.ts";
import { itemRefund } from "#app/orders/domain/changes/order-refunds.ts";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { CodeOnCart, GiftProduct, Promotion, PromotionNames } from "#app/promotions/domain/promotion.ts";
import { addDays, addMinutes, businessDay, instantOf, localTimeOf, type LocalDate } from "#app/values/time.ts";
import type { Cents } from "#app/values/money.ts";
import type { SimulatorRecord } from "#stripe-simulator/payment/records.ts";
import { customerKeys } from "#app/promotions/workflows/customer-keys.server.ts";
import { amountColumns, appliedByItem, itemColumns } from "#app/orders/workflows/stored-order.server.ts";
import { makeLines, type Appetite } from "./order-carts.ts";
import { makePayment } from "./order-payments.ts";
import { LONGEST_STORY_MINUTES, PAYMENT_STATE_OF, storyUntil, tellStory, type OrderStory } from "./order-story.ts";
import { makeCustomers, type SeedCustomer } from "#db/seed/people.ts";
import type { Random } from "#db/seed/random.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import type { PricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";

export interface OrderSources {
  readonly random: Random;
  readonly now: Date;
  readonly settings: PricingSettings;
  readonly products: readonly ProductForSale[];
  readonly promotions: readonly Promotion[];
  readonly names: PromotionNames;
  /** Ids of the codes that customers enter, by code. */
  readonly codes: ReadonlyMap<string, { readonly id: number; readonly promotionId: number }>;
  /** Demand of a product at an hour (0–23); 0: never. */
  readonly appeal: (product: ProductForSale, hour: number) => number;
}

/** One past order with all its rows. */
export interface SeedOrder {
  readonly order: typeof orders.$inferInsert;
  readonly items: readonly (typeof orderItems.$inferInsert)[];
  readonly events: readonly (typeof orderEvents.$inferInsert)[];
  readonly uses: readonly (typeof promotionUses.$inferInsert)[];
  readonly refund: typeof refunds.$inferInsert | null;
  readonly payment: readonly SimulatorRecord[];
}

const DAYS = 30;
/** Orders per day from Sunday, about four hundred a month. */
const DAILY = [14, 9, 12, 11, 12, 17, 19] as const;
/** Relative demand per hour. */
export const HOURS: readonly (readonly [number, number])[] = [
  [8, 4],
  [9, 5],
  [10, 5],
  [11, 6],
  [12, 10],
  [13, 8],
  [14, 4],
  [15, 4],
  [16, 4],
  [17, 7],
  [18, 11],
  [19, 10],
  [20, 7],
  [21, 3],
];
export const CUSTOMERS = 110;

/** A month of finished orders up to a few hours ago, oldest first. */
export function makeOrders(sources: OrderSources): readonly SeedOrder[] {
  const { random, now, settings } = sources;
  const customers = makeCustomers(random, CUSTOMERS);
  const orderCounts = new Map<string, number>();
  const numbers = new Map<LocalDate, number>();
  return placedTimes(random, now, settings.timeZone).flatMap((placedAt) => {
    const customer = random.weighted(customers, (each) => each.weight);
    const priced = priceOne(sources, placedAt, customer, orderCounts.get(customer.email) ?? 0);
    if (priced === null) return [];
    const businessDate = businessDay(placedAt, settings.timeZone);
    const sequence = (numbers.get(businessDate) ?? 0) + 1;
    numbers.set(businessDate, sequence);
    orderCounts.set(customer.email, (orderCounts.get(customer.email) ?? 0) + 1);
    return [
      toRows(sources, { placedAt, until: null, key: DEMO_KEY, customer, businessDate, number: formatOrderNumber(sequence), ...priced }),
    ];
  });
}

function placedTimes(random: Random, now: Date, timeZone: string): readonly Date[] {
  const today = localTimeOf(now, timeZone).date;
  const latest = addMinutes(now, -LONGEST_STORY_MINUTES);
  const times: Date[] = [];
  for (let back = DAYS; back >= 0; back -= 1) {
    const date = addDays(today, -back);
    const { weekday } = localTimeOf(instantOf(date, 720, timeZone), timeZone);
    const count = DAILY[weekday] + random.between(-2, 3);
    for (let index = 0; index < count; index += 1) {
      const [hour] = random.weighted(HOURS, ([, weight]) => weight);
      times.push(addMinutes(instantOf(date, hour * 60 + random.between(0, 59), timeZone), random.between(0, 59) / 60));
    }
  }
  return times.filter((time) => time <= latest).toSorted((a, b) => a.getTime() - b.getTime());
}

interface PricedOrder {
  readonly priced: PricedCart;
  readonly fulfillment: Fulfillment;
}

function typedCode(random: Random, orderCount: number): "WELCOME10" | "FIVER" | null {
  if (orderCount === 0 && random.chance(0.45)) return "WELCOME10";
  return random.chance(0.07) ? "FIVER" : null;
}

/** Null if below the minimum order or card charge. */
export function priceOne(sources: OrderSources, placedAt: Date, customer: SeedCustomer, orderCount: number): PricedOrder | null {
  const { random, settings, products } = sources;
  const { minutes } = localTimeOf(placedAt, settings.timeZone);
  const hour = Math.floor(minutes / 60);
  const appetite: Appetite = {
    lines: hour >= 17 ? [1, 4] : [1, 3],
    weightOf: (product) => sources.appeal(product, hour),
  };
  const fulfillment: Fulfillment = random.chance(hour >= 17 ? 0.48 : 0.22) ? "delivery" : "pickup";
  const tip = random.chance(0.58)
    ? ({ kind: "percentage", percentage: random.pick([10, 15, 15, 18, 20]) } as const)
    : ({ kind: "none" } as const);
  const typed = typedCode(random, orderCount);
  const code = typed === null ? undefined : sources.codes.get(typed);
  const codes: CodeOnCart[] =
    typed === null || code === undefined
      ? []
      : [
          {
            code: typed,
            state: {
              kind: "known",
              promotionId: code.promotionId,
              status: "active",
              expiresAt: null,
              maxUses: null,
              uses: 0,
              perCustomerUses: null,
              customerUses: 0,
            },
          },
        ];
  const priced = priceCart({
    lines: makeLines(
      random,
      products.filter((product) => appetite.weightOf(product) > 0),
      appetite,
    ),
    codes,
    promotions: sources.promotions.filter(
      (promotion) =>
        promotion.trigger === "automatic" || codes.some((each) => each.state.kind === "known" && each.state.promotionId === promotion.id),
    ),
    gifts: sources.products.map(toGift),
    names: sources.names,
    customer: { email: customer.email, orderCount, usesByPromotion: {} },
    fulfillment,
    requestedFor: null,
    postalCode: fulfillment === "delivery" ? customer.address.postalCode : null,
    tip,
    settings,
    now: placedAt,
  });
  return priced.problems.some((problem) => problem.blocks) ? null : { priced, fulfillment };
}

function toGift(product: ProductForSale): GiftProduct {
  return {
    productId: product.id,
    name: product.name,
    kitchenName: product.kitchenName,
    imageUrl: product.imageUrl,
    unitPrice: product.price,
    available: true,
  };
}

export interface OrderFacts extends PricedOrder {
  readonly placedAt: Date;
  /** The order's progress; null = finished. */
  readonly until: Date | null;
  /** The prefix of its idempotency key. */
  readonly key: string;
  readonly customer: SeedCustomer;
  readonly businessDate: LocalDate;
  readonly number: string;
}

function refundedIn(story: OrderStory, total: Cents, partly: Cents): Cents {
  if (story.money === "refunded") return total;
  return story.money === "partly-refunded" ? Math.min(partly, total) : 0;
}

function storyColumns(story: OrderStory) {
  const { status, promisedAt, prepMinutes, reasonCode, reasonText, acceptedAt, preparingAt, readyAt, outAt, completedAt, endedAt } = story;
  const times = { promisedAt, acceptedAt, preparingAt, readyAt, outAt, completedAt, endedAt };
  return { status, version: story.events.length, prepMinutes, reasonCode, reasonText, ...times };
}

function eventsOf(story: OrderStory, refunded: Cents, refundedAt: Date) {
  const { status, events } = story;
  const eventsWithRefund = events.map((event) =>
    event.event === "cancel" && refunded > 0 ? { ...event, data: { ...event.data, refunded } } : event,
  );
  if (story.money !== "partly-refunded") return eventsWithRefund;
  const data = { amount: refunded, reason: "Arrived cold" };
  const refund = {
    at: refundedAt,
    actor: "staff" as const,
    actorName: "Mina",
    event: "refund",
    fromStatus: status,
    toStatus: status,
    data,
  };
  return [...eventsWithRefund, refund];
}

export function toRows({ random, codes, settings }: OrderSources, facts: OrderFacts): SeedOrder {
  const { priced, fulfillment, placedAt, customer } = facts;
  const id = random.uuid();
  const currency = settings.format.currency.toLowerCase();
  const fullStory = tellStory(random, placedAt, fulfillment);
  const story = facts.until === null ? fullStory : storyUntil(fullStory, facts.until);
  const items = priced.lines.map((line, position) => ({
    id: random.uuid(),
    orderId: id,
    position,
    ...itemColumns(line),
  }));
  const [first] = items;
  if (first === undefined) throw new Error("an order without items was priced");
  const partly = itemRefund({ lineTotal: first.lineTotalCents, discount: first.discountCents, tax: first.taxCents }, priced.taxIncluded);
  const refunded = refundedIn(story, priced.finalTotal, partly);
  const payment = makePayment(
    random,
    { id, cartHash: priced.hash, email: customer.email, name: customer.name, amount: priced.finalTotal, currency, placedAt, refunded },
    story,
  );
  const keys = customerKeys(customer, "Canada");
  const refundedAt = story.endedAt ?? addMinutes(story.completedAt ?? placedAt, 30);
  const isFullyRefunded = refunded > 0 && refunded === payment.capturedCents;
  return {
    order: {
      id,
      number: facts.number,
      businessDate: facts.businessDate,
      // Random on purpose: the token grants access.
      publicToken: randomBytes(24).toString("base64url"),
      cartId: null,
      cartHash: priced.hash,
      checkoutKey: `${facts.key}${id}`,
      ...storyColumns(story),
      paymentState: isFullyRefunded ? "refunded" : PAYMENT_STATE_OF[story.money],
      gateway: "simulator",
      paymentIntentId: payment.intent.id,
      paymentIntent: payment.intent,
      fulfillment,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      ...keys,
      address: fulfillment === "delivery" ? customer.address : null,
      instructions:
        fulfillment === "delivery" && random.chance(0.3)
          ? random.pick(["Ring twice, please", "Leave it with the neighbour at number 3", "Blue door, side entrance"])
          : "",
      ...amountColumns(priced),
      currency,
      capturedCents: payment.capturedCents,
      refundedCents: refunded,
      couponCodes: [...priced.couponCodes],
      appliedPromotions: appliedByItem(priced, items),
      createdAt: addMinutes(placedAt, -1),
      placedAt,
    },
    items,
    events: eventsOf(story, refunded, refundedAt).map((event) => ({ ...event, orderId: id })),
    uses: priced.applied.map(({ promotionId, code, amount }) => ({
      promotionId,
      couponCodeId: code === null ? null : (codes.get(code)?.id ?? null),
      orderId: id,
      ...keys,
      amountCents: amount,
      state: story.money === "voided" || isFullyRefunded ? "released" : "redeemed",
      createdAt: placedAt,
    })),
    refund:
      payment.refundId === null
        ? null
        : {
            id: random.uuid(),
            orderId: id,
            amountCents: refunded,
            status: "succeeded",
            providerRefundId: payment.refundId,
            itemIds: story.money === "partly-refunded" ? [first.id] : [],
            reason: story.money === "partly-refunded" ? "Arrived cold" : story.reasonText,
            userName: "Mina",
            createdAt: refundedAt,
            settledAt: refundedAt,
          },
    payment: payment.records,
  };
}
