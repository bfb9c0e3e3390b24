import { useState, useSyncExternalStore } from "react";

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Older announcements have been read out; keeping them only clutters the virtual cursor's path. */
const KEPT = 3;

let announcements: readonly Announcement[] = [];
const NONE: readonly Announcement[] = [];
const listeners = new Set<() => void>();

/** Lets screen readers announce `text` once, after their current speech. The same text can be announced again. */
export function announce(text: string): void {
  const id = (announcements.at(-1)?.id ?? 0) + 1;
  announcements = [...announcements, { id, text }].slice(-KEPT);
  for (const listener of listeners) listener();
}

/**
 * The live region for announcements without a place on the page. Rendered once by the root, and in each open modal `dialog`: the page behind it is
 * inert, and screen readers ignore its live regions.
 */
export function Announcer() {
  // A dialog does not repeat announcements from before it opened.
  const [since] = useState(() => announcements.at(-1)?.id ?? 0);
  const shown = useSyncExternalStore(
    subscribe,
    () => announcements,
    () => NONE,
  );
  return (
    <div aria-live="polite" className="sr-only print:hidden">
      {shown.map(({ id, text }) => (id > since ? <p key={id}>{text}</p> : null))}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
