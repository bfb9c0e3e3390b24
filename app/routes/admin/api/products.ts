import { readSettings } from "#app/store/data/site-settings.server.ts";
import { listProductPage } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { productCalls, productRecords } from "#app/catalogue/data/product-records.server.ts";
import { BLANK_PRODUCT } from "#app/catalogue/domain/product-record.ts";
import { CALL_FIELDS, changedRecord, newProductIn, productCallQuery } from "#app/catalogue/domain/product-call.schema.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readHeader, readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { addRecordByCall } from "#app/staff/workflows/add-by-call.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { readProduct, refuseProduct } from "./products/read-product.server.ts";
import { staffProductWire } from "./products/product-wire.ts";

/**
 * GET /admin/api/products?q=&state=&category=&sort=&page=&per_page= : the products outside the bin, as staff see them.
 * POST /admin/api/products with an Idempotency-Key: a new product, visible unless is_hidden is sent.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now } = context.get(servicesContext);
    const user = requireStaff(context);
    const { q, state = "", category, sort, page, per_page: perPage } = readQuery(request, productCallQuery);
    const query = {
      ...productList.parse({ state, category: category === undefined ? "" : String(category), sort }),
      q,
      page,
      per_page: perPage,
    };
    const found = await listProductPage(db, query);
    const { CURRENCY: currency } = await readSettings(db);
    const variants = await listNamedVariants(
      db,
      found.rows.map(({ id }) => id),
    );
    return jsonAnswer({
      products: found.rows.map((row) => staffProductWire(row, user, { currency, now: now(), variants: variants.get(row.id) })),
      total: found.total,
      is_total_capped: found.isTotalCapped,
      page,
      per_page: perPage,
    });
  },
  async POST({ request, context }) {
    const services = context.get(servicesContext);
    const user = requireStaff(context);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const format = moneyFormat(await readSettings(services.db));
    const value = { ...BLANK_PRODUCT, ...changedRecord(await parseJsonBody(request, newProductIn(format.currency))) };
    const refused = refuseProduct(value, value, format);
    if (refused !== undefined) return fieldProblem(refused, CALL_FIELDS);
    const records = { store: productRecords, calls: productCalls };
    const added = await addRecordByCall(services.db, records, user, value, idempotencyKey);
    if (added.kind === "refused") return fieldProblem(added.problems, CALL_FIELDS);
    if (added.kind === "key-reused") return problem(422, { detail: "This Idempotency-Key was used for another product. Use a new one." });
    const product = await readProduct(services, user, added.id);
    return product === null ? notFoundProblem("The product that this call added is deleted.") : jsonAnswer({ product }, { status: 201 });
  },
});

export const loader = route.loader;
export const action = route.action;
