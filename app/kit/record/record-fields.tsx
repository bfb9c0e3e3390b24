import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { aroundAmounts } from "#app/values/money/around-amounts.ts";
import type { ReactNode } from "react";
import { CONTROL_CLASS, type ControlProps, type HtmlControlProps, signLook } from "#app/kit/forms/control.ts";
import { FieldFrame } from "#app/kit/forms/field.tsx";
import { HtmlControl } from "#app/kit/forms/html-control.tsx";
import { SwitchControl } from "#app/kit/forms/switch-control.tsx";
import { useRecordField } from "./record-state.ts";

interface RecordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Renders the other user's version after a conflict; left out = the plain text. */
  readonly show?: (text: string) => ReactNode;
  /** The control is a group. */
  readonly isGroup?: boolean;
}

/** A field with any control: adds label, hint, error and the other user's version. */
export function RecordControl({
  name,
  label,
  hint,
  show,
  isGroup,
  children,
}: RecordFieldProps & {
  readonly children: (control: ControlProps & { readonly required: boolean; readonly maxLength: number | undefined }) => ReactNode;
}) {
  const { text, setText, required, maxLength, notes, conflict, by } = useRecordField(name);
  return (
    <FieldFrame name={name} label={label} hint={hint} isGroup={isGroup}>
      {(control) => (
        <>
          {children({ ...control, value: text, onChange: setText, required, maxLength })}
          {conflict === undefined ? null : (
            <OtherVersion mine={conflict.mine} theirs={conflict.theirs} by={by} chosen={text} onChoose={setText} show={show} />
          )}
          {notes.map((note) => (
            <p key={note} className="border-l-2 border-saffron pl-2 text-sm">
              {note}
            </p>
          ))}
        </>
      )}
    </FieldFrame>
  );
}

interface OtherVersionProps {
  readonly mine: string;
  readonly theirs: string;
  readonly by: string;
  readonly chosen: string;
  readonly onChoose: (text: string) => void;
  readonly show: ((text: string) => ReactNode) | undefined;
}

/** Both versions of a field, side by side; a click chooses one. */
function OtherVersion({ mine, theirs, by, chosen, onChoose, show }: OtherVersionProps) {
  const versions = [
    { who: "Yours", text: mine },
    { who: `${by}’s, saved`, text: theirs },
  ];
  return (
    <div
      role="group"
      aria-label="Both versions"
      className="mt-1 grid gap-px overflow-hidden rounded border border-hairline bg-hairline sm:grid-cols-2"
    >
      {versions.map(({ who, text }) => (
        <div key={who} className="grid content-between gap-2 bg-surface p-3">
          <div>
            <p className="text-xs font-semibold text-ink-2">{who}</p>
            <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text === "" ? <em>empty</em> : (show?.(text) ?? text)}</p>
          </div>
          <button
            type="button"
            aria-pressed={chosen === text}
            onClick={() => onChoose(text)}
            className="min-h-8 max-sm:min-h-11 justify-self-start rounded border border-field px-3 font-semibold hover:border-ink aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary"
          >
            {chosen === text ? "In the form" : "Use this"}
          </button>
        </div>
      ))}
    </div>
  );
}

/** One line of text. */
export function RecordText({
  type = "text",
  inputMode,
  placeholder,
  ...field
}: RecordFieldProps & { readonly type?: string; readonly inputMode?: "decimal" | "numeric"; readonly placeholder?: string }) {
  return (
    <RecordControl {...field}>
      {({ onChange, ...control }) => (
        <input
          {...control}
          type={type}
          inputMode={inputMode}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          className={CONTROL_CLASS}
        />
      )}
    </RecordControl>
  );
}

/** An amount in the shop's currency. */
export function RecordMoney(field: RecordFieldProps) {
  const format = useMoneyFormat();
  const { sign, place, padding } = signLook(format);
  const { prefix, suffix } = aroundAmounts(format);
  return (
    <RecordControl {...field} show={(text) => `${prefix}${text}${suffix}`}>
      {({ onChange, ...control }) => (
        <span className="relative block w-full max-w-40">
          <span aria-hidden className={`absolute inset-y-0 content-center text-ink-2 ${place}`}>
            {sign}
          </span>
          <input
            {...control}
            inputMode="decimal"
            onChange={(event) => onChange(event.target.value)}
            className={`${CONTROL_CLASS} figures ${padding}`}
          />
        </span>
      )}
    </RecordControl>
  );
}

/** Text of several lines. */
export function RecordArea({ rows = 4, ...field }: RecordFieldProps & { readonly rows?: number }) {
  return (
    <RecordControl {...field}>
      {({ onChange, ...control }) => (
        <textarea {...control} rows={rows} onChange={(event) => onChange(event.target.value)} className={`${CONTROL_CLASS} py-2`} />
      )}
    </RecordControl>
  );
}

/** Formatted text. */
export function RecordHtml({ tools, ...field }: RecordFieldProps & Pick<HtmlControlProps, "tools">) {
  return (
    <RecordControl {...field}>
      {({ required: _required, maxLength: _maxLength, ...control }) => (
        <HtmlControl {...control} labelId={`label-${field.name}`} tools={tools} />
      )}
    </RecordControl>
  );
}

export interface RecordOption {
  readonly value: string;
  readonly label: string;
}

interface RecordSelectProps extends RecordFieldProps {
  /** Or the label of each value, in order; objects reorder keys that are whole numbers. */
  readonly options: readonly RecordOption[] | Readonly<Record<string, string>>;
}

/** One of a list. */
export function RecordSelect({ options: given, ...field }: RecordSelectProps) {
  const options: readonly RecordOption[] = isList(given) ? given : Object.entries(given).map(([value, label]) => ({ value, label }));
  const labelOf = (text: string) => options.find((option) => option.value === text)?.label ?? text;
  return (
    <RecordControl {...field} show={labelOf}>
      {({ onChange, maxLength: _maxLength, ...control }) => (
        <select {...control} onChange={(event) => onChange(event.target.value)} className={CONTROL_CLASS}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </RecordControl>
  );
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList(options: RecordSelectProps["options"]): options is readonly RecordOption[] {
  return Array.isArray(options);
}

/** On or off. */
export function RecordSwitch(field: RecordFieldProps) {
  return (
    <RecordControl {...field} show={(text) => (text === "on" ? "On" : "Off")}>
      {({ required: _required, maxLength: _maxLength, ...control }) => <SwitchControl {...control} />}
    </RecordControl>
  );
}
