import { href, redirect } from "react-router";
import { productRecords } from "#app/catalogue/data/product-records.server.ts";
import { withOwnCopies } from "#app/catalogue/data/customizations/template-uses.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { Route } from "./+types/duplicate";

export function loader({ params, request }: Route.LoaderArgs) {
  readId(request, params.id);
  return redirect(href("/admin/product/edit/:id", { id: params.id }));
}

const OF_ONE_PRODUCT = { stock: null, sku: null, barcode: null, variants: [] };

/** POST /admin/product/duplicate/:id: creates a hidden copy without stock, SKU and barcode, and opens its form. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const id = readId(request, params.id);
  const original = (await productRecords.find(services.db, [id])).get(id)?.value;
  if (original === undefined || typeof original.deletedAt === "string") throw notFound(request);
  const name = `Copy of ${original.name}`.slice(0, MAX_TITLE_LENGTH).toWellFormed().trim();
  const value = { ...(await withOwnCopies(services.db, original)), name, isHidden: true, ...OF_ONE_PRODUCT, position: undefined };
  const saved = await saveRecord(services.db, productRecords, requireStaff(context), { id: null, value, version: null, seen: {} });
  if (saved.kind !== "done") {
    const reason = saved.kind === "refused" ? Object.values(saved.problems).find((problem) => problem !== undefined) : undefined;
    return redirectSaying(services, href("/admin/product/edit/:id", { id: params.id }), { text: reason ?? "It could not be copied." });
  }
  return redirectSaying(services, href("/admin/product/edit/:id", { id: String(saved.id) }), {
    text: `“${original.name}” copied. The copy is hidden.`,
    undo: saved.entry,
  });
}
