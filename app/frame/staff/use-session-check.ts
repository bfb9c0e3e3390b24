import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { checkSession } from "#app/kit/session.ts";
import { SESSION_CHECK_MS } from "#app/values/limits.ts";

/**
 * Checks the session (GET /admin/api/me) on navigation, on window focus, and every few minutes. An ended session opens the sign-in dialog
 * on the current page.
 */
export function useSessionCheck(): void {
  const { key } = useLocation();
  const checkedAt = useRef<string | null>(null);
  useEffect(() => {
    if (checkedAt.current === key) return;
    checkedAt.current = key;
    void checkSession();
  }, [key]);
  useEffect(() => {
    const check = () => void checkSession();
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, []);
  useInterval(() => void checkSession(), SESSION_CHECK_MS);
}
