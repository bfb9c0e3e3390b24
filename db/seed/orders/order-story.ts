import type { OrderActor, OrderStatus, PaymentState, ReasonCode } from "#app/orders/domain/order.ts";
import { addMinutes } from "#app/values/time.ts";
import { STAFF_NAMES } from "#db/seed/people.ts";
import type { Random } from "#db/seed/random.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

interface StoryEvent {
  readonly at: Date;
  readonly actor: OrderActor;
  readonly actorName: string;
  readonly event: string;
  readonly fromStatus: OrderStatus | null;
  readonly toStatus: OrderStatus;
  readonly data: Record<string, unknown>;
}

/** An order's course: end state, times and payment. */
export interface OrderStory {
  readonly status: OrderStatus;
  readonly money: "authorized" | "captured" | "voided" | "refunded" | "partly-refunded";
  readonly reasonCode: ReasonCode | null;
  readonly reasonText: string;
  readonly promisedAt: Date | null;
  readonly prepMinutes: number | null;
  readonly acceptedAt: Date | null;
  readonly preparingAt: Date | null;
  readonly readyAt: Date | null;
  readonly outAt: Date | null;
  readonly completedAt: Date | null;
  readonly endedAt: Date | null;
  readonly events: readonly StoryEvent[];
}

export const PAYMENT_STATE_OF: Readonly<Record<OrderStory["money"], PaymentState>> = {
  authorized: "authorized",
  captured: "captured",
  voided: "voided",
  refunded: "refunded",
  "partly-refunded": "partially_refunded",
};

const REJECTIONS: readonly (readonly [ReasonCode, string])[] = [
  ["item_unavailable", "The last sourdough left just before your order came in."],
  ["too_busy", "A full house and one oven. We are sorry."],
  ["address_out_of_area", ""],
];
const STAFF_CANCELLATIONS: readonly (readonly [ReasonCode, string])[] = [
  ["customer_request", "Called to cancel before we had started."],
  ["duplicate", "Ordered twice by mistake."],
];

/** Maximum duration after placing. */
export const LONGEST_STORY_MINUTES = 150;

/** A course for an order; one in fourteen is not completed. */
export function tellStory(random: Random, placedAt: Date, fulfillment: Fulfillment): OrderStory {
  const staff = random.pick(STAFF_NAMES);
  const events: StoryEvent[] = [];
  let status: OrderStatus = "awaiting_payment";
  const tell = (at: Date, actor: OrderActor, event: string, toStatus: OrderStatus, data: Record<string, unknown> = {}): Date => {
    events.push({
      at,
      actor,
      actorName: actor === "staff" ? staff : "",
      event,
      fromStatus: event === "checkout" ? null : status,
      toStatus,
      data,
    });
    status = toStatus;
    return at;
  };
  tell(addMinutes(placedAt, -1), "guest", "checkout", "awaiting_payment");
  tell(placedAt, "system", "payment_authorized", "received");
  const prepMinutes = random.pick(fulfillment === "pickup" ? [15, 20, 20, 25, 30] : [40, 45, 45, 50]);
  const decidedAt = addMinutes(placedAt, random.between(20, 210) / 60);
  const none = { acceptedAt: null, preparingAt: null, readyAt: null, outAt: null, completedAt: null, endedAt: null };
  const open = { promisedAt: addMinutes(placedAt, prepMinutes), prepMinutes, reasonCode: null, reasonText: "" };

  if (random.chance(0.03)) {
    const [reasonCode, reasonText] = random.pick(REJECTIONS.slice(0, fulfillment === "delivery" ? 3 : 2));
    const endedAt = tell(decidedAt, "staff", "reject", "rejected", { reason: reasonCode, text: reasonText });
    return { ...open, ...none, status: "rejected", money: "voided", reasonCode, reasonText, endedAt, events };
  }
  if (random.chance(0.012)) {
    const endedAt = tell(decidedAt, "guest", "cancel", "cancelled", { reason: "customer_request", text: "" });
    return { ...open, ...none, status: "cancelled", money: "voided", reasonCode: "customer_request", endedAt, events };
  }
  const acceptedAt = tell(decidedAt, "staff", "accept", "accepted", { minutes: prepMinutes });
  const accepted = { ...open, promisedAt: addMinutes(acceptedAt, prepMinutes), acceptedAt };
  if (random.chance(0.02)) {
    const [reasonCode, reasonText] = random.pick(STAFF_CANCELLATIONS);
    const endedAt = tell(addMinutes(acceptedAt, random.between(2, 8)), "staff", "cancel", "cancelled", {
      reason: reasonCode,
      text: reasonText,
    });
    return { ...none, ...accepted, status: "cancelled", money: "refunded", reasonCode, reasonText, endedAt, events };
  }
  const preparingAt = tell(addMinutes(acceptedAt, random.between(1, 6)), "staff", "preparing", "preparing");
  const onWheels = fulfillment === "delivery" ? random.between(14, 24) : 0;
  const readyAt = tell(addMinutes(accepted.promisedAt, random.between(-6, 5) - onWheels), "staff", "ready", "ready");
  const outAt = fulfillment === "delivery" ? tell(addMinutes(readyAt, random.between(1, 6)), "staff", "out", "out_for_delivery") : null;
  const completedAt = tell(
    addMinutes(outAt ?? readyAt, outAt === null ? random.between(2, 18) : onWheels),
    "staff",
    "complete",
    "completed",
  );
  return {
    ...none,
    ...accepted,
    status: "completed",
    money: random.chance(0.02) ? "partly-refunded" : "captured",
    preparingAt,
    readyAt,
    outAt,
    completedAt,
    events,
  };
}

/** The same course up to `now`: later steps are still open. */
export function storyUntil(story: OrderStory, now: Date): OrderStory {
  const events = story.events.filter(({ at }) => at <= now);
  const status = events.at(-1)?.toStatus ?? "received";
  if (events.length === story.events.length) return story;
  const soFar = (at: Date | null) => (at !== null && at <= now ? at : null);
  return {
    ...story,
    status,
    money: status === "received" ? "authorized" : "captured",
    reasonCode: null,
    reasonText: "",
    // The time is promised when the order is accepted.
    promisedAt: status === "received" ? null : story.promisedAt,
    prepMinutes: status === "received" ? null : story.prepMinutes,
    acceptedAt: soFar(story.acceptedAt),
    preparingAt: soFar(story.preparingAt),
    readyAt: soFar(story.readyAt),
    outAt: soFar(story.outAt),
    completedAt: soFar(story.completedAt),
    endedAt: soFar(story.endedAt),
    events,
  };
}
