import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { deliveryFeeOf } from "#app/cart/domain/pricing/totals.ts";
import { feeAt, feeNote, isDearer, notCoveredWords, waived, type FeeChange } from "#app/orders/domain/changes/address-fee.ts";
import { orderFormat, orderItem } from "#app/orders/workflows/stored-order.server.ts";
import type { ChangePlan } from "#app/orders/workflows/weighing/plan-parts.server.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Cents } from "#app/values/money.ts";
import { ok, type Result } from "#app/values/result.ts";
import type { ChangeRefusal, Planned, splitLines } from "./wanted-lines.server.ts";

/** Lines and amounts of a change. */
export type PlannedLines = Omit<ChangePlan, "terms" | "addOns" | "done">;

type PlanAtFee = (deliveryFee: Cents) => Promise<Result<PlannedLines, ChangeRefusal>>;

/** The fees of both addresses for the new lines; null: the fee does not change. */
export function feeOf(
  { order, rows, settings, units }: Planned,
  { removeItemIds, quantities, added }: Pick<ReturnType<typeof splitLines>, "removeItemIds" | "quantities" | "added">,
  address: DeliveryAddress | null,
): FeeChange | null {
  if (address === null || order.goesWith !== null) return null;
  const listed = [...rows.map(orderItem), ...added].filter((item) => !item.isFreeItem && !removeItemIds.includes(item.id));
  const sum = listed.reduce((total, item) => total + item.unitPrice * (quantities[item.id] ?? units[item.id] ?? item.quantity), 0);
  const feeThere = (postalCode: string | null) => deliveryFeeOf("delivery", sum, true, pricingSettings(settings, postalCode));
  return feeAt(order.deliveryFeeCents, {
    before: feeThere(order.address?.postalCode ?? null),
    asked: feeThere(address.postalCode),
  });
}

/** Plans the change with the higher fee of its new address if it can be charged and is not waived; otherwise with a waived fee and the reason. */
export async function planWithFee(
  { order, settings, command, coverage }: Planned,
  fee: FeeChange,
  planAt: PlanAtFee,
): Promise<Result<PlannedLines, ChangeRefusal>> {
  const format = orderFormat(order, settings);
  const keptFee = waived(coverage.from, fee);
  const kept = await planAt(keptFee.after);
  const noted = (reason: string) =>
    kept.ok ? ok({ ...kept.value, fee: keptFee, notes: [...kept.value.notes, feeNote(keptFee, reason, format)] }) : kept;
  if (!isDearer(fee)) return keptFee.after === fee.asked && kept.ok ? ok({ ...kept.value, fee: keptFee }) : noted("");
  const charged = await planAt(fee.asked);
  if (!charged.ok) return noted(charged.error.code === "not-paid-for" ? notCoveredWords(coverage, format) : charged.error.message);
  // A promotion that covers the whole fee leaves no difference.
  const isChoice = !kept.ok || kept.value.after !== charged.value.after;
  if (isChoice && command.waiveFee === true) return kept.ok ? ok({ ...kept.value, fee: { ...keptFee, isChoice } }) : kept;
  return ok({ ...charged.value, fee: { ...fee, after: fee.asked, isChoice } });
}
