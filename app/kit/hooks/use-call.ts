import { useEffect, useState } from "react";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { readJson, staffFetch, useSession } from "#app/kit/session.ts";

/**
 * What a JSON call answers; undefined before it has, and when it cannot be reached. `address` null = nothing is asked. A call that came after the
 * session had ended is made again when the user has signed in again.
 */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller says what the call answers
export function useCall<Answer>(address: string | null): Answer | undefined {
  const [answer, setAnswer] = useState<{ readonly address: string; readonly body: Answer } | null>(null);
  const isSignedIn = useSession() === "active";
  useEffect(() => {
    if (address === null || !isSignedIn) return;
    const abort = new AbortController();
    const ask = async () => {
      try {
        const response = await staffFetch(address, { headers: { Accept: "application/json" }, signal: abort.signal });
        if (response.ok) setAnswer({ address, body: await readJson<Answer>(response) });
      } catch (error) {
        if (!abort.signal.aborted && !isLostConnection(error)) throw error;
      }
    };
    void ask();
    return () => abort.abort();
  }, [address, isSignedIn]);
  return answer?.address === address ? answer?.body : undefined;
}
