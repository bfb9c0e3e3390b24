import { exportConfiguration } from "#app/content/workflows/configuration/configuration.server.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { configurationQuery } from "#app/routes/admin/query.schema.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/configuration";

/** GET /admin/site-settings/configuration.json: the shop's configuration as one file; `codes=1` includes coupon codes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { codes } = readPageQuery(request, configurationQuery);
  return new Response(await exportConfiguration(db, CONFIGURATION_PARTS, { withCodes: codes !== null }), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="configuration-${now().toISOString().slice(0, 10)}.json"`,
      "Cache-Control": "no-store",
    },
  });
}
