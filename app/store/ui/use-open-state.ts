import { useRef, useState } from "react";
import { STORE_CHECK_MS } from "#app/values/limits.ts";
import { nextCheckDelay, openState, type OpenState, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { readHours } from "./read-hours.ts";
import { usePolling } from "./use-polling.ts";

export interface CheckedOpenState {
  readonly state: OpenState;
  /** When it was computed. */
  readonly at: Date;
}

/**
 * The store's open state, computed in the browser so that a cached page never shows an old one. Null until the first check (the server's
 * HTML holds neither). Checked again every 5 minutes, every 10 seconds near closing; every 5 minutes the hours
 * themselves are read again, so that a pause or new hours reach pages that stay open.
 */
export function useOpenState(initialHours: StoreHours): CheckedOpenState | null {
  const [checked, setChecked] = useState<CheckedOpenState | null>(null);
  const hours = useRef(initialHours);
  const readAt = useRef<number | null>(null);
  usePolling(async () => {
    if (readAt.current === null) readAt.current = Date.now();
    else if (Date.now() - readAt.current >= STORE_CHECK_MS) {
      readAt.current = Date.now();
      hours.current = (await readHours(hours.current.region)) ?? hours.current;
    }
    const at = new Date();
    const state = openState(hours.current, at);
    setChecked({ state, at });
    return nextCheckDelay(state, at);
  });
  return checked;
}
