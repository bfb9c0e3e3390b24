import { NO_ORDER_RULES } from "#app/catalogue/domain/order-rules/order-rules.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { CartLine } from "./cart.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";

interface Bought {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly kitchenName: string | null;
  readonly imageUrl: string | null;
  /** Includes its choices. */
  readonly unitPrice: Cents;
  readonly taxRate: PartsPerMillion;
  readonly quantity: number;
  readonly note: string;
  /** Of a line sold by weight. */
  readonly weight?: LineWeight | null;
}

/** The product's current facts for promotions; undefined if deleted: matches only "everything". */
type ProductFacts = { readonly categoryIds: readonly number[]; readonly tags: readonly string[]; readonly isReduced?: boolean } | undefined;

/** An order line as a cart line at purchase price; choices are part of the price. */
export function boughtLine(item: Bought, product: ProductFacts): CartLine {
  const { id, productId, unitPrice, taxRate, quantity, note, weight = null, ...named } = item;
  return {
    id,
    product: {
      id: productId,
      name: named.name,
      kitchenName: named.kitchenName,
      imageUrl: named.imageUrl,
      price: unitPrice,
      taxClass: taxRate === 0 ? "zero" : String(taxRate),
      categoryIds: product?.categoryIds ?? [],
      tags: product?.tags ?? [],
      isReduced: product?.isReduced === true,
      isOffered: true,
      orderHours: null,
      isSoldOut: false,
      stock: null,
      variants: [],
      ...NO_ORDER_RULES,
      groups: [],
      menuGroups: [],
    },
    quantity,
    choices: [],
    note,
    seenUnitPrice: null,
    isWeighed: weight !== null,
  };
}
