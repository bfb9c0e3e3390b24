import { pictureRecords } from "#app/content/data/pictures/picture-records.server.ts";
import { pictureWords } from "#app/content/domain/pictures/picture.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { findUploaded } from "#app/http/staff/find-uploaded.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { changeRecords } from "#app/staff/workflows/change-records.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";

/** PUT /admin/api/media/:id {alt, isDecorative}: the alternative text, requested right after an upload. */
const route = apiRoute({
  async PUT({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const id = readParam(params["id"], urlId, () => notFoundProblem("There is no such picture."));
    const words = await parseJsonBody(request, pictureWords);
    await changeRecords(db, pictureRecords, requireStaff(context), { action: "edit", ids: [id] }, (value) => ({ ...value, ...words }));
    const [picture] = await findUploaded(db, [id]);
    return picture === undefined ? notFoundProblem("There is no such picture.") : jsonAnswer({ pictures: [picture] });
  },
});

export const loader = route.loader;
export const action = route.action;
