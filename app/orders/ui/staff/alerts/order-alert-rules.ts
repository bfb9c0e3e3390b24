import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { POLL_ORDERS_ROWS } from "#app/values/limits.ts";

/** Combined permission state of user and browser on this device. */
export type AlertMode =
  /** Not decided yet: alerts are off. */
  | "ask"
  /** Notification and sound. */
  | "on"
  /** No Notification API (no https, some phones): accepted, so the sound works. */
  | "sound-only"
  /** The user chose Deny on this device: no alert. */
  | "denied"
  /** The browser's own permission is denied: no alert. */
  | "blocked";

/** What this device remembers: the answer to the prompt. */
export type StoredAnswer = "accepted" | "denied" | null;
export type BrowserPermission = "default" | "granted" | "denied" | "unsupported";

/** Deny always wins; otherwise the browser's permission, else our prompt's answer. */
export function alertMode(stored: StoredAnswer, permission: BrowserPermission): AlertMode {
  if (stored === "denied") return "denied";
  if (permission === "granted") return "on";
  if (permission === "denied") return "blocked";
  return permission === "unsupported" && stored === "accepted" ? "sound-only" : "ask";
}

/**
 * The prompt shows until answered on this device, even if the browser's permission is set, because the answer can be revoked here. It
 * returns if the browser has not been asked yet.
 */
export function isPromptDue(stored: StoredAnswer, mode: AlertMode): boolean {
  return stored === null || mode === "ask";
}

/** Known waiting orders, and whether an alert was given. */
export interface AlertMemory {
  /** Waiting orders at the last poll; null before the first. */
  readonly seen: number | null;
  /** Orders already alerted; never twice. */
  readonly isTold: boolean;
}

export const NOTHING_SEEN: AlertMemory = { seen: null, isTold: false };

interface AlertStep {
  readonly memory: AlertMemory;
  /** How many orders to alert about; 0: silent. */
  readonly toTell: number;
}

/** After a poll: alert if orders wait at load, and whenever the number rises. */
export function afterPoll({ seen, isTold }: AlertMemory, mode: AlertMode, waiting: number): AlertStep {
  const isRise = waiting > (seen ?? 0);
  const toTell = isRise && mayRing(mode) ? waiting : 0;
  return { memory: { seen: waiting, isTold: toTell > 0 || (isTold && !isRise) }, toTell };
}

/**
 * The user has accepted and the browser has responded: alert about the waiting orders, unless already alerted. Before the first poll these are the
 * orders at load; the poll then adds only new ones.
 *
 * @param atLoad how many orders waited when the page was rendered
 */
export function afterAccept(memory: AlertMemory, mode: AlertMode, atLoad: number): AlertStep {
  const waiting = memory.seen ?? atLoad;
  if (!mayRing(mode) || memory.isTold || waiting === 0) return { memory, toTell: 0 };
  return { memory: { seen: waiting, isTold: true }, toTell: waiting };
}

/** After Deny orders count as not alerted, so that enabling alerts reports them. */
export function afterDeny(memory: AlertMemory): AlertMemory {
  return { ...memory, isTold: false };
}

/** New-order flag: the first id differs from the previous poll; the first poll compares with nothing. */
export function hasNewFirst(previous: string | null | undefined, first: string | null): boolean {
  return previous !== undefined && first !== null && first !== previous;
}

/**
 * The orders of a poll that came after the previous one, newest first; the first poll (null) compares with nothing. An order that moves up because
 * another one was removed is not new, and after a lost connection the previous first may be too far down to be listed.
 */
export function newSince(previous: readonly PolledOrder[] | null, orders: readonly PolledOrder[]): readonly PolledOrder[] {
  if (previous === null) return [];
  const seen = new Set(previous.map(({ id }) => id));
  const newest = previous[0]?.placed_at ?? "";
  return orders.filter(({ id, placed_at: placedAt }) => !seen.has(id) && (placedAt ?? "") >= newest);
}

/** True for modes in which something may ring. */
export function mayRing(mode: AlertMode): boolean {
  return mode === "on" || mode === "sound-only";
}

/** The fields of an order that an announcement needs. */
export interface PolledOrder {
  readonly id: string;
  readonly number: string;
  /** ISO instant. */
  readonly placed_at: string | null;
  readonly fulfillment: Fulfillment;
  /** "" = none. */
  readonly allergy_note: string;
}

/** "New order A-003, pickup, allergy: milk". */
export function newOrderText({ number, fulfillment, allergy_note: allergy }: Omit<PolledOrder, "id" | "placed_at">): string {
  return [`New order ${number}`, fulfillment, ...(allergy === "" ? [] : [`allergy: ${allergy}`])].join(", ");
}

/** More orders at the same time, such as after a lost connection, are only counted: a long list would be read out for minutes. */
const MOST_NAMED = 3;

/** Announcements of the new orders of a poll, oldest first. Allergies are always included. */
export function newOrderTexts(newestFirst: readonly PolledOrder[]): readonly string[] {
  const orders = newestFirst.toReversed();
  if (orders.length <= MOST_NAMED) return orders.map((order) => newOrderText(order));
  const total = `${orders.length}${orders.length < POLL_ORDERS_ROWS ? "" : " or more"} new orders`;
  const allergies = orders.flatMap(({ number, allergy_note: allergy }) => (allergy === "" ? [] : [`${number}, allergy: ${allergy}`]));
  return [[total, ...allergies].join(". ")];
}
