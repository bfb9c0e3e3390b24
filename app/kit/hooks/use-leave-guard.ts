import { useEffect } from "react";
import { useBlocker, type Blocker } from "react-router";

/** Holds back leaving the page while something is not saved: within the app as a question of ours, beyond it as the browser's. */
export function useLeaveGuard(isDirty: boolean): Blocker {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", onLeave);
    return () => window.removeEventListener("beforeunload", onLeave);
  }, [isDirty]);
  return blocker;
}
