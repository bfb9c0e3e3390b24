import { isSignLast } from "#app/kit/forms/control.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useId } from "react";
import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import { quantityField } from "#app/orders/domain/order-form.ts";
import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";
import { type Cents, currencySign, currencyWords, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";
import { LineChoices } from "#app/orders/ui/staff/line-quantity.tsx";

interface RefundChoiceProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly chosen: Value | null;
  readonly label: string;
  readonly onChoose: (value: Value) => void;
}

/** One of several kinds of refund. */
export function RefundChoice<Value extends string>({ name, value, chosen, label, onChoose }: RefundChoiceProps<Value>) {
  return (
    <label className="flex min-h-11 items-center gap-3 lg:min-h-9">
      <input
        type="radio"
        name={name}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
        className="size-5 accent-primary"
      />
      {label}
    </label>
  );
}

/** Whether the goods can be sold again. Without a tick the form sends "off" alone. */
export function RestockField({ isChecked }: { readonly isChecked: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3 lg:min-h-9">
      <input type="hidden" name="restock" value="off" />
      <input type="checkbox" name="restock" value="on" defaultChecked={isChecked} className="size-5 accent-primary" />
      Put back into stock
    </label>
  );
}

interface RefundAmountProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly most: Cents;
  /** The error of the amount; null = none. */
  readonly problem: string | null;
}

/** A custom amount, in the order's currency. */
export function RefundAmount({ typed, onType, most, problem }: RefundAmountProps) {
  const problemId = useId();
  const format = useMoneyFormat();
  return (
    <div className="ml-8 grid gap-1">
      <label className="flex items-center gap-2">
        <span aria-hidden className={isSignLast(format) ? "order-1" : ""}>
          {currencySign(format)}
        </span>
        <span className="sr-only">Amount in {currencyWords(format)}</span>
        <input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder={fieldAmount(most, format)}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problemId}
          className="control figures min-h-11 w-32"
        />
      </label>
      <p id={problemId} role="alert" className="text-sm font-semibold text-beet empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Error of a refund amount in cents; null if valid. Too much is reported while typing, a missing amount on submit. */
export function refundProblem(amount: Cents | null, most: Cents, isSent: boolean, format: MoneyFormat): string | null {
  if (amount !== null && amount > most) return `At most ${formatMoney(most, format)} can be refunded.`;
  return isSent && (amount === null || amount <= 0)
    ? `Enter an amount in ${currencyWords(format)}, such as ${fieldAmount(450, format)}.`
    : null;
}

interface RefundLineProps {
  readonly line: StaffOrderLine;
  readonly chosen: number;
  /** The refund of the chosen units. */
  readonly back: Cents;
  /** The refund of all remaining units. */
  readonly most: Cents;
  readonly onChoose: (quantity: number) => void;
}

/** Units of a line to refund; starts at 0. */
export function RefundLine({ line, chosen, back, most, onChoose }: RefundLineProps) {
  const format = useMoneyFormat();
  const left = line.quantity - line.refundedQuantity;
  const refundedText = refundedWords(line.quantity, line.refundedQuantity);
  return (
    <li className={`flex min-h-11 items-center gap-2 lg:min-h-9 ${left === 0 ? "text-muted" : ""}`}>
      <span className="min-w-0 grow wrap-anywhere">
        {line.quantity} × {line.name}
        <LineChoices line={line} />
        {refundedText === "" ? null : <span className="block text-xs font-semibold text-beet">{refundedText}</span>}
      </span>
      {left === 0 || most === 0 ? null : (
        <label className="flex shrink-0 items-center gap-2">
          <span className="sr-only">How many {lineTitle(line)}</span>
          <select
            name={quantityField(line.id)}
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
            className="control figures min-h-11 lg:min-h-9"
          >
            {Array.from({ length: left + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity === 0 ? "none" : `${quantity} of ${left}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <span className="figures w-16 shrink-0 text-right">{left === 0 || chosen === 0 ? "" : formatMoney(back, format)}</span>
    </li>
  );
}
