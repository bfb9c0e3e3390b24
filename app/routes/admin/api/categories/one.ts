import { categoryRecords } from "#app/catalogue/data/category-records.server.ts";
import {
  CATEGORY_CALL_FIELDS,
  categoryChangeIn,
  categoryDeletionQuery,
  changedCategory,
} from "#app/catalogue/domain/category-call.schema.ts";
import { categoryDeletion, changeCategory } from "#app/catalogue/workflows/change-category.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readParam, readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { removeRecord } from "#app/staff/workflows/remove-record.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { readCategory } from "./read-categories.server.ts";

const noSuchCategory = () => notFoundProblem("There is no such category.");

/** GET|PATCH|DELETE /admin/api/categories/:id: reads a category as staff see it, changes its fields and position, or deletes it. */
const route = apiRoute({
  async GET({ params, context }) {
    const category = await readCategory(context.get(servicesContext).db, readParam(params.id, urlId, noSuchCategory));
    return category === null ? noSuchCategory() : jsonAnswer({ category });
  },
  async PATCH({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const id = readParam(params.id, urlId, noSuchCategory);
    const { version, parent_id: parentId, position: index, ...fields } = await parseJsonBody(request, categoryChangeIn);
    const place = parentId === undefined && index === undefined ? undefined : { parentId, index };
    const changed = await changeCategory(db, requireStaff(context), { id, version, fields: changedCategory(fields), place });
    if (changed.kind === "refused") return fieldProblem(changed.problems, CATEGORY_CALL_FIELDS);
    const category = await readCategory(db, id);
    if (changed.kind === "missing" || category === null) return noSuchCategory();
    if (changed.kind === "overtaken") return problem(409, { detail: "The category has changed meanwhile.", category });
    return jsonAnswer({ category });
  },
  async DELETE({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const id = readParam(params.id, urlId, noSuchCategory);
    const { products_to: moveTo = null } = readQuery(request, categoryDeletionQuery);
    const deletion = await categoryDeletion(db, id, moveTo);
    if (!deletion.ok) return fieldProblem({ products_to: deletion.error }, {});
    const done = await removeRecord(db, categoryRecords, requireStaff(context), id, deletion.value);
    if (done.kind === "refused") return problem(422, { detail: done.problem });
    return done.kind === "missing" ? noSuchCategory() : jsonAnswer({ id, is_deleted: true });
  },
});

export const loader = route.loader;
export const action = route.action;
