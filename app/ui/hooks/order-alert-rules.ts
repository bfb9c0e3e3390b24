/** What the member of staff and the browser have said about alerts on this device, taken together. */
export type AlertMode =
  /** Nobody has answered yet: nothing rings. */
  | "ask"
  /** Notification and sound. */
  | "on"
  /** The browser knows no notifications here (no https, some phones): accepted, so the sound rings. */
  | "sound-only"
  /** Deny was pressed on this device: no alert (specification section 4). */
  | "denied"
  /** The browser's own permission is denied: no alert (specification section 8). */
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

/** An alert fires when orders wait at load (`previous` null) and whenever the count rises later (specification section 4). */
export function shouldAlert(previous: number | null, count: number): boolean {
  return previous === null ? count > 0 : count > previous;
}

/** The new-order flag: the first id of the polled list differs from the previous poll; the first poll compares with nothing. */
export function hasNewFirst(previous: string | null | undefined, first: string | null): boolean {
  return previous !== undefined && first !== null && first !== previous;
}

/** True for modes in which something may ring. */
export function mayRing(mode: AlertMode): boolean {
  return mode === "on" || mode === "sound-only";
}
