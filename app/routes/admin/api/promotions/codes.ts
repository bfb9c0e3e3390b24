import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem } from "#app/http/answers/problem.server.ts";
import { readParam, readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listCodes, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { codeCallQuery, newCodes } from "#app/promotions/domain/calls/promotion-call.schema.ts";
import { importCodes } from "#app/promotions/workflows/make-codes.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";

const noSuchSet = () => notFoundProblem("There is no such coupon set.");

/** GET|POST /admin/api/coupon-sets/:id: reads a coupon set with a page of its codes, or adds codes to it. */
const route = apiRoute({
  async GET({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const query = readQuery(request, codeCallQuery);
    const set = await findSet(db, params.id);
    if (set === undefined) return noSuchSet();
    const { rows, total } = await listCodes(db, set.id, { ...query, status: query.status ?? "", selected: [] });
    return jsonAnswer({
      coupon_set: { id: set.id, name: set.name, promotion_id: set.promotionId, codes: set.codes, active: set.active, uses: set.uses },
      codes: rows.map((row) => ({
        id: row.id,
        code: row.code,
        status: row.status,
        max_uses: row.maxUses,
        per_customer_uses: row.perCustomerUses,
        expires_at: row.expiresAt?.toISOString() ?? null,
        uses: row.uses,
      })),
      total,
      is_total_capped: false,
      page: query.page,
      per_page: query.per_page,
    });
  },
  async POST({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const user = requireStaff(context);
    const set = await findSet(db, params.id);
    if (set === undefined) return noSuchSet();
    const { codes, max_uses: maxUses, per_customer_uses: perCustomerUses, expires_at: expiresAt } = await parseJsonBody(request, newCodes);
    const added = await importCodes(db, user, set, codes, { maxUses, perCustomerUses, expiresAt });
    return added.ok ? jsonAnswer(added.value) : fieldProblem({ codes: added.error }, {});
  },
});

async function findSet(db: Db, param: string | undefined) {
  const id = readParam(param, urlId, noSuchSet);
  return (await listCouponSets(db)).find((set) => set.id === id);
}

export const loader = route.loader;
export const action = route.action;
