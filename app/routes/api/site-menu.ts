import { menuName } from "#app/content/domain/menu.schema.ts";
import { findMenu } from "#app/content/data/menus.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { toFooterColumnWire, toTopMenuItemWire } from "./wire/catalogue-wire.ts";

/** GET /api/site-menu/site_top_menu (a tree) and /api/site-menu/site_footer_menu (columns); a menu that was never saved is an empty list. */
const route = apiRoute({
  GET: async ({ request, params, context }) => {
    const { db } = context.get(servicesContext);
    const name = readParam(params.name, menuName, () => notFoundProblem("There is no such menu."));
    if (name === "site_top_menu")
      return answerWithEtag(request, ((await findMenu(db, name))?.items ?? []).map(toTopMenuItemWire), "no-cache");
    return answerWithEtag(request, ((await findMenu(db, name))?.items ?? []).map(toFooterColumnWire), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
