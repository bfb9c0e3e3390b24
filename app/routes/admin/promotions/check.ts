import { servicesContext } from "#app/http/context.server.ts";
import { listPromotionRows, toPromotion } from "#app/promotions/data/promotion-records.server.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { withPlainAmounts } from "#app/values/form-fields.schema.ts";
import type { Route } from "./+types/check";
import { readbackOf } from "./readback.server.ts";

/** POST /admin/promotions/check with the form's current fields: returns the rule in one sentence, warnings and conflicts. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, now } = context.get(servicesContext);
  const settings = await readSettings(db);
  const fields = Object.fromEntries(withPlainAmounts(await request.formData(), promotionForm, moneyFormat(settings)));
  // The sentence does not use the name and the title.
  const parsed = promotionForm.safeParse({ ...fields, name: fields["name"] || "-", title: fields["title"] || "-" });
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? "Something is missing.";
    return Response.json({ sentence: `Not complete yet: ${message}`, warnings: [], conflicts: [] });
  }
  const promotion = toPromotion(Number(fields["id"]) || 0, parsed.data, settings.STORE_TIMEZONE);
  return Response.json(await readbackOf(db, promotion, await listPromotionRows(db, now()), now()));
}
