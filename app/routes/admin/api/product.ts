import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { findListRows } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { CALL_FIELDS, changedRecord, productChangeIn, variantsOf, type ProductChange } from "#app/catalogue/domain/product-call.schema.ts";
import { saleProblem, type ProductRecord } from "#app/catalogue/domain/product-record.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import type { Visitor } from "#app/staff/domain/permissions.ts";
import { fieldSeal } from "#app/staff/domain/record-changes.ts";
import { saveRows } from "#app/staff/workflows/change-rows.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { staffProductWire } from "./product-wire.ts";

const noSuchProduct = () => notFoundProblem("There is no such product.");

/** GET|PATCH /admin/api/products/:id: a product as staff see it, and its price, stock and state. One in the bin is not there. */
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
      seen: change.stock_seen === undefined ? {} : { stock: fieldSeal(change.stock_seen) },
      version: change.version,
      more: (current: ProductRecord) => variantChange(change, current),
    };
    const answer = await saveRows<ProductRecord>(services.db, productRecords, user, [row], (value, changed) =>
      refuseChange(value, changed, format),
    );
    const refused = answer.refused.get(id);
    if (answer.missing.length > 0 || refused?.["deletedAt"] !== undefined) return noSuchProduct();
    const product = await readProduct(services, user, id);
    if (answer.overtaken.has(id)) return problem(409, { detail: "The product has changed meanwhile.", product });
    return refused === undefined ? jsonAnswer({ product }) : fieldProblem(refused, CALL_FIELDS);
  },
});

/** The variants, and those that they were reckoned from, so that sales in between are noticed. */
function variantChange({ variants, variants_seen: seen }: ProductChange, { variants: stored }: ProductRecord) {
  return {
    value: variants === undefined ? {} : { variants: variantsOf(variants, stored) },
    seen: seen === undefined ? {} : { variants: fieldSeal(variantsOf(seen, stored)) },
  };
}

function refuseChange(value: ProductRecord, changed: Partial<ProductRecord>, format: MoneyFormat) {
  if ((value.deletedAt ?? null) !== null) return { deletedAt: "It is in the bin." };
  // The form asks once; nobody can be asked here.
  const isMadeFree = value.priceCents === 0 && !value.isHidden && (changed.priceCents === 0 || changed.isHidden === false);
  return isMadeFree
    ? { priceCents: "A shown product is made free in the staff area only. Send a price, or is_hidden." }
    : saleProblem(value, changed, format);
}

async function readProduct({ db, now }: Services, visitor: Visitor, id: number) {
  const [row] = await findListRows(db, [id]);
  if (row === undefined || row.deletedAt !== null) return null;
  const { CURRENCY } = await readSettings(db);
  const variants = (await listNamedVariants(db, [id])).get(id);
  return staffProductWire(row, visitor, { currency: CURRENCY, now: now(), variants });
}

export const loader = route.loader;
export const action = route.action;
