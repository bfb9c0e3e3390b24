import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";

/** The stored JSON, for pages without scripts and for values that no control supports. */
export function JsonArea({ id, name, value, onChange, ...aria }: ControlProps) {
  return (
    <textarea
      id={id}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      rows={4}
      className={`${CONTROL_CLASS} figures py-2`}
      {...aria}
    />
  );
}
