import { useSyncExternalStore } from "react";

const noChange = () => () => undefined;

/** True in the browser once scripts run; false in the server's HTML, and for good where there is no script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
