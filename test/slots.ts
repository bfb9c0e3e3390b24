import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import type { OrderingSettings, SlotInput } from "#app/store/domain/hours/slots.ts";
import { TORONTO } from "./clocks.ts";

/** Open every day from 11:00 to 22:00 in Toronto. */
export const TEST_HOURS: StoreHours = {
  ...TORONTO,
  openTime: "11:00",
  closingTime: "22:00",
  weekly: null,
  special: [],
  deliveryEnabled: true,
  deliveryClosingTime: null,
  deliveryPausedUntil: null,
  pausedUntil: null,
  pauseMessage: "",
};

export const TEST_ORDERING: OrderingSettings = {
  prepMinutes: { pickup: 20, delivery: 45 },
  busyExtraMinutes: 0,
  busyUntil: null,
  lastOrderMinutes: 0,
  allowScheduling: true,
  scheduleDaysAhead: 6,
  slotIntervalMinutes: 15,
  slotMaxOrders: 0,
  slotMaxItems: 0,
};

export type SlotChange = Partial<Omit<SlotInput, "hours" | "settings">> & {
  readonly hours?: Partial<StoreHours>;
  readonly settings?: Partial<OrderingSettings>;
};

/** A pickup of one item in a shop with free slots. */
export function slotInput(now: Date, change: SlotChange = {}): SlotInput {
  return {
    fulfillment: "pickup",
    loads: new Map(),
    items: 1,
    ...change,
    now,
    hours: { ...TEST_HOURS, ...change.hours },
    settings: { ...TEST_ORDERING, ...change.settings },
  };
}
