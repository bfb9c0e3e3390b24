import { createContext, useContext, useId, type ComponentProps, type ReactNode } from "react";

/** Errors of the last submission by field name; a form puts them here once and every Field finds its own. */
export type FieldErrors = Readonly<Record<string, readonly string[] | undefined>>;
export const FieldErrorsContext = createContext<FieldErrors>({});

interface FieldFrameProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Overrides what the context holds for `name`. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly children: (control: {
    id: string;
    name: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** Ties label, hint, control and error together by name. The error says what to do; it replaces nothing the customer typed. */
export function FieldFrame({ name, label, hint, error, optional = false, children }: FieldFrameProps) {
  const base = useId();
  const errors = useContext(FieldErrorsContext);
  const shown = error ?? errors[name]?.[0];
  const hintId = hint === undefined ? undefined : `${base}-hint`;
  const errorId = shown === undefined ? undefined : `${base}-error`;
  const describedBy = [hintId, errorId].filter((part) => part !== undefined).join(" ");
  return (
    <div className="grid gap-1">
      <label id={`label-${name}`} htmlFor={`field-${name}`} className="text-sm font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-2"> (optional)</span> : null}
      </label>
      {children({
        id: `field-${name}`,
        name,
        "aria-describedby": describedBy === "" ? undefined : describedBy,
        "aria-invalid": shown === undefined ? undefined : true,
      })}
      {hint === undefined ? null : (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {shown === undefined ? null : (
        <p id={errorId} className="text-sm font-semibold text-beet">
          {shown}
        </p>
      )}
    </div>
  );
}

type FrameOnly = Omit<FieldFrameProps, "children" | "name">;

export function TextField({
  name,
  label,
  hint,
  error,
  optional,
  className = "min-h-11",
  ...input
}: FrameOnly & ComponentProps<"input"> & { name: string }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} className={`control w-full ${className}`} />}
    </FieldFrame>
  );
}

export function TextAreaField({
  name,
  label,
  hint,
  error,
  optional,
  className = "min-h-20 py-2",
  ...input
}: FrameOnly & ComponentProps<"textarea"> & { name: string }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea {...input} {...control} className={`control w-full ${className}`} />}
    </FieldFrame>
  );
}

export function SelectField({
  name,
  label,
  hint,
  error,
  optional,
  className = "min-h-11",
  children,
  ...input
}: FrameOnly & ComponentProps<"select"> & { name: string }) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <select {...input} {...control} className={`control w-full ${className}`}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}
