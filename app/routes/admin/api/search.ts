import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { readDb } from "#app/http/context.server.ts";
import { findHits, mayFind } from "#app/http/staff/find-hits.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { searchQuery } from "#app/http/staff/search-query.schema.ts";
import { HIT_KINDS } from "#app/staff/domain/search.ts";

/** Rows per kind in a picker; the command palette shows fewer of each kind. */
const HITS_OF_ONE_KIND = 20;
const HITS_OF_EACH_KIND = 5;

/** GET /admin/api/search?q=&kind=&ids= : records that this staff member may open, for pickers and the command palette. */
const route = apiRoute({
  async GET({ request, context }) {
    const db = readDb(context);
    const user = requireStaff(context);
    const { q, kind, ids } = readQuery(request, searchQuery);
    const kinds = (kind === undefined ? HIT_KINDS : [kind]).filter((each) => mayFind(each, user));
    const ask = ids === undefined ? { q } : { ids };
    const limit = ids?.length ?? (kind === undefined ? HITS_OF_EACH_KIND : HITS_OF_ONE_KIND);
    const hits = await Promise.all(kinds.map((each) => findHits(db, each, ask, limit)));
    return jsonAnswer({ hits: hits.flat() });
  },
});

export const loader = route.loader;
export const action = route.action;
