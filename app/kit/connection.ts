import { useSyncExternalStore } from "react";

/*
 * Whether the server can be reached, for the whole page. Whoever meets a lost connection reports it; from then on a small file is asked for until it
 * comes. Nothing that was typed is sent by this: it only tells when sending makes sense again.
 */

const PROBE = "/favicon.svg";
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/** "unsure": something was sent whose answer never came. */
export type Connection = "there" | "lost" | "unsure";

const listeners = new Set<() => void>();
let connection: Connection = "there";

function set(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const tell of listeners) tell();
}

async function probe(wait: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, wait);
    window.addEventListener("online", go);
  });
  const answer = await fetch(PROBE, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer === null || answer.status >= 500) return probe(Math.min(wait * 2, LONGEST_WAIT_MS));
  set("there");
}

/** Called by whoever asked the server and got no answer. */
export function reportLostConnection(kind: Exclude<Connection, "there"> = "lost"): void {
  const isNews = connection === "there";
  if (isNews || kind === "unsure") set(kind);
  if (isNews) void probe(FIRST_WAIT_MS);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Whether the server can be reached. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "there",
  );
}
