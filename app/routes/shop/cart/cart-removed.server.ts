import { listProductsById } from "#app/catalogue/data/products.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { parseCartForm } from "#app/cart/domain/cart-form.schema.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";

/** Without script, the page after a removal offers its Undo from the address: what was removed, in the fields a form would send. */
export function removedQuery(item: RemovedItem): string {
  const query = new URLSearchParams({ removed: String(item.productId), quantity: String(item.quantity), note: item.note });
  for (const choice of item.choices) {
    if (choice.optionId === null) query.append(`text:${choice.templateId}`, choice.text ?? "");
    else query.append("choice", `${choice.templateId}:${choice.optionId}:${choice.quantity}`);
  }
  return `?${query}`;
}

/** What the address says was removed; null when it says nothing that could be put back. Names come from the catalogue. */
export async function findRemoved(db: Db, query: URLSearchParams, now: Date): Promise<RemovedItem | null> {
  if (!query.has("removed")) return null;
  const form = new FormData();
  form.set("intent", "undo");
  form.set("productId", query.get("removed") ?? "");
  for (const [name, value] of query) if (name !== "removed") form.append(name, value);
  const parsed = parseCartForm(form);
  if (!parsed.ok || parsed.value.intent !== "undo") return null;
  const { productId, quantity, note, choices } = parsed.value;
  const [product] = await listProductsById(db, [productId], now);
  return product === undefined ? null : { itemId: "removed", productId, name: product.name, quantity, note, choices };
}
