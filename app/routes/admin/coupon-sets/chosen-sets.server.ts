import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, type ActionFunctionArgs } from "react-router";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { readSelected, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { couponSetRecords, listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { couponSetList } from "#app/promotions/domain/coupon-set.schema.ts";
import { changeCodes } from "#app/promotions/workflows/make-codes.server.ts";
import { removeRecords } from "#app/staff/workflows/change-records.server.ts";
import { readCouponSets } from "./read-coupon-sets.server.ts";
import { counted } from "#texts/plural.ts";

/** Bulk actions on chosen sets: revoke or restore all their codes, or delete the sets whose codes no order has used. */
export async function changeChosenSets(args: ActionFunctionArgs, form: FormData) {
  const services = args.context.get(servicesContext);
  const { db, now } = services;
  const user = requireStaff(args.context);
  const refuse = (message: string) => data({ errors: {}, name: "", message }, { status: 422 });
  const say = (text: string, undo: number | null = null) => redirectSaying(services, withoutSelection(args.url), { text, undo });
  const chosen = await readSelected(args, form, {
    query: couponSetList,
    matching: async (each, query) => (await readCouponSets(each, query, now())).map((set) => set.id),
    nouns: ["coupon set", "coupon sets"],
  });
  if (!chosen.ok) return refuse(chosen.error);
  const sets = (await listCouponSets(db)).filter((set) => chosen.value.includes(set.id));
  const intent = form.get("intent");
  if (intent === "delete") {
    const { done, held } = await removeRecords(db, couponSetRecords, user, chosen.value, async (tx, ids) =>
      (await listCouponSets(tx)).filter((set) => set.uses > 0 && ids.includes(set.id)).map((set) => set.id),
    );
    const kept =
      held.length === 0 ? "" : ` Orders have used codes of ${held.length === 1 ? `“${held[0]?.name ?? ""}”` : held.length}; kept.`;
    if (done.changed === 0) return refuse(`Nothing was deleted.${kept}`);
    return say(
      `${done.changed === 1 ? `Coupon set “${done.name}”` : counted(done.changed, "coupon set", "coupon sets")} deleted.${kept}`,
      done.entry,
    );
  }
  if (intent !== "revoke" && intent !== "restore") return refuse("Choose what to do.");
  let codes = 0;
  for (const set of sets)
    codes += await changeCodes(db, user, set, {
      which: "all",
      query: { q: "", status: "" },
      status: intent === "revoke" ? "revoked" : "active",
    });
  const codeCount = counted(codes, "code", "codes", moneyFormat(await readSettings(db)));
  return say(codes === 0 ? "Nothing was changed." : `${codeCount} ${intent === "revoke" ? "revoked" : "valid again"}.`);
}
