import { eq } from "drizzle-orm";
import { customizationOptions, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import type { OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";

/** What a list calls the item, option and promotion that its orders have; the number where it is gone for good. */
export async function nameMeasures(
  db: Db,
  { product, option, promotion }: Pick<OrderMeasures, "product" | "option" | "promotion">,
): Promise<Readonly<Record<"product" | "option" | "promotion", string>>> {
  const optionId = Number(option.split("-")[1]);
  const [[item], [choice], [offer]] = await Promise.all([
    product === ""
      ? []
      : db
          .select({ name: products.name })
          .from(products)
          .where(eq(products.id, Number(product))),
    option === ""
      ? []
      : db
          .select({ name: customizationOptions.name, group: customizationTemplates.title })
          .from(customizationOptions)
          .innerJoin(customizationTemplates, eq(customizationTemplates.id, customizationOptions.templateId))
          .where(eq(customizationOptions.id, optionId)),
    promotion === ""
      ? []
      : db
          .select({ title: promotions.title })
          .from(promotions)
          .where(eq(promotions.id, Number(promotion))),
  ]);
  return {
    product: item?.name ?? `no. ${product}`,
    option: choice === undefined ? `no. ${optionId}` : `${choice.group}: ${choice.name}`,
    promotion: offer?.title ?? `no. ${promotion}`,
  };
}
