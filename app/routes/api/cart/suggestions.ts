import { readSettings } from "#app/store/data/site-settings.server.ts";
import { listShownCategories } from "#app/catalogue/data/categories.server.ts";
import { listProducts } from "#app/catalogue/data/products.server.ts";
import { MOST_SUGGESTED, suggestCategories } from "#app/catalogue/domain/suggestions.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { withSales } from "#app/promotions/workflows/sale-prices.server.ts";
import { suggestionsQuery } from "#app/routes/api/query.schema.ts";
import { toSuggestionsWire } from "#app/routes/api/wire/catalogue-wire.ts";

/** GET /api/suggestions?q= — a few matching categories and products while the visitor types; a shared cache entry, like a page. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const { db, now } = context.get(servicesContext);
    const { q } = readQuery(request, suggestionsQuery);
    if (q.trim() === "") return answerWithEtag(request, toSuggestionsWire([], [], ""), "no-cache");
    const at = now();
    const categories = suggestCategories(await listShownCategories(db), q);
    const { products } = await listProducts(db, { q, perPage: MOST_SUGGESTED }, at);
    const { CURRENCY } = await readSettings(db);
    return answerWithEtag(request, toSuggestionsWire(categories, await withSales(db, products, at), CURRENCY), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
