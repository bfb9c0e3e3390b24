import { useSyncExternalStore } from "react";

const noChange = () => () => undefined;

/** False in the server's HTML and the first render, true afterwards; always false without scripts. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
