import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from "react";
import { useRevalidator } from "react-router";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { Button } from "#app/kit/button.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { LOST_WORDS, orWhenLost } from "#app/kit/lost-connection.ts";
import { postponeSignIn, reportSessionEnd, reportSignedIn, useSession } from "#app/kit/session.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** Signs in again on the current page, so that the input there is kept. Hidden while the session is active. */
export function SignInDialog({ user }: { readonly user: Pick<StaffUser, "name" | "email"> }) {
  const session = useSession();
  const password = useRef<HTMLInputElement>(null);
  const { revalidate } = useRevalidator();
  const wasActive = useRef(true);
  useEffect(() => {
    if (session === "active" && !wasActive.current) void revalidate();
    wasActive.current = session === "active";
  }, [session, revalidate]);
  return (
    <>
      {session === "postponed" ? (
        <div
          role="status"
          className="fixed inset-x-0 top-14 z-40 flex flex-wrap items-center justify-center gap-3 bg-saffron px-4 py-2 text-sm text-ink print:hidden"
        >
          <p>
            <strong>You are signed out.</strong> Nothing is saved, and new orders are not shown, until you sign in.
          </p>
          <Button look="outline" size="desk" onClick={() => reportSessionEnd("action")}>
            Sign in
          </Button>
        </div>
      ) : null}
      <AlertDialog.Root open={session === "ended"} onOpenChange={(isOpen) => (isOpen ? undefined : postponeSignIn())}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40" />
          <AlertDialog.Popup
            initialFocus={password}
            className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded border border-hairline bg-surface p-6 text-sm text-ink shadow-float"
          >
            <AlertDialog.Title className="text-xl">Sign in to continue</AlertDialog.Title>
            <AlertDialog.Description className="mt-2">
              Your session has ended. What you entered is still on this page. It is not saved yet: sign in, then save it.
            </AlertDialog.Description>
            <SignInFields user={user} password={password} />
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  );
}

type Refusal = { readonly message: string; readonly asksCode: boolean } | null;

interface SignInFieldsProps {
  readonly user: Pick<StaffUser, "name" | "email">;
  readonly password: RefObject<HTMLInputElement | null>;
}

/** The password, and the one-time code of an account with two-factor authentication. Other accounts and passkeys use the sign-in page. */
function SignInFields({ user, password }: SignInFieldsProps) {
  const [refusal, setRefusal] = useState<Refusal>(null);
  const [isSending, setSending] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const asksCode = refusal?.asksCode === true;
  useEffect(() => {
    if (asksCode) code.current?.focus();
  }, [asksCode]);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => [form.get(name)].find((value) => typeof value === "string") ?? "";
    setSending(true);
    const answer = await orWhenLost(
      () => signIn(user.email, textOf("password"), textOf("code")),
      () => ({ message: LOST_WORDS, asksCode }),
    );
    setSending(false);
    setRefusal(answer);
    if (answer === null) reportSignedIn();
  };
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
      <TextField name="email" label="Email" type="email" autoComplete="username" readOnly value={user.email} />
      <TextField
        ref={password}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={asksCode ? undefined : refusal?.message}
      />
      {asksCode ? (
        <TextField name="code" label="Code" autoComplete="one-time-code" inputMode="numeric" required ref={code} error={refusal.message} />
      ) : null}
      <p>
        <a href="/admin/login" target="_blank" rel="opener" className="text-primary underline underline-offset-2">
          Sign in with a passkey (opens a new tab)
        </a>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="outline" size="desk" className="min-h-11 sm:min-h-10" onClick={postponeSignIn}>
          Not now
        </Button>
        <Button type="submit" size="desk" className="min-h-11 sm:min-h-10" aria-disabled={isSending}>
          {isSending ? "Signing in…" : "Sign in"}
        </Button>
      </div>
    </form>
  );
}

/** null = signed in. */
async function signIn(email: string, password: string, code: string): Promise<Refusal> {
  const response = await fetch("/admin/api/login", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ email, password, ...(code === "" ? {} : { code }) }),
  });
  if (response.ok) return null;
  const problem: unknown = await response.json();
  return {
    message: textOf(problem, "message") ?? "Signing in did not work. Try again.",
    asksCode: propertyOf(problem, "code_required") === true,
  };
}
