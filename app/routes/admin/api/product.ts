import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { productRecords, setDeleted } from "#app/catalogue/data/product-records.server.ts";
import { CALL_FIELDS, changedRecord, productChangeIn, variantsOf, type ProductChange } from "#app/catalogue/domain/product-call.schema.ts";
import type { ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { fieldHash } from "#app/staff/domain/record-changes.ts";
import { actOnRecord, refuseAct } from "#app/staff/workflows/change-records.server.ts";
import { saveRows } from "#app/staff/workflows/change-rows.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { readProduct, refuseProduct } from "./products/read-product.server.ts";

const noSuchProduct = () => notFoundProblem("There is no such product.");

/**
 * GET|PATCH|DELETE /admin/api/products/:id: reads a product as staff see it, changes its fields, or moves it to the bin. Products in the
 * bin are not found.
 */
const route = apiRoute({
  async GET({ params, context }) {
    const services = context.get(servicesContext);
    const product = await readProduct(services, requireStaff(context), readParam(params.id, urlId, noSuchProduct));
    return product === null ? noSuchProduct() : jsonAnswer({ product });
  },
  async PATCH({ request, params, context }) {
    const services = context.get(servicesContext);
    const user = requireStaff(context);
    const id = readParam(params.id, urlId, noSuchProduct);
    const format = moneyFormat(await readSettings(services.db));
    const change = await parseJsonBody(request, productChangeIn(format.currency));
    const row = {
      id,
      value: changedRecord(change),
      seen: change.stock_seen === undefined ? {} : { stock: fieldHash(change.stock_seen) },
      version: change.version,
      more: (current: ProductRecord) => variantChange(change, current),
    };
    const answer = await saveRows<ProductRecord>(services.db, productRecords, user, [row], (value, changed) =>
      refuseProduct(value, changed, format),
    );
    const refused = answer.refused.get(id);
    if (answer.missing.length > 0 || refused?.["deletedAt"] !== undefined) return noSuchProduct();
    const product = await readProduct(services, user, id);
    if (answer.overtaken.has(id)) return problem(409, { detail: "The product has changed meanwhile.", product });
    return refused === undefined ? jsonAnswer({ product }) : fieldProblem(refused, CALL_FIELDS);
  },
  async DELETE({ params, context }) {
    const { db, now } = context.get(servicesContext);
    const id = readParam(params.id, urlId, noSuchProduct);
    const done = await actOnRecord(db, productRecords, requireStaff(context), {
      action: "delete",
      id,
      touches: [],
      run: async (tx) => {
        const current = (await productRecords.find(tx, [id])).get(id);
        if (typeof current?.value.deletedAt === "string") refuseAct("It is in the bin.");
        await setDeleted(tx, id, now());
      },
    });
    return done.kind === "done" ? jsonAnswer({ id, is_in_bin: true }) : noSuchProduct();
  },
});

/** The variants, with the stock they were computed from, so that sales in between are detected. */
function variantChange({ variants, variants_seen: seen }: ProductChange, { variants: stored }: ProductRecord) {
  return {
    value: variants === undefined ? {} : { variants: variantsOf(variants, stored) },
    seen: seen === undefined ? {} : { variants: fieldHash(variantsOf(seen, stored)) },
  };
}

export const loader = route.loader;
export const action = route.action;
