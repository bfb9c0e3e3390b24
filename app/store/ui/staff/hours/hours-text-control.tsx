import type { ControlProps } from "#app/kit/forms/control.ts";

/** Hours that the table cannot show, as plain text, so that no input is lost. */
export function HoursTextControl({ value, onChange, ...rest }: ControlProps) {
  return (
    <div className="grid gap-1">
      <textarea
        {...rest}
        aria-label="Hours as text"
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control w-full py-2 font-mono sm:text-sm"
      />
      <button
        type="button"
        className="inline-flex min-h-8 max-sm:min-h-11 items-center justify-self-start text-primary underline underline-offset-2"
        onClick={() => onChange("")}
      >
        Remove this text and start over
      </button>
    </div>
  );
}
