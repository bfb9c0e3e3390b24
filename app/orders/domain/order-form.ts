import { fieldDollars, fieldNumber, fieldText } from "#app/values/form.ts";

/** The form of a staff action in the shape of its JSON call (order.schema.ts). */
export function staffActionBody(intent: string, form: FormData): object {
  const version = fieldNumber(form, "version");
  const text = fieldText(form, "text");
  const amount = fieldDollars(form, "amount");
  const items = form.getAll("item");
  switch (intent) {
    case "accept":
      return { version, minutes: fieldNumber(form, "minutes"), payAtPickup: fieldText(form, "payAtPickup") === "on" || undefined };
    case "delay":
      return { version, minutes: fieldNumber(form, "minutes") };
    case "reject":
      return { version, reason: fieldText(form, "reason"), text };
    case "cancel": {
      const refund = fieldText(form, "refund");
      return { version, reason: fieldText(form, "reason"), text, refund: refund === "amount" ? { amount } : refund || undefined };
    }
    case "edit":
      return { version, removeItemIds: items };
    case "refund": {
      const what = fieldText(form, "what");
      return { version, reason: text, ...(what === "items" ? { itemIds: items } : what === "amount" ? { amount } : { all: true }) };
    }
    case "note":
      return { version, text };
    default:
      return { version };
  }
}
