import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { decimalSignOf, fieldAmount, parseMoney } from "#app/values/money/money-input.ts";
import { useId, useState, type KeyboardEventHandler } from "react";
import { CONTROL_CLASS, signLook } from "#app/kit/forms/control.ts";

interface NumberBoxProps {
  readonly label: string;
  readonly hint?: string;
  /** A string: typed text that is not a number. */
  readonly value: number | string | null;
  /** How many stored units one shown unit is: 10,000 for percent, 1 for a count. Not used for money. */
  readonly scale: number;
  /** The sign: the shop's currency before the number, or "%" after it. */
  readonly sign?: "currency" | "%";
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onChange: (value: number | string | null) => void;
}

/** A number inside a control that stores JSON. Typed text stays unchanged while it is not a number; the form's schema rejects it then. */
export function NumberBox({ label, hint, value, scale, sign, onKeyDown, onChange }: NumberBoxProps) {
  const id = useId();
  const money = useMoneyFormat();
  const currency = signLook(money);
  const parse = (text: string) => parseNumber(text, scale, sign === "currency" ? money : null) ?? (text.trim() === "" ? null : text);
  const [typed, setTyped] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const shown = typed !== null && parse(typed) === value ? typed : shownNumber(value, sign === "currency" ? null : scale, money);
  const isWrong = typeof value === "string" && !isTyping;
  const example = sign === "currency" ? `an amount such as ${fieldAmount(1250, money)}` : "a number";
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <span className="relative block w-40">
        {sign === undefined ? null : (
          <span aria-hidden className={`absolute inset-y-0 content-center text-ink-2 ${sign === "currency" ? currency.place : "right-3"}`}>
            {sign === "currency" ? currency.sign : sign}
          </span>
        )}
        <input
          id={id}
          value={shown}
          inputMode="decimal"
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onKeyDown={onKeyDown}
          onBlur={() => setTyping(false)}
          onChange={(event) => {
            setTyping(true);
            setTyped(event.target.value);
            onChange(parse(event.target.value));
          }}
          className={`${CONTROL_CLASS} figures ${sign === "currency" ? currency.padding : ""}`}
        />
      </span>
      {hint === undefined || hint === "" ? null : <span className="text-sm text-ink-2">{hint}</span>}
      <span id={`${id}-error`} role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {isWrong ? `Enter ${example}.` : null}
      </span>
    </div>
  );
}

/**
 * Parses typed text to stored units: cents in the shop's format, or with `money` null a percentage or count times `scale`. Null while it is
 * not a number; the schema rejects negative and too large numbers.
 */
export function parseNumber(text: string, scale: number, money: MoneyFormat | null): number | null {
  if (money !== null) {
    const cents = parseMoney(text, money, Number.MAX_VALUE);
    return cents.ok ? cents.value : null;
  }
  const number = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : Math.round(number * scale);
}

/** A stored number in the shop's format: "10,5"; with `scale` null an amount of money. */
export function shownNumber(value: number | string | null, scale: number | null, money: MoneyFormat): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return scale === null ? fieldAmount(value, money) : String(value / scale).replace(".", decimalSignOf(money));
}
