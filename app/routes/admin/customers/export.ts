import { moneyFormat } from "#app/store/domain/settings.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId, readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { customerExportFile } from "#app/orders/domain/customers/customer.schema.ts";
import { exportCustomer } from "#app/orders/workflows/customers/export-customer.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { renderExport } from "./export-page.server.tsx";
import type { Route } from "./+types/export";

/** GET /admin/customers/:id/export/customer.json and customer.html: everything stored about the customer, as a download. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const id = readId(request, params.id);
  const file = readParam(params.file, customerExportFile, () => notFound(request));
  const content = await exportCustomer(db, id);
  if (content === undefined) throw notFound(request);
  const settings = await readSettings(db);
  const { APP_NAME: shop, STORE_TIMEZONE: zone, CURRENCY: currency } = settings;
  const at = now();
  if (file === "customer.json")
    return download(`customer-${id}.json`, "application/json", JSON.stringify({ shop, exportedAt: at, currency, ...content }, null, 2));
  return download(
    `customer-${id}.html`,
    "text/html; charset=utf-8",
    renderExport({ shop, zone, format: moneyFormat(settings), now: at, content }),
  );
}

function download(name: string, type: string, body: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"`, "Cache-Control": "no-store" },
  });
}
