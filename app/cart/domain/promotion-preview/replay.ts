import { boughtLine } from "#app/cart/domain/bought-line.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";
import type { TargetFacts } from "#app/promotions/domain/promotion-requirements.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { OrderFacts, Promotion } from "#app/promotions/domain/promotion.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import { earlierTaxTable, taxSettingsOf, type TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import { amountOf } from "./alarms.ts";
import { priceAfter, priceBefore, type PreviewCart, type PreviewScene } from "./scene.ts";

/** A past order as bought. */
export interface PastOrder {
  readonly id: string;
  readonly number: string;
  readonly placedAt: Date;
  /** Facts of the order, and of the customer at that time. */
  readonly facts: OrderFacts;
  readonly emailKey: string;
  readonly phoneKey: string;
  readonly deliveryFee: Cents;
  readonly isTaxIncluded: boolean;
  readonly taxTable: TaxTable | null;
  /** Offers that applied, with the code that unlocked them. */
  readonly applied: readonly { readonly promotionId: number; readonly code: string | null }[];
  readonly lines: readonly {
    readonly productId: number;
    readonly name: string;
    readonly unitPrice: Cents;
    readonly quantity: number;
    readonly taxRate: PartsPerMillion;
    /** Only of items sold by weight. */
    readonly weight?: LineWeight | null;
  }[];
}

/** The totals of past orders with an offer. */
export interface ReplayReport {
  readonly orders: number;
  /** Orders that it would have made cheaper, and the total saving. */
  readonly touched: number;
  readonly given: Cents;
  /** Total payment today and with the promotion, without tips. */
  readonly before: Cents;
  readonly after: Cents;
  /** Promotions it would have displaced, most frequent first. */
  readonly displaced: readonly { readonly title: string; readonly orders: number }[];
  readonly dearer: { readonly orders: number; readonly first: readonly DearerOrder[] };
  /** Why it gave nothing, most frequent first. */
  readonly reasons: readonly { readonly message: string; readonly orders: number }[];
}

interface DearerOrder {
  readonly id: string;
  readonly number: string;
  readonly before: Cents;
  readonly after: Cents;
}

const MAX_NAMED = 5;

/**
 * Prices past orders again in order, with their prices, taxes, fees, time and used promotions, and current automatic offers. The draft's uses, uses
 * per customer and budget run out along the way.
 */
export function startReplay(
  scene: PreviewScene,
  promotions: ReadonlyMap<number, Promotion>,
  products: ReadonlyMap<number, TargetFacts>,
): { readonly add: (order: PastOrder) => void; readonly report: () => ReplayReport } {
  const totals = { orders: 0, touched: 0, given: 0, before: 0, after: 0, dearer: 0 };
  const dearer: DearerOrder[] = [];
  const displaced = new Map<string, number>();
  const reasons = new Map<string, number>();
  const usesBy = new Map<string, number>();
  return {
    add: (order) => {
      const past = sceneOf(scene, order, promotions);
      const keys = [`e ${order.emailKey}`, `p ${order.phoneKey}`].filter((key) => key.length > 2);
      const uses = Math.max(0, ...keys.map((key) => usesBy.get(key) ?? 0));
      const draft = { ...past.draft, uses: totals.touched, spent: totals.given };
      const cart = cartOf(order, products);
      const counted = { ...cart, customer: { ...cart.customer, usesByPromotion: { [String(draft.id)]: uses } } };
      const before = priceBefore({ ...past, stored: past.stored && { ...past.stored, ...UNLIMITED } }, cart);
      const after = priceAfter({ ...past, draft }, counted);
      const given = amountOf(past, after);
      totals.orders += 1;
      totals.before += before.finalTotal;
      totals.after += after.finalTotal;
      if (given > 0) {
        totals.touched += 1;
        totals.given += given;
        for (const key of keys) usesBy.set(key, (usesBy.get(key) ?? 0) + 1);
      } else {
        count(reasons, after.notApplied.find(({ promotionId }) => promotionId === draft.id)?.message ?? "It takes nothing off.");
      }
      for (const { promotionId, title } of before.applied)
        if (promotionId !== draft.id && !after.applied.some((each) => each.promotionId === promotionId)) count(displaced, title);
      if (after.finalTotal > before.finalTotal) {
        totals.dearer += 1;
        if (dearer.length < MAX_NAMED)
          dearer.push({ id: order.id, number: order.number, before: before.finalTotal, after: after.finalTotal });
      }
    },
    report: () => ({
      ...totals,
      displaced: mostFrequent(displaced).map(([title, orders]) => ({ title, orders })),
      dearer: { orders: totals.dearer, first: dearer },
      reasons: mostFrequent(reasons).map(([message, orders]) => ({ message, orders })),
    }),
  };
}

const UNLIMITED = { uses: 0, spent: 0, limits: { totalUses: null, perCustomerUses: null, budget: null } };
const AT_ANY_TIME = { status: "active", startsAt: null, endsAt: null } as const;

/** Current and used promotions, with the day's taxes and fees. */
function sceneOf(scene: PreviewScene, order: PastOrder, promotions: ReadonlyMap<number, Promotion>): PreviewScene {
  const { draft, settings } = scene;
  const hadIds = new Set(order.applied.map(({ promotionId }) => promotionId));
  const usedPromotions = [...hadIds]
    .flatMap((id) => promotions.get(id) ?? [])
    .map((each) => ({ ...each, ...UNLIMITED, ...AT_ANY_TIME, schedule: [] }));
  const running = scene.others.filter(({ id, trigger }) => trigger === "automatic" && !hadIds.has(id));
  const rates = order.lines.map(({ taxRate }) => taxRate);
  const earlierTable = earlierTaxTable(rates, settings.taxOnDelivery, () => settings.taxLabel);
  return {
    ...scene,
    draft: { ...draft, ...AT_ANY_TIME },
    // Offers with a code apply to customers who entered it.
    stored: usedPromotions.find(({ id }) => id === draft.id) ?? (scene.stored?.trigger === "automatic" ? scene.stored : null),
    others: [...usedPromotions.filter(({ id }) => id !== draft.id), ...running.map((each) => ({ ...each, ...UNLIMITED }))],
    settings: {
      ...settings,
      ...taxSettingsOf(order.taxTable ?? earlierTable, settings.taxLabel),
      pricesIncludeTax: order.isTaxIncluded,
      allowTip: false,
      enableDelivery: true,
      deliveryFee: order.deliveryFee,
      deliveryFreeAbove: null,
    },
  };
}

function cartOf(order: PastOrder, products: ReadonlyMap<number, TargetFacts>): PreviewCart {
  return {
    name: order.number,
    lines: order.lines.map((line, index) =>
      boughtLine({ ...line, id: `line-${index}`, kitchenName: null, imageUrl: null, note: "" }, products.get(line.productId)),
    ),
    codes: order.applied.flatMap(({ promotionId, code }) => (code === null ? [] : [openCode(code, promotionId)])),
    ...order.facts,
    now: order.placedAt,
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_NAMED);
}
