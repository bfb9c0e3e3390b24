import { fromPrice } from "#texts/cart/page.ts";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";

/** "$4.50", "from $4.50", "from $12.00 / kg". */
export function priceText(
  { price, isFrom, per = "" }: Pick<ProductCard, "price" | "isFrom"> & { readonly per?: string | undefined },
  format: MoneyFormat,
): string {
  const amount = `${formatMoney(price, format)}${per}`;
  return isFrom ? fromPrice(amount) : amount;
}
