import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import { promotionChangeIn } from "#app/promotions/domain/calls/promotion-call.schema.ts";
import { namesEmails } from "#app/promotions/domain/conditions/named-emails.ts";
import { endsTooEarly } from "#app/promotions/domain/promotion-form.schema.ts";
import { saveRows } from "#app/staff/workflows/change-rows.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { changedPromotion, PROMOTION_CALL_FIELDS } from "./promotion-wire.ts";
import { mayReadEmails, readPromotion } from "./read-promotions.server.ts";

const HIDDEN =
  "Leave out the condition: it names email addresses of customers, and a token without customers:read neither reads nor changes them.";

const noSuchPromotion = () => notFoundProblem("There is no such promotion.");

/** GET|PATCH /admin/api/promotions/:id: a promotion with its coupon sets. A PATCH of `status` pauses, resumes or ends it. */
const route = apiRoute({
  async GET({ params, context }) {
    const promotion = await readPromotion(context, readParam(params.id, urlId, noSuchPromotion));
    return promotion === null ? noSuchPromotion() : jsonAnswer({ promotion });
  },
  async PATCH({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const user = requireStaff(context);
    const id = readParam(params.id, urlId, noSuchPromotion);
    const { CURRENCY } = await readSettings(db);
    const { version, ...change } = await parseJsonBody(request, promotionChangeIn(CURRENCY));
    if (change.condition !== undefined && !mayReadEmails(context)) {
      // A version other than the sent one is refused below.
      const stored = (await promotionRecords.find(db, [id])).get(id);
      if (stored !== undefined && namesEmails(stored.value.condition)) return fieldProblem({ condition: HIDDEN }, PROMOTION_CALL_FIELDS);
    }
    const row = { id, value: changedPromotion(change), seen: {}, version };
    const answer = await saveRows<PromotionRecord>(db, promotionRecords, user, [row], endsTooEarly);
    const promotion = await readPromotion(context, id);
    if (promotion === null) return noSuchPromotion();
    if (answer.overtaken.has(id)) return problem(409, { detail: "The promotion has changed meanwhile.", promotion });
    const refused = answer.refused.get(id);
    return refused === undefined ? jsonAnswer({ promotion }) : fieldProblem(refused, PROMOTION_CALL_FIELDS);
  },
});

export const loader = route.loader;
export const action = route.action;
