import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML and the first drawing, true from then on: for controls that need scripts to replace plain ones. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
