/**
 * Classifies failed calls to the provider for retries.
 * - permanent: refused; a retry changes nothing, staff decide.
 * - passing: refused temporarily; retry later.
 * - unknown: no usable response, the call may have succeeded; retry with the same key.
 */
export type FailureClass = "permanent" | "passing" | "unknown";

const CLASSES = {
  declined: "permanent",
  "not-found": "permanent",
  state: "permanent",
  invalid: "permanent",
  auth: "permanent",
  "rate-limited": "passing",
  unreachable: "unknown",
} as const satisfies Readonly<Record<string, FailureClass>>;

export function failureClass(kind: keyof typeof CLASSES): FailureClass {
  return CLASSES[kind];
}

/** Immediate retries before pauses grow: a short outage resolves within a minute. */
const PATIENT_TRIES = 5;
const LONGEST_PAUSE_MINUTES = 30;
/** With the pauses below this is about a day. */
const MOST_TRIES = 50;

/** Minutes until the next attempt after this many failures (from 1); null: no more automatic attempts. */
export function pauseAfter(tries: number): number | null {
  if (tries >= MOST_TRIES) return null;
  return tries <= PATIENT_TRIES ? 0 : Math.min(2 ** (tries - PATIENT_TRIES), LONGEST_PAUSE_MINUTES);
}
