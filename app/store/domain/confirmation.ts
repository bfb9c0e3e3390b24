/** `live-key`: real cards will be charged. `unchecked-key`: the provider could not be asked whether it knows the key. */
export const CONFIRMATIONS = ["live-key", "unchecked-key"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];
