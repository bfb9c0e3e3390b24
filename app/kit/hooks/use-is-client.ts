import { useSyncExternalStore } from "react";

const noChange = () => () => undefined;

/** False in the server's HTML and the first drawing, true from then on; false for good where there is no script. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  );
}
