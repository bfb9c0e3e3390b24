import { signLook } from "#app/kit/forms/control.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { useSettledAnnouncement } from "#app/kit/focus/use-settled-announcement.ts";
import { LeaveQuestion } from "#app/kit/forms/leave-question.tsx";
import { FieldErrorsContext, FieldFrame, TextAreaField, type FieldErrors } from "#app/kit/forms/field.tsx";
import { cashDifference, cashExpected } from "#app/orders/domain/closing/cash.ts";
import { differenceWords } from "#app/orders/domain/closing/closing-tables.ts";
import type { Counted } from "#app/orders/domain/closing/counted.ts";
import { MAX_LONG_TEXT_LENGTH } from "#app/values/limits.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { smallestCoin } from "#app/values/money/cash-rounding.ts";
import { fieldAmount, parseMoney } from "#app/values/money/money-input.ts";

const EXPECTED = "Expected in the drawer";

/** The errors of a refused closing, with the submitted values. */
export interface ClosingAnswer {
  readonly message: string;
  readonly errors: FieldErrors;
  readonly typed: Readonly<Record<string, string>>;
}

interface ClosingFormProps {
  readonly day: string;
  readonly counted: Counted;
  readonly lastKey: string;
  readonly seen: string;
  /** Recorded as paid on the card terminal; negative: more was cancelled. */
  readonly terminal: number;
  /** Change at the start of the last closed day. */
  readonly float: number;
  readonly answer: ClosingAnswer | undefined;
}

/** Cash, note and the button that closes the day. */
export function ClosingForm({ day, counted, lastKey, seen, terminal, float, answer }: ClosingFormProps) {
  const format = useMoneyFormat();
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLParagraphElement>(null);
  const isBusy = useNavigation().state !== "idle";
  const [isTouched, setTouched] = useState(answer !== undefined);
  const isCashless = counted.atPickup === 0 && float === 0;
  const [cash, setCash] = useState({
    float: answer?.typed["float"] ?? fieldAmount(float, format),
    terminal: answer?.typed["terminal"] ?? fieldAmount(terminal, format),
    counted: answer?.typed["counted"] ?? (isCashless ? fieldAmount(0, format) : ""),
  });
  const outcome = outcomeOf(counted, cash, format);
  const announceOutcome = useSettledAnnouncement(outcomeWords(outcome), () => form.current?.contains(document.activeElement) === true);
  useEffect(() => {
    if (answer === undefined) return;
    const [field] = form.current?.querySelectorAll<HTMLElement>("[aria-invalid]") ?? [];
    (field ?? notice.current)?.focus();
  }, [answer]);
  const money = (name: keyof typeof cash) => ({
    name,
    value: cash[name],
    onChange: (text: string) => setCash((before) => ({ ...before, [name]: text })),
  });
  return (
    <FieldErrorsContext value={answer?.errors ?? {}}>
      <PostForm
        ref={form}
        className="grid max-w-md gap-4"
        noValidate
        aria-labelledby="cash-title"
        onInput={() => setTouched(true)}
        onBlur={announceOutcome}
      >
        <LeaveQuestion isDirty={isTouched && !isBusy} text="The day is not closed, and what you counted is not stored." />
        <h2 id="cash-title" className="rule pb-1 text-lg">
          Count the cash
        </h2>
        {answer === undefined || answer.message === "" ? null : (
          // The focus, here or on the invalid field, announces it; an alert would announce it twice.
          <p ref={notice} tabIndex={-1} className="rounded border-2 border-beet bg-beet-tint px-3 py-2 font-semibold">
            {answer.message}
          </p>
        )}
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="last" value={lastKey} />
        <input type="hidden" name="seen" value={seen} />
        <MoneyField label="Change at the start" hint="What was in the drawer before the first sale." {...money("float")} />
        <MoneyField label="Paid on your own card terminal" hint={terminalHint(counted.atPickup, terminal, format)} {...money("terminal")} />
        <MoneyField label="Cash you counted" hint={countHint(format)} {...money("counted")} />
        <OutcomeLine outcome={outcome} />
        <TextAreaField
          name="note"
          label="Note"
          optional
          hint="Such as the reason for a difference."
          defaultValue={answer?.typed["note"]}
          maxLength={MAX_LONG_TEXT_LENGTH}
          rows={3}
        />
        <p>
          <Button type="submit" className="max-sm:w-full" disabled={isBusy}>
            {isBusy ? "Closing…" : "Close the day"}
          </Button>
        </p>
      </PostForm>
    </FieldErrorsContext>
  );
}

function countHint(format: MoneyFormat): string {
  const coin = smallestCoin(format.currency);
  const rounding = coin === null ? "" : ` Cash is rounded to ${formatMoney(coin, format)}, so a small difference is normal.`;
  return `Everything in the drawer, with the change.${rounding}`;
}

function terminalHint(atPickup: number, terminal: number, format: MoneyFormat): string {
  const whole = `Of the ${formatMoney(atPickup, format)} paid in person.`;
  if (terminal < 0)
    return `${whole} ${formatMoney(0 - terminal, format)} was entered as paid on the terminal for orders cancelled since the last closing.`;
  return terminal === 0
    ? `${whole} Enter 0 if all of it was cash.`
    : `${whole} ${formatMoney(terminal, format)} was entered with orders taken by staff; add what was paid at handover.`;
}

interface MoneyFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function MoneyField({ name, label, hint, value, onChange }: MoneyFieldProps) {
  const { sign, place, padding } = signLook(useMoneyFormat());
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(control) => (
        <span className="relative block w-full max-w-48">
          <span aria-hidden className={`absolute inset-y-0 content-center text-ink-2 ${place}`}>
            {sign}
          </span>
          <input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={goOnWithEnter}
            className={`control figures min-h-11 w-full ${padding}`}
          />
        </span>
      )}
    </FieldFrame>
  );
}

/** Enter moves to the next field, as at a till. Only the button closes the day, after staff have seen the difference. */
function goOnWithEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>("input:not([type=hidden]), textarea") ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

type Cash = Readonly<Record<"float" | "terminal" | "counted", string>>;

interface Outcome {
  readonly expected: string;
  /** "" = not counted yet. */
  readonly difference: string;
}

/** Expected cash and the difference; null while an amount is missing. */
function outcomeOf(counted: Counted, cash: Cash, format: MoneyFormat): Outcome | null {
  const [float, terminal, inDrawer] = [cash.float, cash.terminal, cash.counted].map((text) => parseMoney(text, format));
  if (float?.ok !== true || terminal?.ok !== true) return null;
  const count = { float: float.value, terminal: terminal.value };
  return {
    expected: formatMoney(cashExpected(counted, count), format),
    difference: inDrawer?.ok === true ? differenceWords(cashDifference(counted, { ...count, counted: inDrawer.value }), format) : "",
  };
}

function outcomeWords(outcome: Outcome | null): string {
  return outcome === null ? "" : `${EXPECTED}: ${outcome.expected}${outcome.difference === "" ? "" : `. ${outcome.difference}`}.`;
}

function OutcomeLine({ outcome }: { readonly outcome: Outcome | null }) {
  if (outcome === null) return null;
  return (
    <p className="border-l-2 border-ink pl-3">
      {EXPECTED}: <strong className="figures">{outcome.expected}</strong>
      {outcome.difference === "" ? null : (
        <>
          {". "}
          <strong className="figures">{outcome.difference}</strong>
        </>
      )}
      .
    </p>
  );
}
