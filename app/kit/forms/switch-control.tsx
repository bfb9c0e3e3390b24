import type { ControlProps } from "./control.ts";

/** On or off. Off sends an empty value, so that a form without scripts can tell it from a missing field. */
export function SwitchControl({ id, name, value, onChange, ...aria }: ControlProps) {
  return (
    <span className="inline-flex min-h-10 items-center gap-3 max-sm:min-h-11">
      <input type="hidden" name={name} value="" />
      <span className="relative inline-block h-6 w-11">
        <input
          id={id}
          name={name}
          type="checkbox"
          role="switch"
          aria-checked={value === "on"}
          value="on"
          checked={value === "on"}
          onChange={(event) => onChange(event.target.checked ? "on" : "")}
          className="peer absolute inset-0 z-10 size-full cursor-pointer max-sm:-inset-y-2.5 max-sm:h-11 appearance-none rounded-full"
          {...aria}
        />
        <span
          aria-hidden
          className="absolute inset-0 rounded-full border border-field bg-surface peer-checked:border-primary peer-checked:bg-primary"
        />
        <span
          aria-hidden
          className="absolute top-1 left-1 size-4 rounded-full bg-field transition-transform peer-checked:translate-x-5 peer-checked:bg-white"
        />
      </span>
      <span aria-hidden className="text-ink-2">
        {value === "on" ? "On" : "Off"}
      </span>
    </span>
  );
}
