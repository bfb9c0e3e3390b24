import { useEffect, useEffectEvent, useId, useState } from "react";

export interface HeldAction<T> {
  /** The pending action's argument; null = none. */
  readonly held: T | null;
  /** Whole seconds until it is carried out. */
  readonly secondsLeft: number;
  hold(what: T): void;
  undo(): void;
}

/** By hook: carries out the pending action immediately. */
const waiting = new Map<string, () => Promise<void>>();

async function carryOutAll(): Promise<void> {
  const acts = [...waiting.values()];
  waiting.clear();
  await Promise.all(acts.map((act) => act()));
}

function onPageHide(): void {
  void carryOutAll();
}

/** A native form submit leaves the page and may end the session, so pending actions are sent first. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || waiting.size === 0 || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  void carryOutAll().finally(() => form.submit());
}

function addWaiting(hook: string, act: () => Promise<void>): void {
  waiting.set(hook, act);
  // Adding the same listener again has no effect.
  window.addEventListener("pagehide", onPageHide);
  window.addEventListener("submit", onSubmit);
}

/**
 * Delays an action by `delayMs` so that it can be undone. `act` carries it out on the page. If the user leaves the page or its part
 * earlier, `actOnLeave` carries it out immediately, with a request that outlives the page (`keepalive`) and never rejects.
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
