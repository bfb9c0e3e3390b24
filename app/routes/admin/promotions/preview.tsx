import { data, href, redirect } from "react-router";
import { PromotionPreview } from "#app/cart/ui/staff/promotion-preview.tsx";
import { ownCarts } from "#app/cart/domain/promotion-preview/own-carts.schema.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { previewPromotion } from "#app/orders/workflows/figures/preview-promotion.server.ts";
import { toPromotion } from "#app/promotions/data/promotion-records.server.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { withPlainAmounts } from "#app/values/form-fields.schema.ts";
import type { Route } from "./+types/preview";

/** The preview needs the fields of a promotion, so a GET has nothing to show. */
export function loader() {
  throw redirect(href("/admin/promotions"));
}

/** POST with the form's current fields and `carts`: previews the promotion without storing anything. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, now } = context.get(servicesContext);
  const settings = await readSettings(db);
  const fields = Object.fromEntries(withPlainAmounts(await request.formData(), promotionForm, moneyFormat(settings)));
  const parsed = promotionForm.safeParse({ ...fields, name: fields["name"] || "-", title: fields["title"] || "-" });
  const own = ownCarts.safeParse(fields);
  const issue = parsed.error?.issues[0] ?? own.error?.issues[0];
  if (!parsed.success || !own.success) return data({ message: issue?.message ?? "Something is missing.", report: null }, { status: 422 });
  const promotion = toPromotion(urlId.safeParse(fields["id"]).data ?? 0, parsed.data, settings.STORE_TIMEZONE);
  return { message: null, report: await previewPromotion(db, promotion, own.data.carts, now()) };
}

/** Without JavaScript, the results are a separate page. */
export default function PromotionPreviewPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Previewed, nothing saved" trail={[{ to: href("/admin/promotions"), label: "Promotions" }]} />
      <p className="mb-4 text-ink-2">Go back with your browser to change the offer.</p>
      {actionData === undefined ? null : <PromotionPreview answer={actionData} />}
    </>
  );
}
