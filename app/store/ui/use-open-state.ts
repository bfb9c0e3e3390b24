import { useRef, useState } from "react";
import { STORE_CHECK_MS } from "#app/values/limits.ts";
import { nextCheckDelay, openState, type OpenState, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { readHours } from "./read-hours.ts";
import { usePolling } from "./use-polling.ts";

export interface CheckedOpenState {
  readonly state: OpenState;
  /** The time of the check. */
  readonly at: Date;
}

/**
 * The store's open state, computed in the browser so that a cached page never shows an old one. Null until the first check (the server's
 * HTML does not contain it). Checked every 5 minutes, and every 10 seconds near closing; the hours are fetched again every 5 minutes, so
 * that a pause or new hours reach open pages.
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
