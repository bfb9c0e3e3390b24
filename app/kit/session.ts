import { useSyncExternalStore } from "react";

/*
 * The page's shared staff session state. Any response that shows an ended session reports it; the staff frame then opens the sign-in dialog
 * on the same page, so that no input is lost.
 */

const SIGN_IN_PATH = "/admin/login";

/** "postponed": the session has ended, and the user has closed the sign-in dialog. */
export type Session = "active" | "ended" | "postponed";

const listeners = new Set<() => void>();
let session: Session = "active";

function set(next: Session): void {
  if (next === session) return;
  session = next;
  for (const notify of listeners) notify();
}

/** An "action" of the user reopens the sign-in dialog after it was closed; a "background" request does not. */
export function reportSessionEnd(by: "action" | "background"): void {
  set(session === "postponed" && by === "background" ? "postponed" : "ended");
}

/** The user has a session again: signed in here, or in another tab. */
export function reportSignedIn(): void {
  set("active");
}

/** The user has closed the sign-in dialog. */
export function postponeSignIn(): void {
  set("postponed");
}

export function useSession(): Session {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    () => session,
    () => "active",
  );
}

/** Whether a redirect leads to the sign-in page, as loaders and actions do when the session has ended. */
export function isSignInRedirect(result: unknown): boolean {
  if (!(result instanceof Response) || result.status < 300 || result.status > 399) return false;
  return (result.headers.get("Location") ?? "").split("?")[0] === SIGN_IN_PATH;
}

/**
 * `fetch` for staff pages: reports an ended session and returns 401 for it, also where a page redirects to the sign-in page. `by`: see
 * `reportSessionEnd`. Throws what `fetch` throws.
 */
export async function staffFetch(address: string, init?: RequestInit, by: "action" | "background" = "background"): Promise<Response> {
  const response = await fetch(address, init);
  const isSignInPage = response.redirected && new URL(response.url).pathname === SIGN_IN_PATH;
  if (response.status !== 401 && !isSignInPage) return response;
  reportSessionEnd(by);
  return isSignInPage ? new Response(null, { status: 401 }) : response;
}

/** The response body as JSON of the type that the caller declares. Rejects invalid JSON. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the shop's own calls answer what their handlers return
export async function readJson<Answer>(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}

/** Checks whether the user is signed in, and reports the result. No response changes nothing. */
export async function checkSession(): Promise<void> {
  const response = await staffFetch("/admin/api/me", { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
  if (response?.ok === true) reportSignedIn();
  // An unread body keeps the request and its connection open.
  await response?.text().catch(() => "");
}
