import * as texts from "#texts/promotions/offers.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { loadCategoryIds } from "#app/catalogue/data/categories.server.ts";
import { listMenuFacts } from "#app/catalogue/data/menu-facts.server.ts";
import type { ShownPrices } from "#app/catalogue/data/product-order.server.ts";
import type { ProductCard, ProductDetail } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Promotion, PromotionLine } from "#app/promotions/domain/promotion.ts";
import { listReferencedIds } from "#app/promotions/domain/referenced-ids.ts";
import {
  findComingSale,
  findSale,
  isRunningNow,
  listReorderingOffers,
  listSaleOffers,
  saleMoment,
  type ComingSale,
  type Sale,
  type SaleOffer,
} from "#app/promotions/domain/sale-prices.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Cents } from "#app/values/money.ts";

/** Adds to each card the price with today's offers, the list price, and how long the offer lasts. */
export async function withSales<T extends ProductCard>(db: Db, cards: readonly T[], now: Date): Promise<readonly T[]> {
  const sales = await loadOffers(db, cards, now);
  if (sales === null) return cards;
  return cards.map((card) => {
    const { sale } = sales.of(card);
    return sale === null || card.per !== undefined
      ? card
      : { ...card, price: sale.price, was: card.was ?? card.price, saleHours: sale.when };
  });
}

export interface ProductWithOffers extends ProductDetail {
  /** Names and times of its offers: "Happy hour · Mon–Fri 3:00–5:00 PM" */
  readonly offerNote: string | null;
  /** The offer's effect on more units and options; undefined = no offer, null = only the cart can compute it. */
  readonly saleEffect: LineEffect | null | undefined;
}

/** A product page with today's offers and the next one that starts within a week. */
export async function withSale(db: Db, product: ProductDetail, now: Date): Promise<ProductWithOffers> {
  const plain = { ...product, offerNote: null, saleEffect: undefined };
  // Only the cart knows the weight, so it computes the discount.
  if (product.weight !== null) return plain;
  const card = { ...product, price: product.startingPrice };
  const sales = await loadOffers(db, [card], now);
  if (sales === null) return plain;
  const { sale, coming } = sales.of(card);
  if (sale === null) return coming === null ? plain : { ...plain, offerNote: comingText(coming) };
  const running = [...new Set(sale.titles), ...(sale.when === "" ? [] : [sale.when])].join(" · ");
  return {
    ...product,
    startingPrice: sale.price,
    was: product.was ?? card.price,
    offerNote: coming === null ? running : texts.both(running, comingText(coming)),
    saleEffect: sale.effect,
  };
}

/** "Pizza Tuesday · starts Tuesday 4:00 PM". */
function comingText({ title, starts }: ComingSale): string {
  return texts.startsLater(title, starts);
}

/**
 * The products that an offer makes cheaper now, with the price that pages show; null while offers do not change the order of prices. Cached for the
 * offers that run together, until a change invalidates cached pages.
 */
export async function loadShownPrices(db: Db, now: Date): Promise<ShownPrices | null> {
  const promotions = await listPromotionsForCart(db, [], now, []);
  const offers = listSaleOffers(promotions);
  if (offers.length === 0) return null;
  const clock = { ...shopClock(await readSettings(db)), now };
  if (listReorderingOffers(offers, clock).length === 0) return null;
  const isRunning = promotions.map((each) => Number(isRunningNow(each, clock))).join("");
  return cached(db, `shown prices ${isRunning} of ${promotions.map(({ id }) => id).join(" ")}`, async () => {
    // Read again: a change since the first read has cleared the cache, and the new entry must include it.
    const current = listSaleOffers(await listPromotionsForCart(db, [], now, []));
    const targets = listReorderingOffers(current, clock).map(({ target }) => target);
    const part = {
      productIds: targets.flatMap(({ productIds }) => productIds),
      categoryIds: targets.flatMap(({ categoryIds }) => categoryIds),
      tags: targets.flatMap(({ tags }) => tags),
    };
    const menu = await listMenuFacts(db, targets.some(({ everything }) => everything) ? null : part);
    const named = new Set(listReferencedIds(current.map(({ offer }) => offer)).productIds);
    const salePrices = new Map<string, Cents | null>();
    const shown = menu.flatMap(({ id, price, categoryIds, tags, isReduced }) => {
      // Products that all offers treat alike cost the same.
      const key = JSON.stringify([price, isReduced, categoryIds, tags, named.has(id) ? id : null]);
      let sale = salePrices.get(key);
      if (sale === undefined) {
        const line = { id: String(id), productId: id, categoryIds, tags, unitPrice: price, quantity: 1, isReduced };
        sale = findSale(line, current, clock)?.price ?? null;
        salePrices.set(key, sale);
      }
      return sale === null ? [] : [{ id, price: sale }];
    });
    return { ids: shown.map(({ id }) => id), prices: shown.map(({ price }) => price) };
  });
}

type Priced = Pick<ProductCard, "id" | "tags" | "was"> & { readonly price: Cents };

/** A product's current price and coming offer. */
interface ProductSales {
  readonly sale: Sale | null;
  /** An offer that starts within a week and makes it cheaper than now. */
  readonly coming: ComingSale | null;
}

/** Products cached for one moment; a page shows a few dozen. */
const MAX_CACHED_PRODUCTS = 2_000;

/** Keyed by the first offer: offers are loaded together and stay the same objects until their cache is invalidated. */
const salesCache = new WeakMap<Promotion, { readonly moment: string; readonly sales: Map<string, ProductSales> }>();

function salesOf([first]: readonly SaleOffer[], moment: string): Map<string, ProductSales> {
  const entry = first === undefined ? undefined : salesCache.get(first.offer);
  if (entry?.moment === moment && entry.sales.size < MAX_CACHED_PRODUCTS) return entry.sales;
  const sales = new Map<string, ProductSales>();
  if (first !== undefined) salesCache.set(first.offer, { moment, sales });
  return sales;
}

/** Prices products with the offers that apply to every customer; null while there are none. Cached by product until an offer changes, begins or ends. */
async function loadOffers(db: Db, products: readonly Priced[], now: Date) {
  const offers = listSaleOffers(await listPromotionsForCart(db, [], now, []));
  if (offers.length === 0 || products.length === 0) return null;
  const categoryIds = await loadCategoryIds(
    db,
    products.map(({ id }) => id),
  );
  const clock = { ...shopClock(await readSettings(db)), now };
  const cachedSales = salesOf(offers, saleMoment(offers, clock));
  return {
    of({ id, tags, price, was }: Priced): ProductSales {
      const within = categoryIds.get(id) ?? [];
      const key = JSON.stringify([id, price, was !== null, within, tags]);
      let sales = cachedSales.get(key);
      if (sales === undefined) {
        const line: PromotionLine = {
          id: String(id),
          productId: id,
          categoryIds: within,
          tags,
          unitPrice: price,
          quantity: 1,
          isReduced: was !== null,
        };
        const sale = findSale(line, offers, clock);
        sales = { sale, coming: findComingSale(line, offers, sale?.price ?? price, clock) };
        cachedSales.set(key, sales);
      }
      return sales;
    },
  };
}
