import { useEffect, useEffectEvent, useId, useState } from "react";

export interface HeldAction<T> {
  /** What waits; null = nothing. */
  readonly held: T | null;
  /** Whole seconds until it happens. */
  readonly secondsLeft: number;
  hold(what: T): void;
  undo(): void;
}

/** Carries out at once what is held on this page, by hook. */
const waiting = new Map<string, () => Promise<void>>();

async function carryOutAll(): Promise<void> {
  const acts = [...waiting.values()];
  waiting.clear();
  await Promise.all(acts.map((act) => act()));
}

function onPageHide(): void {
  void carryOutAll();
}

/** A form that the browser sends itself leaves the page, and may end the session: what is held goes first. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || waiting.size === 0 || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  void carryOutAll().finally(() => form.submit());
}

function addWaiting(hook: string, act: () => Promise<void>): void {
  waiting.set(hook, act);
  // The same listeners are added once only.
  window.addEventListener("pagehide", onPageHide);
  window.addEventListener("submit", onSubmit);
}

/**
 * Holds an act back for `delayMs` so that it can be undone. `act` carries it out on the page. Where the page, or the part of it with the act, is
 * left sooner, `actOnLeave` carries it out at once: by a request that outlives the page (`keepalive`), and that never rejects.
 */
export function useHeldAction<T>(delayMs: number, act: (what: T) => void, actOnLeave: (what: T) => Promise<void>): HeldAction<T> {
  const [held, setHeld] = useState<{ what: T; until: number } | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const hook = useId();

  const tick = useEffectEvent(() => {
    if (held === null) return;
    const leftMs = held.until - Date.now();
    setSecondsLeft(Math.max(0, Math.ceil(leftMs / 1000)));
    if (leftMs > 0) return;
    waiting.delete(hook);
    setHeld(null);
    act(held.what);
  });
  useEffect(() => {
    if (held === null) return;
    const timer = setInterval(tick, 100);
    return () => clearInterval(timer);
  }, [held]);
  useEffect(
    () => () => {
      const leave = waiting.get(hook);
      waiting.delete(hook);
      void leave?.();
    },
    [hook],
  );

  return {
    held: held?.what ?? null,
    secondsLeft,
    hold(what) {
      addWaiting(hook, async () => {
        setHeld(null);
        await actOnLeave(what);
      });
      setSecondsLeft(Math.ceil(delayMs / 1000));
      setHeld({ what, until: Date.now() + delayMs });
    },
    undo() {
      waiting.delete(hook);
      setHeld(null);
    },
  };
}
