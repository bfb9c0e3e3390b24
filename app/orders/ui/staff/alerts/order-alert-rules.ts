import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** What the member of staff and the browser have said about alerts on this device, taken together. */
export type AlertMode =
  /** Nobody has answered yet: nothing rings. */
  | "ask"
  /** Notification and sound. */
  | "on"
  /** The browser knows no notifications here (no https, some phones): accepted, so the sound rings. */
  | "sound-only"
  /** Deny was pressed on this device: no alert. */
  | "denied"
  /** The browser's own permission is denied: no alert. */
  | "blocked";

/** What this device remembers: the answer to the prompt. */
export type StoredAnswer = "accepted" | "denied" | null;
export type BrowserPermission = "default" | "granted" | "denied" | "unsupported";

/** Deny always wins; otherwise the browser's word counts, and where it has none the answer to our own prompt. */
export function alertMode(stored: StoredAnswer, permission: BrowserPermission): AlertMode {
  if (stored === "denied") return "denied";
  if (permission === "granted") return "on";
  if (permission === "denied") return "blocked";
  return permission === "unsupported" && stored === "accepted" ? "sound-only" : "ask";
}

/**
 * The permission prompt is shown until it was answered on this device, also where the browser has said yes or no already: the answer is what
 * can be taken back here. It comes again while the browser itself has not been asked.
 */
export function isPromptDue(stored: StoredAnswer, mode: AlertMode): boolean {
  return stored === null || mode === "ask";
}

/** What this page knows of the waiting orders, and whether it has told anybody. */
export interface AlertMemory {
  /** How many waited at the last look; null = not looked yet. */
  readonly seen: number | null;
  /** These orders have been alerted already: whatever comes next, they are not told twice. */
  readonly isTold: boolean;
}

export const NOTHING_SEEN: AlertMemory = { seen: null, isTold: false };

interface AlertStep {
  readonly memory: AlertMemory;
  /** How many to tell of now; 0 = be quiet. */
  readonly toTell: number;
}

/** A poll said how many wait: an alert is due when orders wait at load, and whenever the number rises later. */
export function afterPoll({ seen, isTold }: AlertMemory, mode: AlertMode, waiting: number): AlertStep {
  const isRise = waiting > (seen ?? 0);
  const toTell = isRise && mayRing(mode) ? waiting : 0;
  return { memory: { seen: waiting, isTold: toTell > 0 || (isTold && !isRise) }, toTell };
}

/**
 * Accept was pressed and the browser has answered: the waiting orders are told, unless they were already. Before the first poll they are those
 * the page came with, and the poll then adds only what is new.
 *
 * @param atLoad how many waited when the page was made
 */
export function afterAccept(memory: AlertMemory, mode: AlertMode, atLoad: number): AlertStep {
  const waiting = memory.seen ?? atLoad;
  if (!mayRing(mode) || memory.isTold || waiting === 0) return { memory, toTell: 0 };
  return { memory: { seen: waiting, isTold: true }, toTell: waiting };
}

/** After Deny the orders count as untold, so that turning alerts on again tells of them. */
export function afterDeny(memory: AlertMemory): AlertMemory {
  return { ...memory, isTold: false };
}

/** The new-order flag: the first id of the polled list differs from the previous poll; the first poll compares with nothing. */
export function hasNewFirst(previous: string | null | undefined, first: string | null): boolean {
  return previous !== undefined && first !== null && first !== previous;
}

/** True for modes in which something may ring. */
export function mayRing(mode: AlertMode): boolean {
  return mode === "on" || mode === "sound-only";
}

/** An order of the poll, as far as its announcement needs it. */
export interface PolledOrder {
  readonly id: string;
  readonly number: string;
  readonly fulfillment: Fulfillment;
  /** "" = none. */
  readonly allergy_note: string;
}

/** What is announced of a new order: "New order A-003, pickup, allergy: milk". */
export function newOrderText({ number, fulfillment, allergy_note: allergy }: Omit<PolledOrder, "id">): string {
  return [`New order ${number}`, fulfillment, ...(allergy === "" ? [] : [`allergy: ${allergy}`])].join(", ");
}
