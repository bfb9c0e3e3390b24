import { useSyncExternalStore } from "react";

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Older announcements have been read out; they only add to what the virtual cursor walks through. */
const KEPT = 3;

let announcements: readonly Announcement[] = [];
const NONE: readonly Announcement[] = [];
const listeners = new Set<() => void>();

/** Has screen readers say `text` once, after what they are saying now. Repeating the same text says it again. */
export function announce(text: string): void {
  const id = (announcements.at(-1)?.id ?? 0) + 1;
  announcements = [...announcements, { id, text }].slice(-KEPT);
  for (const listener of listeners) listener();
}

/** The page's one live region for announcements that belong to no place on it. Rendered once, by the root. */
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
