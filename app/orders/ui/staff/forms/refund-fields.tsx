import { dollarsText, type Cents } from "#app/values/money.ts";

interface RefundChoiceProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly chosen: Value | null;
  readonly label: string;
  readonly onChoose: (value: Value) => void;
}

/** One way of paying back, of several. */
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

interface RefundAmountProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly most: Cents;
}

/** An amount of one's own, in dollars. */
export function RefundAmount({ typed, onType, most }: RefundAmountProps) {
  return (
    <label className="ml-8 flex items-center gap-2">
      <span aria-hidden>$</span>
      <span className="sr-only">Amount in dollars</span>
      <input
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        placeholder={dollarsText(most)}
        className="control figures min-h-11 w-32"
      />
    </label>
  );
}
