import { useState, type FocusEvent, type RefObject } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { formatPostalCode } from "#app/store/domain/delivery/postal-code.ts";
import { fieldProblem } from "./field-checks.ts";
import { textsOf } from "./form-text.ts";
import { useAfterPress } from "./use-after-press.ts";

/** Errors by field name, and the valid fields. A field is validated on blur, then `onChecked` is called. */
export function useCheckedFields(
  form: RefObject<HTMLFormElement | null>,
  initialErrors: Readonly<Record<string, string>>,
  storeCountry: string,
  onChecked: () => void,
) {
  const [errors, setErrors] = useState(initialErrors);
  const [right, setRight] = useState<ReadonlySet<string>>(new Set());
  const afterPress = useAfterPress();

  const checkField = (field: HTMLInputElement | HTMLTextAreaElement) => {
    if (form.current === null) return;
    const values = textsOf(new FormData(form.current));
    if (field.name === "postal_code") field.value = formatPostalCode(field.value, (values.country ?? "").trim() || storeCountry);
    const problem = fieldProblem(field.name, values, storeCountry);
    const isFilled = field.value.trim() !== "";
    const isTouched = isFilled || field.name in errors;
    if (problem !== null && isTouched && problem !== errors[field.name]) announce(problem);
    setErrors((before) => {
      const { [field.name]: _gone, ...rest } = before;
      return problem !== null && isTouched ? { ...rest, [field.name]: problem } : rest;
    });
    setRight((before) => {
      const next = new Set(before);
      if (problem === null && isFilled && field.required) next.add(field.name);
      else next.delete(field.name);
      return next;
    });
    onChecked();
  };
  const leaveField = (event: FocusEvent<HTMLFormElement>) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.name === "" || field.type === "radio") return;
    afterPress(() => checkField(field));
  };
  return { errors, setErrors, right, leaveField };
}
