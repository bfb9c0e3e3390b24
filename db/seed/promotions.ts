import type { Condition, PromotionStatus, ScheduleWindow } from "#app/promotions/domain/promotion.ts";

/** Ids of the inserted rows, by key. */
export interface SeedIds {
  readonly category: (key: string) => number;
  readonly product: (key: string) => number;
}

export interface SeedPromotion {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly status: PromotionStatus;
  readonly trigger: "automatic" | "coupon";
  readonly action: { readonly kind: string; readonly params: unknown };
  readonly condition?: Condition;
  readonly schedule?: readonly ScheduleWindow[];
  readonly startsInDays?: number;
  readonly endsInDays?: number;
  readonly cap?: number;
  readonly group?: string;
  readonly isExclusive?: true;
  readonly priority?: number;
  readonly totalUses?: number;
  readonly perCustomerUses?: number;
  readonly budget?: number;
  /** Fixed codes; `generated` adds random ones. */
  readonly codes?: {
    readonly set: string;
    readonly words: readonly string[];
    readonly generated?: { readonly prefix: string; readonly count: number; readonly maxUses: number };
  };
}

const everything = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const nothingMore: Condition = { type: "all", of: [] };
const atLeast = (min: number): Condition => ({ type: "subtotal", target: everything, min, max: null });
const WEEKDAYS = [1, 2, 3, 4, 5];

/** One promotion of nearly every kind, the way a small shop would really use them. */
export function listSeedPromotions(ids: SeedIds): readonly SeedPromotion[] {
  return [
    {
      key: "welcome",
      name: "Welcome code",
      title: "Welcome: 10% off",
      status: "active",
      trigger: "coupon",
      description: "On the door, on the first receipt, and on the flyer.",
      action: { kind: "order-percent", params: { rate: 100_000 } },
      cap: 1500,
      group: "order discount",
      codes: { set: "Welcome", words: ["WELCOME10"] },
    },
    {
      key: "fiver",
      name: "Five off thirty",
      title: "$5 off",
      status: "active",
      trigger: "coupon",
      description: "For regulars: printed on every tenth receipt.",
      action: { kind: "order-fixed", params: { amount: 500 } },
      condition: atLeast(3000),
      group: "order discount",
      codes: { set: "Tenth receipt", words: ["FIVER"], generated: { prefix: "BELL", count: 40, maxUses: 1 } },
    },
    {
      key: "third-coffee",
      name: "Third coffee free",
      title: "The third coffee is on us",
      status: "active",
      trigger: "automatic",
      description: "Order three coffees and the least expensive one is free.",
      action: {
        kind: "buy-get",
        params: { buyQuantity: 2, buyTarget: { categoryIds: [ids.category("coffee")] }, getQuantity: 1, maxRepeats: 3 },
      },
    },
    {
      key: "cookie",
      name: "Treat from $40",
      title: "A treat on the house",
      status: "active",
      trigger: "automatic",
      description: "Orders from $40 come with a cookie, or a doughnut if you would rather.",
      action: { kind: "free-item", params: { productIds: [ids.product("cookie"), ids.product("doughnut")] } },
      condition: atLeast(4000),
    },
    {
      key: "happy-hour",
      name: "Pastry happy hour",
      title: "Happy hour: 20% off pastry and cold drinks",
      status: "active",
      trigger: "automatic",
      description: "Weekdays from three to five, before the second bake.",
      action: { kind: "item-percent", params: { rate: 200_000, target: { categoryIds: [ids.category("pastry"), ids.category("cold")] } } },
      schedule: [{ weekdays: WEEKDAYS, from: "15:00", to: "17:00" }],
    },
    {
      key: "pizza-tuesday",
      name: "Pizza Tuesday",
      title: "Pizza Tuesday: $3 off every pizza",
      status: "active",
      trigger: "automatic",
      description: "Every Tuesday evening.",
      action: {
        kind: "item-fixed",
        params: { amount: 300, target: { categoryIds: [ids.category("pizza")], excludedProductIds: [ids.product("garlic-flatbread")] } },
      },
      schedule: [{ weekdays: [2], from: "16:00", to: "23:00" }],
    },
    {
      key: "free-delivery",
      name: "Free delivery from $50",
      title: "Free delivery",
      status: "active",
      trigger: "automatic",
      description: "Orders from $50 are delivered free of charge.",
      action: { kind: "delivery-percent", params: { rate: 1_000_000 } },
      condition: { type: "all", of: [atLeast(5000), { type: "fulfillment", is: "delivery" }] },
    },
    {
      key: "big-table",
      name: "Big table",
      title: "Feeding a crowd",
      status: "active",
      trigger: "automatic",
      description: "The more mouths, the more comes off: $8 from $90, $20 from $160.",
      action: {
        kind: "tiered-spend",
        params: {
          unit: "amount",
          tiers: [
            { spend: 9000, value: 800 },
            { spend: 16_000, value: 2000 },
          ],
        },
      },
      group: "order discount",
    },
    {
      key: "street-fair",
      name: "Street fair flyer",
      title: "Street fair: 25% off bread and pastry",
      status: "active",
      trigger: "coupon",
      description: "Handed out at the stall; each code works once.",
      action: { kind: "item-percent", params: { rate: 250_000, target: { categoryIds: [ids.category("bread"), ids.category("pastry")] } } },
      endsInDays: 60,
      perCustomerUses: 1,
      totalUses: 200,
      codes: { set: "Street fair", words: [], generated: { prefix: "FAIR", count: 60, maxUses: 1 } },
    },
    {
      key: "scoops-for-two",
      name: "Two cups for twelve",
      title: "Two cups of ice cream for $12",
      status: "draft",
      trigger: "automatic",
      description: "For the first warm week. Switch it on when the line reaches the corner.",
      action: { kind: "bundle", params: { quantity: 2, target: { productIds: [ids.product("two-scoops")] }, price: 1200 } },
    },
    {
      key: "opening-week",
      name: "Opening week",
      title: "Opening week: everything 15% off",
      status: "archived",
      trigger: "automatic",
      description: "It was a good week.",
      action: { kind: "order-percent", params: { rate: 150_000 } },
      condition: nothingMore,
      startsInDays: -400,
      endsInDays: -393,
      group: "order discount",
    },
  ];
}

export const NO_CONDITION = nothingMore;
