import { useSyncExternalStore } from "react";

/*
 * Whether the server can be reached, for the whole page. Whoever meets a lost connection, or a shop that cannot serve now, reports it; from then on
 * the server's readiness is asked for. Nothing that was typed is sent by this: it only tells when sending makes sense again.
 */

const PROBE = "/readyz";
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** Lost again sooner than this, it was never really back: the waits go on growing. */
const CALM_MS = 60_000;

/** "unsure": something was sent whose answer never came. `busy`: what the shop itself says of not serving now. */
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

/** A shop that responds "not ready" is reachable again, unless "not ready" was the reason before. */
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

/** Called after a request without response. */
export function reportLostConnection(kind: "lost" | "unsure" = "lost"): void {
  report(connection === "there" || kind === "unsure" ? kind : connection, 0);
}

/** Called after a response that the shop cannot serve for about this many seconds; `words` are shown. */
export function reportBusy(words: string, seconds: number): void {
  report(connection === "unsure" ? connection : { busy: words }, seconds * 1000);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Whether the server can be reached, and serves. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "there",
  );
}
