import { lazy, Suspense, useEffect, useState } from "react";
import type { StaffUser } from "#app/staff/domain/user.ts";

/** Loaded only for a signed-in staff member. */
const StaffBar = lazy(() => import("./staff-bar.tsx"));

/** Pages are cached and shared, so the browser checks after load whether a staff member is signed in. */
export function LazyStaffBar() {
  const [user, setUser] = useState<StaffUser | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      const session = await readSession(abort.signal);
      if (!abort.signal.aborted && session.user !== undefined) setUser(session.user);
    };
    void ask();
    return () => abort.abort();
  }, []);
  if (user === null) return null;
  return (
    <Suspense fallback={null}>
      <StaffBar user={user} />
    </Suspense>
  );
}

interface Session {
  readonly user?: StaffUser;
}

/** GET /api/_auth/session, without a retry; an empty object on failure. */
async function readSession(signal: AbortSignal): Promise<Session> {
  const response = await fetch("/api/_auth/session", { headers: { Accept: "text/json" }, cache: "no-store", signal }).catch(() => null);
  return response?.ok === true ? ((await response.json().catch(() => ({}))) as Session) : {};
}
