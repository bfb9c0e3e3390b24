import { eq } from "drizzle-orm";
import { products } from "#app/catalogue/data/tables.ts";
import type { OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { STAFF_DISCOUNT_ID, STAFF_DISCOUNT_NAME } from "#app/promotions/domain/staff-discount.ts";
import { loadOptionLabels } from "#app/orders/data/option-labels.server.ts";

/** Names of the filtered item, option and promotion; the number if deleted. */
export async function nameMeasures(
  db: Db,
  { product, option, promotion }: Pick<OrderMeasures, "product" | "option" | "promotion">,
): Promise<Readonly<Record<"product" | "option" | "promotion", string>>> {
  const [[item], optionLabels, [offer]] = await Promise.all([
    product === ""
      ? []
      : db
          .select({ name: products.name })
          .from(products)
          .where(eq(products.id, Number(product))),
    loadOptionLabels(db, option === "" ? [] : [option]),
    promotion === ""
      ? []
      : db
          .select({ title: promotions.title })
          .from(promotions)
          .where(eq(promotions.id, Number(promotion))),
  ]);
  return {
    product: item?.name ?? `no. ${product}`,
    option: optionLabels.get(option) ?? `no. ${option.split("-")[1]}`,
    promotion: promotion === String(STAFF_DISCOUNT_ID) ? STAFF_DISCOUNT_NAME : (offer?.title ?? `no. ${promotion}`),
  };
}
