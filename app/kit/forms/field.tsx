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

type FrameProps = Omit<FieldFrameProps, "children">;
type ControlOf<Tag extends "input" | "textarea" | "select"> = FrameProps & Omit<ComponentProps<Tag>, keyof FrameProps>;

export function TextField({ className = "min-h-11", ...props }: ControlOf<"input">) {
  const { frame, rest } = splitFrame(props);
  return <FieldFrame {...frame}>{(control) => <input {...rest} {...control} className={`control w-full ${className}`} />}</FieldFrame>;
}

export function TextAreaField({ className = "min-h-20 py-2", ...props }: ControlOf<"textarea">) {
  const { frame, rest } = splitFrame(props);
  return <FieldFrame {...frame}>{(control) => <textarea {...rest} {...control} className={`control w-full ${className}`} />}</FieldFrame>;
}

export function SelectField({ className = "min-h-11", ...props }: ControlOf<"select">) {
  const { frame, rest } = splitFrame(props);
  return <FieldFrame {...frame}>{(control) => <select {...rest} {...control} className={`control w-full ${className}`} />}</FieldFrame>;
}

/** What belongs to the frame, and what to the control itself. */
function splitFrame<Props extends FrameProps>({ name, label, hint, error, optional, ...rest }: Props) {
  return { frame: { name, label, hint, error, optional }, rest };
}
