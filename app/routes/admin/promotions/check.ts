import { servicesContext } from "#app/http/context.server.ts";
import { listPromotionRows, toPromotion } from "#app/promotions/data/promotion-records.server.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Route } from "./+types/check";
import { readbackOf } from "./readback.server.ts";

/** POST /admin/promotions/check with the fields of the form as they stand: the rule in one sentence, warnings and conflicts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, now } = context.get(servicesContext);
  const fields = Object.fromEntries(await request.formData());
  // A name and a title are not what the sentence is about.
  const parsed = promotionForm.safeParse({ ...fields, name: fields["name"] || "-", title: fields["title"] || "-" });
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? "Something is missing.";
    return Response.json({ sentence: `Not complete yet: ${message}`, warnings: [], conflicts: [] });
  }
  const zone = (await readSettings(db)).STORE_TIMEZONE;
  const promotion = toPromotion(Number(fields["id"]) || 0, parsed.data, zone);
  return Response.json(await readbackOf(db, promotion, await listPromotionRows(db, now()), now()));
}
