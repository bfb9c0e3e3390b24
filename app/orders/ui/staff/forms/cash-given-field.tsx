import { useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#app/kit/button.tsx";
import { useSettledAnnouncement } from "#app/kit/focus/use-settled-announcement.ts";
import { FieldScope, TextField } from "#app/kit/forms/field.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { cashGiven, quickCash } from "#app/orders/domain/changes/cash-given.ts";
import { formatMoney, inCurrency, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { inCash } from "#app/values/money/cash-rounding.ts";
import { fieldAmount, parseMoney } from "#app/values/money/money-input.ts";

interface CashGivenFieldProps {
  readonly total: Cents;
  readonly format: MoneyFormat;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** The cash received, with the change to return shown immediately. */
export function CashGivenField({ total, format, typed, onType }: CashGivenFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const due = inCash(total, format.currency);
  const words = changeWords(typed, total, format);
  const announceWords = useSettledAnnouncement(words, () => document.activeElement === input.current);
  return (
    <div className="grid gap-1.5">
      <TextField
        ref={input}
        name="given"
        label="Cash given"
        {...(due === total ? {} : { hint: `${formatMoney(due, format)} is due in cash.` })}
        optional
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onKeyDown={focusComplete}
        onBlur={announceWords}
        onChange={({ target: { value } }) => onType(value)}
      />
      <div role="group" aria-label="Quick amounts" className="flex flex-wrap gap-1.5">
        {quickCash(total, format.currency).map((amount) => (
          <Button key={amount} look="outline" className="figures min-h-12 grow px-2" onClick={() => onType(fieldAmount(amount, format))}>
            {amount === due ? "Exact" : formatMoney(amount, format)}
          </Button>
        ))}
      </div>
      <p className="figures text-lg font-bold empty:hidden">{words}</p>
    </div>
  );
}

function changeWords(typed: string, total: Cents, format: MoneyFormat): string {
  if (typed.trim() === "") return "";
  const given = parseMoney(typed, format);
  if (!given.ok) return given.error;
  const cash = cashGiven(given.value, total, format);
  return cash.ok ? `Change: ${formatMoney(cash.value.change, format)}` : cash.error;
}

/** Enter moves to the button that completes the order, because a form's first button may be another step. */
function focusComplete(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  const button = event.currentTarget.form?.querySelector<HTMLElement>("[name=intent][value=complete]");
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.focus();
}

interface HandoverCashProps {
  readonly orderId: string;
  readonly total: Cents;
  /** The order's currency code in upper or lower case. */
  readonly currency: string;
}

/** The same inside the form of an order that is paid on handover. */
export function HandoverCash({ orderId, total, currency }: HandoverCashProps) {
  const format = inCurrency(useMoneyFormat(), currency);
  const [typed, setTyped] = useState("");
  return (
    <FieldScope value={`${orderId}-`}>
      <CashGivenField total={total} format={format} typed={typed} onType={setTyped} />
    </FieldScope>
  );
}
