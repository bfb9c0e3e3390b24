import { FORBIDDEN_BY_ROLE } from "#app/staff/domain/permissions.ts";
import { BLANK_CATEGORY, categoryRecords } from "#app/catalogue/data/category-records.server.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { templateOfQuestion } from "#app/catalogue/domain/customization/product-question.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { findHits, mayFind } from "#app/http/staff/find-hits.server.ts";
import { newRecord } from "#app/http/staff/new-record.schema.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";

/** POST /admin/api/records: adds a category or a template from within another form; returns it as a picker shows it. */
const route = apiRoute({
  async POST({ request, context }) {
    const { db } = context.get(servicesContext);
    const user = requireStaff(context);
    const record = await parseJsonBody(request, newRecord);
    if (!mayFind(record.kind, user)) return problem(403, { detail: FORBIDDEN_BY_ROLE });
    const made = { id: null, version: null, seen: {} };
    const answer =
      record.kind === "category"
        ? await saveRecord(db, categoryRecords, user, { ...made, value: { ...BLANK_CATEGORY, name: record.name } })
        : await saveRecord(db, customizationTemplateRecords, user, { ...made, value: templateOfQuestion(record.question.body) });
    if (answer.kind === "refused") {
      const errors = Object.entries(answer.problems).flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
      return problem(422, { detail: errors[0]?.message ?? "This cannot be saved.", errors });
    }
    if (answer.kind !== "done") return problem(409, { detail: "It has changed meanwhile. Try again." });
    const [hit] = await findHits(db, record.kind, { ids: [answer.id] }, 1);
    return jsonAnswer({ hit }, { status: 201 });
  },
});

export const loader = route.loader;
export const action = route.action;
