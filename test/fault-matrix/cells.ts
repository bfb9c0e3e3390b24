/* The axes of the fault matrix, and its impossible cells. */

/** The shop's calls to the provider, with the simulator's name of each. A weight below the ordered one is also a refund. */
export const CALLS = {
  create: "payment_intents.create",
  retrieve: "payment_intents.retrieve",
  capture: "payment_intents.capture",
  void: "payment_intents.cancel",
  refund: "refunds.create",
  weigh: "refunds.create",
} as const;
export type CallName = keyof typeof CALLS;

/**
 * The fault of the call or around it.
 * - The first five last until the provider is back: "refused" stops every call, the others only this one.
 * - "silence": the request is carried out later, after the caller has given up.
 * - "news": the provider's webhooks.
 * - "by hand": in the provider's dashboard, just before the call arrives.
 * - "emulator": the provider rejects unknown parameters and does not return the captured amount.
 */
export const FAULTS = [
  "refused",
  "answer lost",
  "500",
  "garbage",
  "silence",
  "news late",
  "news twice",
  "old news last",
  "no news",
  "cancelled by hand",
  "captured by hand",
  "refunded by hand",
  "partly refunded by hand",
  "hold expired",
  "emulator",
] as const;
export type FaultName = (typeof FAULTS)[number];

/** The second event of the same order. In the weighing scenes, "edit" is another tablet that weighs the same item. */
export const SECONDS = [
  "second checkout",
  "customer cancels",
  "customer arrives",
  "note",
  "accept",
  "reject",
  "edit",
  "swap",
  "undo",
  "kill",
  "reconcile",
  "time passes",
] as const;
export type SecondName = (typeof SECONDS)[number];

/** While the call is at the provider, or right after its response (or failure). */
export const MOMENTS = ["during", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Cell {
  readonly call: CallName;
  readonly fault: FaultName;
  readonly second: SecondName;
  readonly moment: Moment;
}

const CALL_FAULTS: readonly FaultName[] = ["refused", "answer lost", "500", "garbage", "silence"];
const BY_STAFF: readonly SecondName[] = ["note", "accept", "reject", "edit", "swap", "undo"];
const BY_CUSTOMER: readonly SecondName[] = ["customer cancels", "customer arrives"];

/** Why a cell is left out; null = it runs. */
export function senseless({ call, fault, second, moment }: Cell): string | null {
  if (call === "create" && ["hold expired", "captured by hand", "refunded by hand", "partly refunded by hand"].includes(fault)) {
    return "no card is held before the payment exists";
  }
  if ((call === "refund" || call === "weigh") && ["hold expired", "cancelled by hand", "captured by hand"].includes(fault))
    return "what has been charged is no hold any more";
  if (second === "kill" && moment === "after") return "a process that dies after the answer is the same as one that dies before it";
  if (call === "create" && BY_STAFF.includes(second)) return "staff see no order before it is paid";
  if (call === "retrieve" && BY_STAFF.includes(second) && moment === "during") return "staff see no order before it is paid";
  if (call === "create" && BY_CUSTOMER.includes(second) && (moment === "during" || CALL_FAULTS.includes(fault))) {
    return "the customer has no link before the checkout has answered";
  }
  return null;
}

const calls = Object.keys(CALLS) as CallName[];

/** Every possible cell. */
export function allCells(): readonly Cell[] {
  const cells = calls.flatMap((call) =>
    FAULTS.flatMap((fault) => SECONDS.flatMap((second) => MOMENTS.map((moment) => ({ call, fault, second, moment })))),
  );
  return cells.filter((cell) => senseless(cell) === null);
}

/**
 * A fixed selection of about one cell in four: each fault meets each second event at each moment, with the calls in turn, and each call
 * meets each second event at each moment.
 */
export function sampleCells(): readonly Cell[] {
  return FAULTS.flatMap((fault, row) =>
    SECONDS.flatMap((second, column) =>
      MOMENTS.flatMap((moment, depth) => {
        const turn = row + column * MOMENTS.length + depth;
        const cells = calls.map((_, at) => ({ call: calls[(turn + at) % calls.length] ?? "create", fault, second, moment }));
        return cells.filter((cell) => senseless(cell) === null).slice(0, 1);
      }),
    ),
  );
}

export function nameOf({ call, fault, second, moment }: Cell): string {
  return `${call} × ${fault} × ${second} (${moment})`;
}
