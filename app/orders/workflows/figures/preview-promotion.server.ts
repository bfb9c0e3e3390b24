import { regionFormat } from "#app/values/clock/region-format.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { openCode } from "#app/promotions/domain/coupons.ts";
import { setImmediate } from "node:timers/promises";
import type { OwnCart } from "#app/cart/domain/promotion-preview/own-cart.ts";
import { startReplay } from "#app/cart/domain/promotion-preview/replay.ts";
import { exampleFacts, makeSampleCarts, momentOf, type SampleItem } from "#app/cart/domain/promotion-preview/sample-carts.ts";
import { NEW_CUSTOMER, type PreviewCart, type PreviewScene } from "#app/cart/domain/promotion-preview/scene.ts";
import { previewCart, type PreviewReport } from "#app/cart/domain/promotion-preview/preview-cart.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { listCategoryNames } from "#app/catalogue/data/categories.server.ts";
import { listMenuFacts, type MenuFacts } from "#app/catalogue/data/menu-facts.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { choicesOf, selectedOptions, unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import { defaultChoices, visibleGroups, type Choice } from "#app/catalogue/domain/customization/customization.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { listPastOrders } from "#app/orders/data/figures/past-orders.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listExampleCodes } from "#app/promotions/data/coupon-sets.server.ts";
import { listPromotionRows } from "#app/promotions/data/promotion-records.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { listCustomerNeeds, listReferencedIds, type CustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { covers, EVERYTHING, listRequirements } from "#app/promotions/domain/promotion-requirements.ts";
import type { OrderFacts, Promotion, Target } from "#app/promotions/domain/promotion.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes, getClockMinutes, instantOf, MINUTES_PER_DAY } from "#app/values/time.ts";
import { splitList } from "#app/values/list-text.ts";

const REPLAY_DAYS = 30;
const MAX_REPLAYED = 3000;
/** Longest time that pricing past orders may block other requests. */
const SLICE_MS = 20;
const MAX_CODES = 10;

/**
 * Previews a promotion on generated and own carts and the orders of the last 30 days, with current prices and offers. Stores nothing. Orders are
 * priced in slices, so that the server stays responsive.
 */
export async function previewPromotion(db: Db, form: Promotion, carts: readonly OwnCart[], now: Date): Promise<PreviewReport> {
  const [settings, rows, menu] = await Promise.all([readSettings(db), listPromotionRows(db, now), listMenuFacts(db)]);
  const running = rows.filter(({ state }) => state === "active").map((row) => row.promotion);
  const withCode = running.filter(({ id, trigger }) => id !== form.id && trigger === "coupon").slice(0, MAX_CODES);
  const codes = (
    await listExampleCodes(
      db,
      withCode.map(({ id }) => id),
    )
  ).map(({ code, promotionId }) => openCode(code, promotionId));
  const mentions = listReferencedIds([form, ...rows.map((row) => row.promotion)]);
  const ids = [...sampleIds(form, menu), ...mentions.productIds, ...carts.flatMap(({ lines }) => lines.map(({ productId }) => productId))];
  const products = await loadProductsForSale(db, ids, now);
  const before = rows.find(({ id }) => id === form.id);
  const scene: PreviewScene = {
    draft: { ...form, status: "active", startsAt: null, endsAt: null },
    stored: before?.state === "active" ? { ...before.promotion, startsAt: null, endsAt: null } : null,
    others: running.filter(({ id }) => id !== form.id),
    gifts: [...mentions.giftIds].flatMap((productId) => {
      const gift = products.get(productId);
      return gift === undefined ? [] : [{ productId, name: gift.name, unitPrice: gift.price, available: gift.isOffered }];
    }),
    names: {
      format: moneyFormat(settings),
      region: regionFormat(settings.LOCALE),
      products: Object.fromEntries([...products.values()].map(({ id, name }) => [id, name])),
      categories: Object.fromEntries(await listCategoryNames(db, mentions.categoryIds)),
    },
    settings: pricingSettings(settings, null),
  };
  const items = sampleIds(form, menu).flatMap((id) => itemOf(products.get(id)) ?? []);
  const samples = makeSampleCarts({ ...scene, draft: { ...scene.draft, startsAt: form.startsAt } }, items, codes, now);
  const needs = listCustomerNeeds([form, ...rows.map((row) => row.promotion)]);
  const { timeZone } = scene.settings;
  const runsAt = momentOf(form, now, timeZone);
  const facts = exampleFacts(form.condition, runsAt, timeZone);
  const shop: OwnCartShop = { products, settings: scene.settings, runsAt, facts, needs };
  const own = await Promise.all(carts.map((cart) => ownCartOf(db, cart, shop)));
  const past = await listPastOrders(db, addMinutes(now, -REPLAY_DAYS * MINUTES_PER_DAY), MAX_REPLAYED, needs);
  const replay = startReplay(scene, new Map(rows.map((row) => [row.id, row.promotion])), new Map(menu.map((each) => [each.id, each])));
  await inSlices(past.orders, replay.add);
  return {
    own: await inSlices(own, (cart) => previewCart(scene, cart, moneyFormat(settings))),
    samples: await inSlices(samples, (cart) => previewCart(scene, cart, moneyFormat(settings))),
    replay: replay.report(),
    ordersInAll: past.total,
    needsCode: form.trigger === "coupon",
  };
}

