import { CheckIcon } from "lucide-react";
import { createContext, useContext, type ComponentProps } from "react";
import { FieldErrorsContext, TextField } from "#app/kit/forms/field.tsx";

/** Names of visited fields that are valid. */
export const RightFieldsContext = createContext<ReadonlySet<string>>(new Set());

/** A text field with a green tick after a valid blur. */
export function CheckedField(props: ComponentProps<typeof TextField>) {
  const errors = useContext(FieldErrorsContext);
  const isRight = useContext(RightFieldsContext).has(props.name) && errors[props.name] === undefined;
  return (
    <div className="relative">
      <TextField {...props} />
      {isRight ? <CheckIcon aria-hidden className="pointer-events-none absolute top-[34px] right-3 size-5 bg-surface text-leaf" /> : null}
    </div>
  );
}
