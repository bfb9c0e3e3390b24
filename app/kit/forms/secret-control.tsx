import { useState } from "react";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { CONTROL_CLASS, type ControlProps } from "./control.ts";

interface SecretControlProps extends ControlProps {
  /** "Stripe secret key" */
  readonly label: string;
  readonly state: "unset" | "set" | "unreadable";
  /** Identifies the stored key; "" = unknown. */
  readonly lastFour: string;
  readonly isCleared: boolean;
  readonly onClear: (isCleared: boolean) => void;
}

const DOTS = { set: "bg-leaf", unset: "bg-muted", unreadable: "bg-beet" } as const;

/** What the field contains: a password is not called a key. */
export function secretNoun(label: string): "password" | "key" {
  return label.endsWith("password") ? "password" : "key";
}

/**
 * A key or password that is never shown again. An empty field keeps the stored one. Removal needs a confirmation and happens with the save.
 */
export function SecretControl({ id, name, value, onChange, label, state, lastFour, isCleared, onClear, ...aria }: SecretControlProps) {
  const noun = secretNoun(label);
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <span aria-hidden className={`size-2 rounded-full ${DOTS[state]}`} />
        <StoredKey noun={noun} state={state} lastFour={lastFour} isCleared={isCleared} />
      </p>
      <input
        id={id}
        name={name}
        type="password"
        autoComplete="new-password"
        data-1p-ignore
        data-lpignore="true"
        spellCheck={false}
        disabled={isCleared}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={state === "set" ? `Enter a new ${noun} to replace it` : `Enter the ${noun}`}
        className={CONTROL_CLASS}
        {...aria}
      />
      {state === "unset" ? null : (
        <RemoveKey noun={noun} name={name} label={label} isCleared={isCleared} onClear={onClear} onEmpty={() => onChange("")} />
      )}
    </div>
  );
}

interface StoredKeyProps extends Pick<SecretControlProps, "state" | "lastFour" | "isCleared"> {
  readonly noun: string;
}

function StoredKey({ noun, state, lastFour, isCleared }: StoredKeyProps) {
  if (state === "unset") return `No ${noun} is set.`;
  if (state === "unreadable") return `The stored ${noun} cannot be read any more. Enter it again.`;
  return (
    <span className={isCleared ? "line-through" : ""}>
      {lastFour === "" ? (
        `A ${noun} is set.`
      ) : (
        <>
          A {noun} is set; it ends in <span className="figures font-semibold">{lastFour}</span>.
        </>
      )}
    </span>
  );
}

interface RemoveKeyProps extends Pick<SecretControlProps, "name" | "label" | "isCleared" | "onClear"> {
  readonly noun: string;
  /** Empties the field. */
  readonly onEmpty: () => void;
}

function RemoveKey({ noun, name, label, isCleared, onClear, onEmpty }: RemoveKeyProps) {
  const isClient = useIsClient();
  const [isAsking, setIsAsking] = useState(false);
  if (!isClient)
    return (
      <label className="inline-flex min-h-8 max-sm:min-h-11 items-center gap-2">
        <input type="checkbox" name="clear" value={name} defaultChecked={isCleared} className="size-5 accent-primary" />
        Remove the stored {noun}
      </label>
    );
  return (
    <div>
      {isCleared ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <input type="hidden" name="clear" value={name} />
          <span className="font-semibold">The {noun} is removed when you save.</span>
          <Button look="outline" size="desk" onClick={() => onClear(false)}>
            Keep it
          </Button>
        </p>
      ) : (
        <Button look="outline" size="desk" onClick={() => setIsAsking(true)}>
          Remove the {noun}
          <span className="sr-only">: {label}</span>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove the ${label}?`}
        text="It is deleted with the next save and cannot be restored. You can enter it again later."
        yes={`Remove the ${noun}`}
        isDanger
        onYes={() => {
          setIsAsking(false);
          onEmpty();
          onClear(true);
        }}
        onNo={() => setIsAsking(false)}
      />
    </div>
  );
}