async function inSlices<Item, Answer>(items: readonly Item[], work: (item: Item) => Answer): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let began = performance.now();
  for (const item of items) {
    answers.push(work(item));
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return answers;
}

/** Items of the rule and others: cheapest, median, most expensive, free and untaxed. */
function sampleIds(form: Promotion, menu: readonly MenuFacts[]): readonly number[] {
  const needs = listRequirements(form);
  const targets: readonly Target[] = [...needs.units, ...needs.spends, ...needs.unitSteps, ...needs.spendSteps].map(({ target }) => target);
  return [...new Set([...targets, EVERYTHING].flatMap((target) => someOf(menu.filter((each) => covers(target, each)))))];
}

function someOf(covered: readonly MenuFacts[]): readonly number[] {
  const priced = covered.filter(({ price }) => price > 0);
  const some = [
    ...priced.slice(0, 2),
    priced[Math.floor(priced.length / 2)],
    ...priced.slice(-2),
    covered.find(({ price }) => price === 0),
    priced.find(({ taxClass }) => taxClass === "zero"),
  ];
  return some.flatMap((each) => each?.id ?? []);
}

/** The product with default choices, and the first option of required ones. */
function itemOf(product: ProductForSale | undefined): SampleItem | null {
  if (product === undefined) return null;
  const begun = defaultChoices(product.groups);
  const choices = visibleGroups(product.groups, begun).reduce<readonly Choice[]>((all, { id, kind, minSelect, options }) => {
    const isDone = kind === "text" || minSelect === 0 || all.some(({ templateId }) => templateId === id);
    const first = options.find((option) => !option.hidden && !option.soldOut);
    return isDone || first === undefined ? all : [...all, { templateId: id, optionId: first.id, quantity: minSelect, text: null }];
  }, begun);
  return { product, choices, unitPrice: unitPrice(product.price, product.groups, choices) };
}

interface OwnCartShop extends Pick<PreviewScene, "settings"> {
  readonly products: ReadonlyMap<number, ProductForSale>;
  /** When the promotion is active. */
  readonly runsAt: Date;
  /** Facts of an order that meets its conditions, for fields that staff's cart leaves out. */
  readonly facts: OrderFacts;
  readonly needs: CustomerNeeds;
}

async function ownCartOf(db: Db, cart: OwnCart, { products, settings, runsAt, facts, needs }: OwnCartShop): Promise<PreviewCart> {
  const code = cart.code === "" ? undefined : (await findCouponCodes(db, [normalizeCode(cart.code)])).get(normalizeCode(cart.code));
  return {
    name: cart.name,
    lines: cart.lines.flatMap(({ productId, quantity, options }, index) => {
      const product = products.get(productId);
      if (product === undefined) return [];
      const choices = choicesOf(
        selectedOptions(
          product.groups,
          options.map((option) => ({ ...option, text: null })),
        ),
      );
      return [{ id: `line-${index}`, product, quantity, choices, note: "", seenUnitPrice: null }];
    }),
    codes: code === undefined ? [] : [openCode(cart.code, code.promotionId)],
    ...facts,
    fulfillment: cart.fulfillment,
    requestedFor: null,
    customer: {
      ...NEW_CUSTOMER,
      email: cart.email === "" ? null : cart.email,
      orderCount: cart.earlierOrders,
      tags: splitList(cart.tags),
      spentByDays: Object.fromEntries(needs.spentDays.map((days) => [days, cart.spent])),
    },
    now: cart.at === "" ? runsAt : instantOf(cart.at.slice(0, 10), getClockMinutes(cart.at.slice(11)), settings.timeZone),
  };
}
