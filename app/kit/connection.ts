import { useSyncExternalStore } from "react";

/*
 * The page's shared connection state. Code that meets a lost connection, or a shop that is not ready, reports it; the readiness endpoint is
 * then polled. It never resends a form: it only reports when sending makes sense again.
 */

const PROBE = "/readyz";
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** A connection lost again within this time was never really back: the backoff keeps growing. */
const CALM_MS = 60_000;

/** "unsure": a request was sent and got no response. `busy`: the shop's own message that it cannot serve now. */
export type Connection = "there" | "lost" | "unsure" | { readonly busy: string };

const listeners = new Set<() => void>();
let connection: Connection = "there";
let wait = FIRST_WAIT_MS;
let backAt = 0;

function set(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const tell of listeners) tell();
}

async function probe(): Promise<void> {
  const waited = wait;
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, waited);
    window.addEventListener("online", go);
  });
  const answer = await fetch(PROBE, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer === null || !isBack(answer)) return probe();
  backAt = Date.now();
  set("there");
}

/** A "not ready" response means that the shop is reachable again, unless "not ready" was the reason before. */
function isBack({ status, headers }: Response): boolean {
  return status < 500 || (typeof connection === "string" && headers.get("Content-Type")?.includes("problem+json") === true);
}

function report(next: Connection, waitMs: number): void {
  const isNews = connection === "there";
  if (isNews && Date.now() - backAt > CALM_MS) wait = FIRST_WAIT_MS;
  if (isNews) wait = Math.max(wait, waitMs);
  set(next);
  if (isNews) void probe();
}

/** Call after a request without a response. */
export function reportLostConnection(kind: "lost" | "unsure" = "lost"): void {
  report(connection === "there" || kind === "unsure" ? kind : connection, 0);
}

/** Call after a response that the shop cannot serve for about `seconds`; `words` are shown. */
export function reportBusy(words: string, seconds: number): void {
  report(connection === "unsure" ? connection : { busy: words }, seconds * 1000);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** The current connection state. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "there",
  );
}
