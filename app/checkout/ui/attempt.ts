/** One press of "Pay" and its repeats: the same body always travels under the same key, also after a reload. */
export interface Attempt {
  readonly key: string;
  /** The body it belongs to, as sent. */
  readonly body: string;
}

const STORE_KEY = "shopbell:checkout-attempt";

/** The attempt for this body: the remembered one when the body is the same, a new one otherwise. */
export function attemptFor(body: string): Attempt {
  const known = readAttempt();
  if (known?.body === body) return known;
  return remember({ key: randomKey(), body });
}

/** Gives up the remembered attempt and makes another one for the same body. */
export function newAttempt(body: string): Attempt {
  return remember({ key: randomKey(), body });
}

export function forgetAttempt(): void {
  sessionStorage.removeItem(STORE_KEY);
}

function readAttempt(): Attempt | null {
  const text = sessionStorage.getItem(STORE_KEY);
  return text === null ? null : (JSON.parse(text) as Attempt);
}

function remember(attempt: Attempt): Attempt {
  sessionStorage.setItem(STORE_KEY, JSON.stringify(attempt));
  return attempt;
}

/** `crypto.randomUUID` exists on secure pages only; a shop tried out in the local network has none. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
