import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { readHeader, readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { listPromotionRows, matchingPromotions } from "#app/promotions/data/promotion-records.server.ts";
import { listGiven } from "#app/promotions/data/promotion-reports.server.ts";
import { newPromotionIn, promotionCallQuery } from "#app/promotions/domain/calls/promotion-call.schema.ts";
import { endsTooEarly } from "#app/promotions/domain/promotion-form.schema.ts";
import { addPromotionByCall } from "#app/promotions/workflows/add-promotion-by-call.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { pageOf } from "#app/values/page-of.ts";
import { newPromotionRecord, PROMOTION_CALL_FIELDS } from "./promotion-wire.ts";
import { readPromotion, readPromotionWires } from "./read-promotions.server.ts";

/**
 * GET /admin/api/promotions?q=&state=&trigger=&sort=&page=&per_page=
 * POST /admin/api/promotions with an Idempotency-Key: a new promotion, a draft unless another status is sent.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now } = context.get(servicesContext);
    const { state = "", trigger = "", ...query } = readQuery(request, promotionCallQuery);
    const [all, given] = await Promise.all([listPromotionRows(db, now()), listGiven(db, null)]);
    const { rows, total } = pageOf(matchingPromotions(all, { ...query, state, trigger, range: "", selected: [] }, given), query);
    return jsonAnswer({
      promotions: await readPromotionWires(context, rows, given),
      total,
      is_total_capped: false,
      page: query.page,
      per_page: query.per_page,
    });
  },
  async POST({ request, context }) {
    const { db } = context.get(servicesContext);
    const user = requireStaff(context);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const { CURRENCY } = await readSettings(db);
    const value = newPromotionRecord(await parseJsonBody(request, newPromotionIn(CURRENCY)));
    const early = endsTooEarly(value);
    if (early !== undefined) return fieldProblem(early, PROMOTION_CALL_FIELDS);
    const added = await addPromotionByCall(db, user, value, idempotencyKey);
    if (added.kind === "refused") return fieldProblem(added.problems, PROMOTION_CALL_FIELDS);
    if (added.kind === "key-reused") return problem(422, { detail: "This Idempotency-Key was used for another promotion. Use a new one." });
    return jsonAnswer({ promotion: await readPromotion(context, added.id) }, { status: 201 });
  },
});

export const loader = route.loader;
export const action = route.action;
