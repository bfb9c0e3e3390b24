/** The outside services whose keys are settings. */
export type OutsideService = "stripe" | "sendgrid" | "smtp";

/**
 * How a call to an outside service went, for the key that was used. `refused`: the service does not take the key. `silent`: no usable answer.
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
  /** The last call that went so; null = there was none, the key cannot even be used. */
  readonly lastCallAt: Date | null;
}

/** Tracks the outcome of calls to one service. */
export interface ConnectionWatch {
  /** Called after every request, with the key it used. */
  record(key: string, outcome: CallOutcome): Promise<void>;
  /** How the last call with exactly this key went; undefined = none was made yet. */
  last(key: string): Promise<Connection | undefined>;
}

/** A stored key that this APP_SECRET cannot open: nothing leaves until it is entered again. */
export const UNREADABLE_KEY: Connection = {
  state: "refused",
  reason: "The stored key cannot be opened any more.",
  since: null,
  lastCallAt: null,
};

/** A service that has not answered for this long is down. */
const SILENCE_MS = 5 * 60_000;
/** One call may get lost; another one at least this much later does not get lost with it. */
const APART_MS = 60_000;

/** True when staff should be alerted: the key is refused, or no response for five minutes and at least two calls. */
export function isBroken(connection: Connection | undefined, now: Date): connection is Connection {
  if (connection === undefined || connection.state === "works") return false;
  const { state, since, lastCallAt } = connection;
  if (state === "refused" || since === null || lastCallAt === null) return true;
  return now.getTime() - since.getTime() >= SILENCE_MS && lastCallAt.getTime() - since.getTime() >= APART_MS;
}

/** What the mail provider says of a key. */
export type MailKeyCheck =
  | { readonly kind: "taken" }
  | { readonly kind: "cannot-send" | "late" | "unreachable" }
  | { readonly kind: "refused"; /** The provider's own words. */ readonly reason: string };
