import { exportConfiguration } from "#app/content/workflows/configuration/configuration.server.ts";
import { promotionsPart } from "#app/promotions/workflows/configuration/configured-promotions.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/configuration";

/** GET /admin/site-settings/configuration.json: settings, menus, pages and promotions as one file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  return new Response(await exportConfiguration(db, [promotionsPart]), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="configuration-${now().toISOString().slice(0, 10)}.json"`,
      "Cache-Control": "no-store",
    },
  });
}
