import type { OrderHoursNote } from "./order-hours-note.ts";

/** For staff: "Hours: Friday 11:00 AM – 5:00 PM; can be ordered ahead". */
export function staffHoursText({ text, isNow, isLater }: OrderHoursNote): string {
  const ahead = isLater ? "; can be ordered ahead" : "; cannot be ordered now";
  return `Hours: ${text}${isNow ? "" : ahead}`;
}

/** Explanation below the order hours field. */
export function orderHoursHint(noun: "it" | "its products", canScheduleOrders: boolean): string {
  const outside = canScheduleOrders ? `${noun} can only be ordered ahead, for a time within them` : `${noun} cannot be ordered`;
  return `Outside of them the shop shows the hours, and ${outside}.`;
}
