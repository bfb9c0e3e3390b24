import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { DEFAULT_ACCENT } from "#app/store/domain/look/look-options.ts";

/** A colour picker with a text field for "#0e5a45". */
export function ColourSetting({ id, name, value, onChange, ...aria }: ControlProps) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <input
        type="color"
        aria-label="Choose the colour"
        value={isColour ? value.toLowerCase() : DEFAULT_ACCENT}
        onChange={(event) => onChange(event.target.value)}
        className="size-10 shrink-0 rounded border border-field bg-surface p-1 max-sm:size-11 noscript:hidden"
      />
      <input
        {...aria}
        aria-label="Colour code, such as #0e5a45"
        id={id}
        name={name}
        value={value}
        placeholder={DEFAULT_ACCENT}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className={`${CONTROL_CLASS} figures max-w-32`}
      />
      {value === DEFAULT_ACCENT ? null : (
        <button
          type="button"
          className="min-h-8 px-1 text-primary underline underline-offset-2 max-sm:min-h-11"
          onClick={() => onChange(DEFAULT_ACCENT)}
        >
          Use the standard green
        </button>
      )}
    </span>
  );
}
