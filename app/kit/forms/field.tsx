import * as texts from "#texts/kit/field.ts";
import { createContext, useContext, useId, type ComponentProps, type ReactNode } from "react";

/** Errors of the last submission by field name. A form provides them here, and each Field finds its own. */
export type FieldErrors = Readonly<Record<string, readonly string[] | undefined>>;
export const FieldErrorsContext = createContext<FieldErrors>({});

/** Prefixes every id of a form if another form of the page has fields with the same names. */
export const FieldScope = createContext("");

interface FieldFrameProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Overrides the context's error for `name`. */
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** The control is a group (role="group", labelled by `label-…`), so its text cannot be the label of one field. */
  readonly isGroup?: boolean | undefined;
  readonly children: (control: {
    id: string;
    name: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** Connects label, hint, control and error by name. The error says what to do and keeps the customer's input. */
export function FieldFrame({ name, label, hint, error, optional = false, isGroup = false, children }: FieldFrameProps) {
  const base = useId();
  const scope = useContext(FieldScope);
  const errors = useContext(FieldErrorsContext);
  const shown = error ?? errors[name]?.[0];
  const hintId = hint === undefined ? undefined : `${base}-hint`;
  const errorId = shown === undefined ? undefined : `${base}-error`;
  const Words = isGroup ? "span" : "label";
  const describedBy = [hintId, errorId].filter((part) => part !== undefined).join(" ");
  return (
    <div className="grid gap-1">
      <Words {...(isGroup ? {} : { htmlFor: `field-${scope}${name}` })} id={`label-${scope}${name}`} className="text-sm font-semibold">
        {label}
        {optional ? <span className="font-normal text-ink-2">{` ${texts.optional}`}</span> : null}
      </Words>
      {children({
        id: `field-${scope}${name}`,
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

/** Splits the props into those of the frame and those of the control. */
function splitFrame<Props extends FrameProps>({ name, label, hint, error, optional, isGroup, ...rest }: Props) {
  return { frame: { name, label, hint, error, optional, isGroup }, rest };
}
