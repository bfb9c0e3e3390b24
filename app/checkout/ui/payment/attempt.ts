/** One submit and its retries: the same body keeps its key, also after a reload. */
export interface Attempt {
  readonly key: string;
  /** The submitted body that it belongs to. */
  readonly body: string;
}

/** Removed by its prefix when the order is placed (clear-checkout-storage.ts). */
const STORE_KEY = "shopbell:checkout-attempt";

/** Returns the stored attempt for the same body, else a new one. */
export function attemptFor(body: string): Attempt {
  const storedAttempt = readAttempt();
  if (storedAttempt?.body === body) return storedAttempt;
  return remember({ key: randomKey(), body });
}

/** Drops the stored attempt and creates another for the same body. */
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

/** `crypto.randomUUID` exists in secure contexts only; a shop on a local network may lack one. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
