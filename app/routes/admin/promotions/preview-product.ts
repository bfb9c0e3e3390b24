import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/preview-product";

/** GET /admin/promotions/preview/product/:id: a product's options, for a custom cart in the preview; `product` null = it is gone. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const product = (await loadProductsForSale(db, [id], now())).get(id);
  return Response.json({ product: product === undefined ? null : { id, name: product.name, groups: product.groups } });
}
