import { readCart } from "#app/cart/ui/read-cart.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";

/** A cart line edited on the product page. */
export interface EditedItem {
  readonly productId: number;
  readonly quantity: number;
  readonly note: string;
  readonly choices: readonly Choice[];
}

/** The fields of GET /api/cart that this file needs. */
interface CartItems {
  readonly cart_items: readonly {
    readonly id: string;
    readonly product_id: number;
    readonly quantity: number;
    readonly note: string;
    readonly customizations: readonly {
      readonly template_id: number;
      readonly option_id: number | null;
      readonly qty: number;
      readonly text: string | null;
    }[];
  }[];
}

/** The item of this browser's cart; null if missing or unreadable. */
export async function fetchCartItem(itemId: string, signal: AbortSignal): Promise<EditedItem | null> {
  // Without the cart the page adds instead of updating.
  const cart = await readCart<CartItems>(signal);
  const item = cart?.cart_items.find((each) => each.id === itemId);
  if (item === undefined) return null;
  return {
    productId: item.product_id,
    quantity: item.quantity,
    note: item.note,
    choices: item.customizations.map((choice) => ({
      templateId: choice.template_id,
      optionId: choice.option_id,
      quantity: choice.qty,
      text: choice.text,
    })),
  };
}
