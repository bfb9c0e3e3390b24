import { listProductsById } from "#app/catalogue/data/products.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { itemBody } from "#app/cart/domain/cart-form.ts";
import { addCartItemSchema } from "#app/cart/domain/cart.schema.ts";
import { readForm } from "#app/http/answers/read-form.server.ts";
import { fieldNumber } from "#app/values/form.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";

/** Without JavaScript, the page after a removal offers Undo with data from the address: the removed item, in the fields of a form. */
export function removedQuery(item: RemovedItem): string {
  const query = new URLSearchParams({ removed: String(item.productId), quantity: String(item.quantity), note: item.note });
  for (const choice of item.choices) {
    if (choice.optionId === null) query.append(`text:${choice.templateId}`, choice.text ?? "");
    else query.append("choice", `${choice.templateId}:${choice.optionId}:${choice.quantity}`);
  }
  return `?${query}`;
}

/** The removed item in the address; null if it cannot be put back. Names come from the catalogue. */
export async function findRemoved(db: Db, query: URLSearchParams, now: Date): Promise<RemovedItem | null> {
  const read = readForm({ productId: fieldNumber(query, "removed"), ...itemBody(query) }, addCartItemSchema);
  if (!read.ok) return null;
  const { productId, quantity, note, choices } = read.value;
  const [product] = await listProductsById(db, [productId], now);
  return product === undefined ? null : { itemId: "removed", productId, name: product.name, quantity, note, choices };
}
