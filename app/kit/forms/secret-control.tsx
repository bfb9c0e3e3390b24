import { CONTROL_CLASS, type ControlProps } from "./control.ts";

interface SecretControlProps extends ControlProps {
  readonly state: "unset" | "set" | "unreadable";
  readonly isCleared: boolean;
  readonly onClear: (isCleared: boolean) => void;
}

/** A key that is written and never shown again. Empty leaves the stored one as it is. */
export function SecretControl({ id, name, value, onChange, state, isCleared, onClear, ...aria }: SecretControlProps) {
  return (
    <div className="grid gap-1.5">
      <p className="flex items-center gap-2">
        <span aria-hidden className={`size-2 rounded-full ${state === "set" ? "bg-leaf" : state === "unset" ? "bg-muted" : "bg-beet"}`} />
        {state === "set"
          ? "A key is set."
          : state === "unset"
            ? "No key is set."
            : "The stored key cannot be read any more. Enter it again."}
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
        <label className="inline-flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            name="clear"
            value={name}
            checked={isCleared}
            onChange={(event) => onClear(event.target.checked)}
            className="size-5 accent-primary"
          />
          Clear the stored key
        </label>
      )}
    </div>
  );
}
