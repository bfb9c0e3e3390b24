import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";

/** Without scripts, and for what no control can show: the value as it is stored. */
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
