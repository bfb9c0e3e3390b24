import { useEffect, useRef, useState } from "react";
import { href, useActionData, useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { FieldScope, type FieldErrors } from "#app/kit/forms/field.tsx";
import { OwnPasswordField } from "#app/staff/ui/own-password-field.tsx";

/**
 * Requests the password before account changes when the sign-in is over ten minutes old, and again after each later rejection of its page.
 */
export function ConfirmPanel() {
  const answer: unknown = useActionData();
  const [asked, setAsked] = useState({ answer, times: 1 });
  if (answer !== undefined && answer !== asked.answer) setAsked({ answer, times: asked.times + 1 });
  return <PasswordPanel key={asked.times} />;
}

function PasswordPanel() {
  const fetcher = useFetcher<{ readonly errors: FieldErrors }>();
  const { data, state } = fetcher;
  const isDone = data !== undefined && Object.keys(data.errors).length === 0;
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isDone) done.current?.focus();
  }, [isDone]);
  if (isDone)
    return (
      <p ref={done} tabIndex={-1} className="max-w-3xl rounded border border-leaf bg-leaf-tint p-4 font-semibold">
        Confirmed for ten minutes. Now do it again.
      </p>
    );
  return (
    <section aria-label="Confirm that it is you" className="max-w-3xl rounded border border-harbour bg-harbour-tint p-4">
      <p className="mb-3 font-semibold">This change needs your password: you signed in more than ten minutes ago.</p>
      <fetcher.Form method="post" action={href("/admin/orders/account")} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="confirm" />
        <div className="min-w-60 grow">
          <FieldScope value="confirm-">
            <OwnPasswordField error={data?.errors["confirm"]?.[0]} />
          </FieldScope>
        </div>
        <Button type="submit" size="desk" disabled={state !== "idle"}>
          Confirm
        </Button>
      </fetcher.Form>
    </section>
  );
}
