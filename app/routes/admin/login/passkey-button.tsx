import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { KeyRoundIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";

type Options = PublicKeyCredentialRequestOptionsJSON;
type Answer = { readonly options: Options } | { readonly message: string };

/** Signs in with a passkey; rendered only if the browser supports passkeys. */
export function PasskeyButton() {
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const canUse = useIsClient() && typeof PublicKeyCredential !== "undefined";
  const { data } = fetcher;

  useEffect(() => {
    if (data === undefined || "message" in data) return;
    let isHere = true;
    const ask = async () => {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const answer = await startAuthentication({ optionsJSON: data.options });
      const field = form.current?.elements.namedItem("passkey");
      if (!isHere || !(field instanceof HTMLInputElement)) return;
      field.value = JSON.stringify(answer);
      form.current?.submit();
    };
    ask().catch((error: unknown) => {
      // Closing the browser's dialog is not an error worth showing.
      if (isHere) setProblem(error instanceof Error && error.name === "NotAllowedError" ? null : "The passkey could not be used here.");
    });
    return () => {
      isHere = false;
    };
  }, [data]);

  if (!canUse) return null;
  const message = problem ?? (data !== undefined && "message" in data ? data.message : null);
  return (
    <div className="mt-3 grid gap-2">
      <fetcher.Form method="post" className="grid">
        <Button type="submit" name="intent" value="passkey-options" look="outline" disabled={fetcher.state !== "idle"}>
          <KeyRoundIcon aria-hidden className="size-5" /> Use a passkey
        </Button>
      </fetcher.Form>
      {message === null ? null : (
        <p role="alert" className="text-sm font-semibold text-beet">
          {message}
        </p>
      )}
      <form ref={form} method="post" hidden>
        <input type="hidden" name="intent" value="passkey" />
        <input type="hidden" name="passkey" />
      </form>
    </div>
  );
}
