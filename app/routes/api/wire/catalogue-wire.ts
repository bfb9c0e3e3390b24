import type { CategoryNode } from "#app/catalogue/domain/category.ts";
import type { CustomizationOption, CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import type { FooterColumn, MenuItem, TopMenuItem } from "#app/content/domain/menu.ts";
import { majorUnits } from "#app/values/money.ts";
import { pictureUrl, type Picture } from "#app/media/domain/picture.ts";
import type { ReviewSummary } from "#app/content/domain/review.ts";
import type { ProductCard, ProductDetail } from "#app/catalogue/domain/product.ts";
import type { Suggestions } from "#app/catalogue/domain/suggestions.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";

/* The API format of categories, products and menus: snake_case, amounts in major units. */

/** Width of pictures in lists, in pixels. */
const LIST_PICTURE_WIDTH = 640;
const SUGGESTION_PICTURE_WIDTH = 320;

export interface CategoryWire {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly image: string | null;
  readonly product_count: number;
  readonly children: readonly CategoryWire[];
}

export function toCategoryWire(node: CategoryNode): CategoryWire {
  return {
    id: node.id,
    name: node.name,
    description: node.description,
    image: imageOf(node.picture),
    product_count: node.productCount,
    children: node.children.map(toCategoryWire),
  };
}

export function toProductCardWire(card: ProductCard, currency: string) {
  return {
    id: card.id,
    name: card.name,
    summary: card.summary,
    price: majorUnits(card.price, currency),
    price_is_from: card.isFrom,
    price_per: card.per ?? "",
    has_required_choices: card.hasRequiredChoices,
    image: imageOf(card.picture),
    tags: card.tags,
    dietary_tags: card.dietaryTags,
    sold_out: card.isSoldOut,
  };
}

export function toSuggestionsWire(
  categories: readonly { readonly id: number; readonly name: string }[],
  products: readonly ProductCard[],
  currency: string,
): Suggestions {
  return {
    categories: categories.map(({ id, name }) => ({ id, name })),
    products: products.map((card) => ({
      id: card.id,
      name: card.name,
      price: majorUnits(card.price, currency),
      price_is_from: card.isFrom,
      price_per: card.per ?? "",
      image: card.picture === null ? null : pictureUrl(card.picture, SUGGESTION_PICTURE_WIDTH),
      sold_out: card.isSoldOut,
    })),
  };
}

export function toProductWire(product: ProductDetail, reviews: ReviewSummary, currency: string) {
  return {
    id: product.id,
    name: product.name,
    summary: product.summary,
    description_html: cleanStoredHtml(product.descriptionHtml),
    price: majorUnits(product.basePrice, currency),
    starting_price: majorUnits(product.startingPrice, currency),
    price_is_from: product.isFrom,
    has_required_choices: product.hasRequiredChoices,
    image: imageOf(product.pictures[0] ?? null),
    images: product.pictures.map(imageOf),
    tags: product.tags,
    dietary_tags: product.dietaryTags,
    allergens: product.allergens,
    calories: product.calories,
    sold_out: product.isSoldOut,
    lead_hours: product.leadHours,
    max_per_order: product.maxPerOrder,
    pickup_only: product.isPickupOnly,
    sold_by_weight:
      product.weight === null ? null : { unit: product.weight.unit, step: product.weight.step, least_steps: product.weight.least },
    categories: product.categories.map(({ id, name }) => ({ id, name })),
    customizations: product.groups.map((group) => toGroupWire(group, currency)),
    reviews: { count: reviews.count, average: reviews.average },
    updated_at: product.updatedAt.toISOString(),
  };
}

function toGroupWire(group: CustomizationTemplate, currency: string) {
  return {
    template_id: group.id,
    title: group.title,
    help: group.help,
    kind: group.kind,
    min_select: group.minSelect,
    max_select: group.maxSelect,
    max_per_option: group.maxPerOption,
    free_count: group.freeCount,
    show_when_option_ids: group.showWhenOptionIds,
    max_length: group.maxLength,
    options: group.options.filter((option) => !option.hidden).map((option) => toOptionWire(option, currency)),
  };
}

function toOptionWire(option: CustomizationOption, currency: string) {
  return {
    option_id: option.id,
    name: option.name,
    price_delta: majorUnits(option.priceDelta, currency),
    price_by_option: Object.fromEntries(Object.entries(option.priceByOption).map(([id, price]) => [id, majorUnits(price, currency)])),
    is_default: option.isDefault,
    default_qty: option.defaultQuantity,
    counts_toward_free: option.countsTowardFree,
    allergens: option.allergens,
    dietary_tags: option.dietaryTags,
    calories: option.calories,
    sold_out: option.soldOut,
  };
}

/** categoryId for categories, url and open_in_new_tab for links. */
function toMenuItemWire(item: MenuItem) {
  const common = { id: item.id, type: item.type, text: item.text };
  switch (item.type) {
    case "category":
      return { ...common, categoryId: item.categoryId };
    case "link":
      return { ...common, url: item.url, open_in_new_tab: item.openInNewTab };
    case "text":
      return common;
  }
}

export type TopMenuItemWire = ReturnType<typeof toMenuItemWire> & { readonly children: readonly TopMenuItemWire[] };

export function toTopMenuItemWire(item: TopMenuItem): TopMenuItemWire {
  return { ...toMenuItemWire(item), children: item.children.map(toTopMenuItemWire) };
}

export function toFooterColumnWire({ id, title, items }: FooterColumn) {
  return { id, title, items: items.map(toMenuItemWire) };
}

function imageOf(picture: Picture | null): string | null {
  return picture === null ? null : pictureUrl(picture, LIST_PICTURE_WIDTH);
}
