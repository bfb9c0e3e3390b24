import { useEffect, useState } from "react";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { readJson, staffFetch, useSession } from "#app/kit/session.ts";

/**
 * The response of a JSON call; undefined until it arrives, and if the server cannot be reached. `address` null = no call. A call that
 * failed because the session had ended is repeated after the user signs in again.
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
