import { BLANK_CATEGORY, categoryCalls, categoryRecords } from "#app/catalogue/data/category-records.server.ts";
import { CATEGORY_CALL_FIELDS, categoryCallQuery, changedCategory, newCategoryIn } from "#app/catalogue/domain/category-call.schema.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readHeader, readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { addRecordByCall } from "#app/staff/workflows/add-by-call.server.ts";
import { readCategory, readCategoryPage } from "./read-categories.server.ts";

/**
 * GET /admin/api/categories?q=&state=&page=&per_page= : all categories, as staff see them.
 * POST /admin/api/categories with an Idempotency-Key: adds a category as the last child of its parent.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const query = readQuery(request, categoryCallQuery);
    const { categories, total } = await readCategoryPage(context.get(servicesContext).db, query);
    return jsonAnswer({ categories, total, is_total_capped: false, page: query.page, per_page: query.per_page });
  },
  async POST({ request, context }) {
    const { db } = context.get(servicesContext);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const { parent_id: parentId = null, ...fields } = await parseJsonBody(request, newCategoryIn);
    const value = { ...BLANK_CATEGORY, ...changedCategory(fields), parentId };
    const records = { store: categoryRecords, calls: categoryCalls };
    const added = await addRecordByCall(db, records, requireStaff(context), value, idempotencyKey);
    if (added.kind === "refused") return fieldProblem(added.problems, CATEGORY_CALL_FIELDS);
    if (added.kind === "key-reused") return problem(422, { detail: "This Idempotency-Key was used for another category. Use a new one." });
    const category = await readCategory(db, added.id);
    return category === null ? notFoundProblem("The category that this call added is deleted.") : jsonAnswer({ category }, { status: 201 });
  },
});

export const loader = route.loader;
export const action = route.action;
