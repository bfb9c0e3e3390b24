import { useSyncExternalStore } from "react";

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

/** The page's only live region for announcements without a place on the page. Rendered once, by the root. */
export function Announcer() {
  const shown = useSyncExternalStore(
    subscribe,
    () => announcements,
    () => NONE,
  );
  return (
    <div aria-live="polite" className="sr-only print:hidden">
      {shown.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
