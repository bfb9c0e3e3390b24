/**
 * `live-key`: real cards will be charged. `unchecked-key`: the provider could not be asked whether it knows the key. `unchecked-mail-key`: the mail provider refuses the
 * key, or could not be asked. `move-rates`: products of
 * a renamed tax rate get the new one.
 */
export const CONFIRMATIONS = ["live-key", "unchecked-key", "unchecked-mail-key", "move-rates"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];
