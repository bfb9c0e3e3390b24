import { useEffect, useState } from "react";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import type { Hit } from "./hit.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

const TYPING_MS = 150;

export interface HitSearch {
  readonly hits: readonly Hit[];
  readonly state: "idle" | "loading" | "found" | "failed";
}

/** Queries the staff search while typing; older responses never replace newer ones. `ask` null = no query. */
export function useHits(ask: string | null): HitSearch {
  const [answer, setAnswer] = useState<{ readonly ask: string; readonly hits: readonly Hit[]; readonly isFailed: boolean } | null>(null);
  useEffect(() => {
    if (ask === null) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await staffFetch(ask, { headers: { Accept: "application/json" }, signal: abort.signal });
        const body = response.ok ? await readJson<{ readonly hits: readonly Hit[] }>(response) : null;
        setAnswer({ ask, hits: body?.hits ?? [], isFailed: body === null });
      } catch (error) {
        if (abort.signal.aborted) return;
        if (!isLostConnection(error)) throw error;
        setAnswer({ ask, hits: [], isFailed: true });
      }
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ask]);
  if (ask === null) return { hits: [], state: "idle" };
  if (answer === null || answer.ask !== ask) return { hits: answer?.hits ?? [], state: "loading" };
  return { hits: answer.hits, state: answer.isFailed ? "failed" : "found" };
}

/** "3 found", for screen readers. */
export function spokenCount({ hits, state }: HitSearch): string {
  if (state === "failed") return "The search did not answer. Try again.";
  if (state !== "found") return "";
  return hits.length === 0 ? "Nothing found" : `${hits.length} found`;
}
