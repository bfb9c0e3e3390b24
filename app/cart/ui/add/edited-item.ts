import type { Choice } from "#app/catalogue/domain/customization/customization.ts";

/** A line of the visitor's cart as the product page edits it. */
export interface EditedItem {
  readonly productId: number;
  readonly quantity: number;
  readonly note: string;
  readonly choices: readonly Choice[];
}

/** The parts of GET /api/cart that are needed here. */
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

/** The item of this browser's own cart; null when it is not there (any more) or the cart cannot be read. */
export async function fetchCartItem(itemId: string, signal: AbortSignal): Promise<EditedItem | null> {
  // A cart that cannot be read is only logged by the server; the page then adds instead of updating.
  const response = await fetch("/api/cart", { cache: "no-store", signal }).catch(() => null);
  if (response?.ok !== true) return null;
  const cart = (await response.json().catch(() => null)) as CartItems | null;
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
