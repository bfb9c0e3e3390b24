import * as texts from "#texts/kit/counted-text.ts";
interface CountedTextProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly maxLength: number;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean;
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

/** From this many characters left, the count is also announced. */
const SPOKEN_FROM_LEFT = 20;

/** A text field that shows the number of characters left. */
export function CountedText({ id, name, value, maxLength, describedBy, isWrong = false, rows = 2, onChange }: CountedTextProps) {
  const left = maxLength - value.length;
  return (
    <div>
      <textarea
        id={id}
        name={name}
        rows={rows}
        value={value}
        maxLength={maxLength}
        aria-describedby={describedBy}
        aria-invalid={isWrong ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="control field-sizing-content min-h-20 w-full py-2"
      />
      <p aria-hidden className="figures text-right text-xs text-ink-2">
        {value.length}/{maxLength}
      </p>
      <p role="status" className="sr-only">
        {left <= SPOKEN_FROM_LEFT ? texts.charactersLeft(left) : ""}
      </p>
    </div>
  );
}
