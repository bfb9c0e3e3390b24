import type { MoneyFormat } from "#app/values/money.ts";
import { fieldDecimal } from "#app/values/money/decimal-field.ts";
import { fieldMoney, fieldNumber, fieldText } from "#app/values/form.ts";

/** Converts the form of a staff action to the body of its API call (order.schema.ts). */
export function staffActionBody(intent: string, form: FormData, format: MoneyFormat): object {
  const version = fieldNumber(form, "version");
  const text = fieldText(form, "text");
  const amount = fieldMoney(form, "amount", format);
  switch (intent) {
    case "accept":
      return { version, minutes: fieldNumber(form, "minutes"), payAtPickup: fieldText(form, "payAtPickup") === "on" || undefined };
    case "delay":
      return { version, minutes: fieldNumber(form, "minutes") };
    case "reject":
      return { version, reason: fieldText(form, "reason"), text };
    case "cancel": {
      const refund = fieldText(form, "refund");
      // The form sends "off" with its checkbox, so that a form without one changes nothing.
      const stock = form.getAll("restock");
      const restock = stock.length > 0 ? stock.includes("on") : undefined;
      return { version, reason: fieldText(form, "reason"), text, refund: refund === "amount" ? { amount } : refund || undefined, restock };
    }
    case "edit":
      return { version, ...editBody(form, format) };
    case "refund": {
      const what = fieldText(form, "what");
      const whole = what === "amount" ? { amount } : { all: true };
      return {
        version,
        reason: text,
        restock: form.getAll("restock").includes("on") || undefined,
        ...(what === "items" ? { items: quantitiesOf(form) } : whole),
      };
    }
    case "complete":
      return { version, given: fieldMoney(form, "given", format) || undefined };
    case "note":
    case "message":
      return { version, text };
    default:
      return { version };
  }
}

/** Either weights, or items to remove. */
function editBody(form: FormData, format: MoneyFormat): object {
  const weights = weightsOf(form, format);
  if (weights.length > 0) return { weights, confirmed: fieldText(form, "confirmed") || undefined };
  return { removeItemIds: form.getAll("item"), soldOut: fieldText(form, "soldOut") === "on" || undefined };
}

const QUANTITY = "quantity:";

const WEIGHT = /^weight:(g|lb):(.+)$/;

/** Name of the field of an item's weight, in grams or in pounds. */
export function weightField(itemId: string, unit: "g" | "lb"): string {
  return `weight:${unit}:${itemId}`;
}

/** Empty fields are items not weighed yet. */
function weightsOf(form: FormData, format: MoneyFormat): readonly object[] {
  return [...form.keys()].flatMap((name) => {
    const [, unit, id] = WEIGHT.exec(name) ?? [];
    const typed = fieldDecimal(form, name, format);
    if (id === undefined || typed === "") return [];
    return [{ id, weight: unit === "lb" && typeof typed === "number" ? Math.round(typed * 100) : typed }];
  });
}

/** Name of an item's quantity field. */
export function quantityField(itemId: string): string {
  return `${QUANTITY}${itemId}`;
}

/** Parses those fields; items without a number are left out. */
function quantitiesOf(form: FormData): readonly object[] {
  const names = [...form.keys()].filter((name) => name.startsWith(QUANTITY));
  return names
    .map((name) => ({ id: name.slice(QUANTITY.length), qty: fieldNumber(form, name) }))
    .filter(({ qty }) => qty !== 0 && qty !== "");
}
