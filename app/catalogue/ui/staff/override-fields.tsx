import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState } from "react";
import type { Typed, TypedOption, TypedOverrides } from "#app/catalogue/domain/customization/attached-customization.ts";
import {
  MAX_TEMPLATE_TITLE_LENGTH,
  type CustomizationOption,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import { Fold } from "#app/kit/fold.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { fieldAmount, parseMoney } from "#app/values/money/money-input.ts";

interface OverrideFieldsProps {
  readonly group: CustomizationTemplate;
  readonly overrides: TypedOverrides;
  readonly onChange: (overrides: TypedOverrides) => void;
}

/** The product's overrides; an empty field inherits the template's value, 0 is zero. */
export function OverrideFields({ group, overrides, onChange }: OverrideFieldsProps) {
  const set = (change: TypedOverrides) => onChange({ ...overrides, ...change });
  const setOption = (id: number, change: TypedOption) =>
    set({ options: { ...overrides.options, [id]: { ...overrides.options?.[String(id)], ...change } } });
  const isCounted = group.kind === "multiple" || group.kind === "quantity";
  return (
    <Fold
      title={
        <>
          Change for this product<span className="sr-only">: {group.title}</span>
        </>
      }
      className="ml-7"
    >
      <div className="grid gap-3 pt-1 pb-4">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
          <label className="col-span-2 grid gap-1 text-xs font-semibold sm:col-span-1">
            Title
            <input
              value={overrides.title ?? ""}
              placeholder={group.title}
              maxLength={MAX_TEMPLATE_TITLE_LENGTH}
              onChange={(event) => set({ title: event.target.value === "" ? undefined : event.target.value })}
              className={CONTROL_CLASS}
            />
          </label>
          <Count label="At least" value={overrides.minSelect} inherited={group.minSelect} onChange={(minSelect) => set({ minSelect })} />
          {isCounted ? (
            <>
              <Count label="At most" value={overrides.maxSelect} inherited={group.maxSelect} onChange={(maxSelect) => set({ maxSelect })} />
              <Count
                label="Included"
                value={overrides.freeCount}
                inherited={group.freeCount}
                onChange={(freeCount) => set({ freeCount })}
              />
            </>
          ) : null}
        </div>
        {group.options.length === 0 ? null : (
          <ul className="grid gap-px">
            {group.options.map((option) => (
              <OptionFields
                key={option.id}
                option={option}
                own={overrides.options?.[String(option.id)] ?? {}}
                onChange={(change) => setOption(option.id, change)}
              />
            ))}
          </ul>
        )}
      </div>
    </Fold>
  );
}

interface OptionFieldsProps {
  readonly option: CustomizationOption;
  readonly own: TypedOption;
  readonly onChange: (change: TypedOption) => void;
}

function OptionFields({ option, own, onChange }: OptionFieldsProps) {
  return (
    <li className="grid grid-cols-2 items-end gap-2 border-t border-hairline py-2 sm:grid-cols-[minmax(0,1fr)_5rem_repeat(3,7.5rem)]">
      <span className="col-span-2 self-center sm:col-span-1">{option.name}</span>
      <Price option={option} value={own.priceDelta} onChange={(priceDelta) => onChange({ priceDelta })} />
      <YesNo
        label={`${option.name}, shown`}
        words={["Shown", "Hidden"]}
        value={own.hidden}
        inherited={option.hidden}
        onChange={(hidden) => onChange({ hidden })}
      />
      <YesNo
        label={`${option.name}, preset`}
        words={["Not preset", "Preset"]}
        value={own.isDefault}
        inherited={option.isDefault}
        onChange={(isDefault) => onChange({ isDefault })}
      />
      <YesNo
        label={`${option.name}, on sale`}
        words={["On sale", "Sold out"]}
        value={own.soldOut}
        inherited={option.soldOut}
        onChange={(soldOut) => onChange({ soldOut })}
      />
    </li>
  );
}

interface YesNoProps {
  readonly label: string;
  /** For false and for true. */
  readonly words: readonly [string, string];
  readonly value: boolean | undefined;
  readonly inherited: boolean;
  readonly onChange: (value: boolean | undefined) => void;
}

function YesNo({ label, words, value, inherited, onChange }: YesNoProps) {
  return (
    <select
      aria-label={label}
      value={value === undefined ? "" : String(value)}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value === "true")}
      className={`${CONTROL_CLASS} ${value === undefined ? "text-ink-2" : "font-semibold"}`}
    >
      <option value="">{words[inherited ? 1 : 0]}</option>
      <option value={String(!inherited)}>{words[inherited ? 0 : 1]}, here</option>
      <option value={String(inherited)}>{words[inherited ? 1 : 0]}, always here</option>
    </select>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: Typed;
  readonly inherited: number | null;
  readonly onChange: (value: Typed) => void;
}

function Count({ label, value, inherited, onChange }: CountProps) {
  return (
    <label className="grid gap-1 text-xs font-semibold">
      {label}
      <input
        inputMode="numeric"
        value={value ?? ""}
        placeholder={inherited === null ? "no limit" : String(inherited)}
        onChange={({ target }) => onChange(target.value === "" ? undefined : numberOrText(target.value))}
        className={`${CONTROL_CLASS} figures`}
      />
    </label>
  );
}

/** The text stays as typed; cents are reported as soon as it is a valid amount. */
function Price({
  option,
  value,
  onChange,
}: {
  readonly option: CustomizationOption;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
}) {
  const format = useMoneyFormat();
  const [text, setText] = useState(textOf(value, format));
  if (typedPrice(text, format) !== value) setText(textOf(value, format));
  return (
    <input
      aria-label={`Price of ${option.name}`}
      inputMode="decimal"
      value={text}
      placeholder={formatMoney(option.priceDelta, format)}
      onChange={(event) => {
        setText(event.target.value);
        onChange(typedPrice(event.target.value, format));
      }}
      className={`${CONTROL_CLASS} figures`}
    />
  );
}

function typedPrice(text: string, format: MoneyFormat): Typed {
  if (text.trim() === "") return undefined;
  const cents = parseMoney(text, format);
  return cents.ok ? cents.value : text;
}

function textOf(value: Typed, format: MoneyFormat): string {
  return typeof value === "number" ? fieldAmount(value, format) : (value ?? "");
}

/** An invalid number is kept as text, so that the server can refuse it. */
function numberOrText(text: string): number | string {
  return /^\d{1,3}$/.test(text) ? Number(text) : text;
}
