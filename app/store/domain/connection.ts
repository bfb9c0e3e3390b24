/** The outside services whose keys are settings. */
export type OutsideService = "stripe" | "sendgrid" | "smtp";

/**
 * The outcome of a call to an outside service with this key. `refused`: the service does not accept the key. `silent`: no usable response.
 * Any other response about a payment or an email shows that it works.
 */
export interface CallOutcome {
  readonly state: "works" | "refused" | "silent";
  /** The service's error message; "" while it works. */
  readonly reason: string;
}

export interface Connection extends CallOutcome {
  /** null = unknown. */
  readonly since: Date | null;
  /** The last call with this outcome; null = no call, because the key cannot be used. */
  readonly lastCallAt: Date | null;
}

/** Tracks the outcome of calls to one service. */
export interface ConnectionWatch {
  /** Called after every request, with the key it used. */
  record(key: string, outcome: CallOutcome): Promise<void>;
  /** The outcome of the last call with exactly this key; undefined = none yet. */
  last(key: string): Promise<Connection | undefined>;
}

/** A stored key that this APP_SECRET cannot decrypt: no calls until it is entered again. */
export const UNREADABLE_KEY: Connection = {
  state: "refused",
  reason: "The stored key cannot be opened any more.",
  since: null,
  lastCallAt: null,
};

/** A service that has not responded for this long is down. */
const SILENCE_MS = 5 * 60_000;
/** A single call may fail by chance; two failures at least this far apart count. */
const APART_MS = 60_000;

/** True when staff should be alerted: the key is refused, or no response for five minutes and at least two calls. */
export function isBroken(connection: Connection | undefined, now: Date): connection is Connection {
  if (connection === undefined || connection.state === "works") return false;
  const { state, since, lastCallAt } = connection;
  if (state === "refused" || since === null || lastCallAt === null) return true;
  return now.getTime() - since.getTime() >= SILENCE_MS && lastCallAt.getTime() - since.getTime() >= APART_MS;
}

/** The mail provider's response about a key. */
export type MailKeyCheck =
  | { readonly kind: "taken" }
  | { readonly kind: "cannot-send" | "late" | "unreachable" }
  | { readonly kind: "refused"; /** The provider's own words. */ readonly reason: string };
