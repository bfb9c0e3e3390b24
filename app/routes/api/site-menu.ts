import { menuName } from "#app/content/domain/menu.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { framePart, readFrameMenu } from "#app/http/frame-part.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { toFooterColumnWire, toTopMenuItemWire } from "./wire/catalogue-wire.ts";

/**
 * GET /api/site-menu/site_top_menu (a tree) and /api/site-menu/site_footer_menu (columns); an unsaved or unreadable menu is an empty list.
 */
const route = apiRoute({
  GET: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    const name = readParam(params.name, menuName, () => notFoundProblem("There is no such menu."));
    const items =
      name === "site_top_menu"
        ? framePart(services, name, async () => (await readFrameMenu(services.db, name)).map(toTopMenuItemWire), [])
        : framePart(services, name, async () => (await readFrameMenu(services.db, name)).map(toFooterColumnWire), []);
    return answerWithEtag(request, await items, "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
