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

/** A key that is written and never shown again. Empty leaves the stored one as it is; removing it asks, and happens with the save. */
export function SecretControl({ id, name, value, onChange, label, state, lastFour, isCleared, onClear, ...aria }: SecretControlProps) {
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <span aria-hidden className={`size-2 rounded-full ${DOTS[state]}`} />
        <StoredKey state={state} lastFour={lastFour} isCleared={isCleared} />
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
        placeholder={state === "set" ? "Enter a new key to replace it" : "Enter the key"}
        className={CONTROL_CLASS}
        {...aria}
      />
      {state === "unset" ? null : (
        <RemoveKey name={name} label={label} isCleared={isCleared} onClear={onClear} onEmpty={() => onChange("")} />
      )}
    </div>
  );
}

function StoredKey({ state, lastFour, isCleared }: Pick<SecretControlProps, "state" | "lastFour" | "isCleared">) {
  if (state === "unset") return "No key is set.";
  if (state === "unreadable") return "The stored key cannot be read any more. Enter it again.";
  return (
    <span className={isCleared ? "line-through" : ""}>
      {lastFour === "" ? (
        "A key is set."
      ) : (
        <>
          A key is set; it ends in <span className="figures font-semibold">{lastFour}</span>.
        </>
      )}
    </span>
  );
}

interface RemoveKeyProps extends Pick<SecretControlProps, "name" | "label" | "isCleared" | "onClear"> {
  /** Empties the field. */
  readonly onEmpty: () => void;
}

function RemoveKey({ name, label, isCleared, onClear, onEmpty }: RemoveKeyProps) {
  const isClient = useIsClient();
  const [isAsking, setIsAsking] = useState(false);
  if (!isClient)
    return (
      <label className="inline-flex min-h-8 max-sm:min-h-11 items-center gap-2">
        <input type="checkbox" name="clear" value={name} defaultChecked={isCleared} className="size-5 accent-primary" />
        Remove the stored key
      </label>
    );
  return (
    <div>
      {isCleared ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <input type="hidden" name="clear" value={name} />
          <span className="font-semibold">The key is removed when you save.</span>
          <Button look="outline" size="desk" onClick={() => onClear(false)}>
            Keep it
          </Button>
        </p>
      ) : (
        <Button look="outline" size="desk" onClick={() => setIsAsking(true)}>
          Remove the key<span className="sr-only">: {label}</span>
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove the ${label}?`}
        text="It is deleted with the next save and cannot be restored. You can enter it again later."
        yes="Remove the key"
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
