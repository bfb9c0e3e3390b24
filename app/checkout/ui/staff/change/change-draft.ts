import { ADDRESS_FIELDS, draftBody, emptyOrder, type EnteredOrder } from "#app/checkout/ui/staff/entered-order.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { majorUnits, type Cents, type MoneyFormat } from "#app/values/money.ts";

/** An order's change while staff enter it. */
export interface ChangeDraft {
  /** Units by line of the order. */
  readonly units: Readonly<Record<string, number>>;
  /** "keep": the time stays. */
  readonly when: "keep" | "asap" | "later";
  readonly isMoved: boolean;
  /** A higher delivery fee of the new address is not charged. */
  readonly isFeeWaived: boolean;
  /** The added lines, the new time and the new address, as on the page of a new order. */
  readonly entered: EnteredOrder;
}

type Changed = Pick<StaffOrderDetail, "lines" | "fulfillment" | "address" | "version" | "customer">;

/** The remaining units of a line. */
export function unitsLeft({ quantity, refundedQuantity }: StaffOrderDetail["lines"][number]): number {
  return quantity - refundedQuantity;
}

export function draftOf(order: Changed): ChangeDraft {
  const { street = "", unit = "", city = "", province = "", postalCode = "" } = order.address ?? {};
  const entered = { ...emptyOrder({ address: { city, province } }, "telephone"), fulfillment: order.fulfillment, contact: order.customer };
  return {
    units: Object.fromEntries(order.lines.map((line) => [line.id, unitsLeft(line)])),
    when: "keep",
    isMoved: false,
    isFeeWaived: false,
    entered: { ...entered, isLater: true, address: { street, unit, city, province, postal_code: postalCode } },
  };
}

/** The draft for the current order after another staff member changed it. It starts again if lines that it changes no longer exist. */
export function changedMeanwhile(
  before: Changed,
  now: Changed,
  draft: ChangeDraft,
): { readonly draft: ChangeDraft; readonly isKept: boolean } {
  const fresh = draftOf(now);
  const changed = before.lines.filter((line) => draft.units[line.id] !== unitsLeft(line)).map(({ id }) => id);
  if (changed.some((id) => fresh.units[id] === undefined)) return { draft: fresh, isKept: false };
  const units = { ...fresh.units, ...Object.fromEntries(changed.map((id) => [id, draft.units[id] ?? 0])) };
  const entered = draft.isMoved ? draft.entered : { ...draft.entered, address: fresh.entered.address };
  return { draft: { ...draft, units, entered }, isKept: true };
}

/** The body of POST /admin/api/orders/:id/edit; null: no change yet. */
export function changeBody(order: Changed, draft: ChangeDraft, format: MoneyFormat): object | null {
  const { units, when, isMoved, isFeeWaived, entered } = draft;
  const items = order.lines.flatMap((line) => (units[line.id] === unitsLeft(line) ? [] : [{ id: line.id, qty: units[line.id] ?? 0 }]));
  const add = draftBody(entered, format).items;
  const isTimed = when === "asap" || (when === "later" && entered.requestedFor !== "");
  const isOther = isMoved && ADDRESS_FIELDS.some((name) => entered.address[name] !== draftOf(order).entered.address[name]);
  if (items.length + add.length === 0 && !isTimed && !isOther) return null;
  return {
    version: order.version,
    ...(items.length === 0 ? {} : { items }),
    ...(add.length === 0 ? {} : { add }),
    ...(isTimed ? { requested_for: when === "asap" ? null : entered.requestedFor } : {}),
    ...(isOther ? { address: { ...entered.address, keep_postal_code: entered.keepsPostalCode } } : {}),
    ...(isOther && isFeeWaived ? { waiveFee: true } : {}),
  };
}

/** The same body with the total that staff saw. */
export function seenBody(body: object, after: Cents, format: MoneyFormat): object {
  return { ...body, expectedTotal: majorUnits(after, format.currency) };
}
