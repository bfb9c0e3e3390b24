/**
 * `live-key`: real cards will be charged. `unchecked-key`: the provider could not be asked whether it knows the key. `move-rates`: products of
 * a renamed tax rate get the new one.
 */
export const CONFIRMATIONS = ["live-key", "unchecked-key", "move-rates"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];
