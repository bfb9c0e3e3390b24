import { useEffect, useEffectEvent, useState } from "react";
import { nextCheckDelay, openState, type OpenState, type StoreHours } from "#app/domain/opening-hours.ts";

/**
 * The store's open state, computed in the browser so that a cached page never shows an old one. Null until the first check (the server's
 * HTML holds neither). Checked again every 5 minutes, every 10 seconds near closing (specification section 4).
 */
export function useOpenState(hours: StoreHours): { readonly state: OpenState; readonly at: Date } | null {
  const [checked, setChecked] = useState<{ state: OpenState; at: Date } | null>(null);
  const check = useEffectEvent(() => {
    const at = new Date();
    const state = openState(hours, at);
    setChecked({ state, at });
    return nextCheckDelay(state, at);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const run = () => {
      timer = setTimeout(run, check());
    };
    run();
    return () => clearTimeout(timer);
  }, []);
  return checked;
}
