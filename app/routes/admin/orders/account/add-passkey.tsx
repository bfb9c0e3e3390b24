import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useSubmit } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { FieldScope, TextField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { OwnPasswordField } from "#app/staff/ui/own-password-field.tsx";

type Options = PublicKeyCredentialCreationOptionsJSON;

const FAILURES: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey for your account already.",
  NotAllowedError: "No passkey was made. Try again when you are ready.",
};

function failureText(error: unknown): string {
  return FAILURES[error instanceof Error ? error.name : ""] ?? "This browser could not make a passkey.";
}

/** Creates a passkey with this browser and sends it; rendered only if the browser supports passkeys. */
export function AddPasskey({ problem }: { readonly problem: string | null }) {
  const fetcher = useFetcher<{ readonly options: Options | null; readonly errors: FieldErrors }>();
  const submit = useSubmit();
  const name = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const canUse = useIsClient() && typeof PublicKeyCredential !== "undefined";
  const options = fetcher.data?.options ?? null;

  useEffect(() => {
    if (options === null) return;
    let isHere = true;
    const ask = async () => {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const answer = await startRegistration({ optionsJSON: options });
      if (!isHere) return;
      await submit({ intent: "passkey", passkey: JSON.stringify(answer), name: name.current?.value ?? "" }, { method: "post" });
    };
    ask().catch((error: unknown) => {
      if (!isHere) return;
      setFailure(failureText(error));
    });
    return () => {
      isHere = false;
    };
  }, [options, submit]);

  if (!canUse) return <p className="text-ink-2">This browser cannot make passkeys.</p>;
  const message = failure ?? problem;
  return (
    <fetcher.Form method="post" className="grid max-w-md gap-3" onSubmit={() => setFailure(null)}>
      <input type="hidden" name="intent" value="passkey-options" />
      <TextField
        ref={name}
        name="name"
        label="Name of this passkey"
        optional
        maxLength={MAX_TITLE_LENGTH}
        hint="A name to recognize it by: “Phone”, “Office computer”."
      />
      <FieldScope value="passkey-">
        <OwnPasswordField error={fetcher.data?.errors["owner"]?.[0]} />
      </FieldScope>
      <Button type="submit" look="outline" size="desk" disabled={fetcher.state !== "idle"} className="justify-self-start">
        Add a passkey
      </Button>
      {message === null ? null : (
        <p role="alert" className="font-semibold text-beet">
          {message}
        </p>
      )}
    </fetcher.Form>
  );
}
