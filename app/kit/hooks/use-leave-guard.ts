import { useEffect } from "react";
import { useBlocker, type Blocker, type Location } from "react-router";

const isOtherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** For a page whose query selects its content. */
export const isOtherView = (from: Location, to: Location) => isOtherPage(from, to) || from.search !== to.search;

/**
 * Blocks leaving the page with unsaved changes: with our dialog within the app, with the browser's elsewhere.
 * @param isLeaving whether the unsaved changes would be out of sight there; left out = on any other page
 */
export function useLeaveGuard(isDirty: boolean, isLeaving = isOtherPage): Blocker {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && isLeaving(currentLocation, nextLocation));
  useEffect(() => {
    if (!isDirty) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, [isDirty]);
  return blocker;
}
