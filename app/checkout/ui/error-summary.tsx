import * as texts from "#texts/checkout/page.ts";
import { useEffect, useRef } from "react";

interface ErrorSummaryProps {
  /** Sentences by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /**
   * Counts refused submissions, so that the summary gets focus each time. Before the first submit, errors are only inline, because a new
   * box would shift the layout.
   */
  readonly round: number;
  /** The page responds to a form post without JavaScript. */
  readonly isAnswer: boolean;
}

/** Fields in page order; the card is last. */
const FIELDS = [
  "email",
  "name",
  "phone",
  "fulfillment",
  "when",
  "requested_for",
  "street",
  "unit",
  "city",
  "province",
  "postal_code",
  "country",
  "allergy_note",
  "instructions",
  "tip",
  "tipAmount",
  "payment",
  "card",
  "cardNumber",
  "cardExpiry",
  "cardCvc",
];
const PLACES = new Map(FIELDS.map((name, place) => [name, place]));

function placeOf(name: string): number {
  return PLACES.get(name) ?? PLACES.size;
}

/** Lists the errors with links to their fields. It is announced by its focus; a live region would repeat the list after each corrected field. */
export function ErrorSummary({ errors, round, isAnswer }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  useEffect(() => {
    if (round > 0) box.current?.focus();
  }, [round]);
  if (entries.length === 0 || (round === 0 && !isAnswer)) return null;
  return (
    <div
      ref={box}
      role="group"
      aria-labelledby="errors"
      aria-describedby="error-list"
      tabIndex={-1}
      className="rounded border-2 border-beet bg-surface p-4 sm:p-5"
    >
      <h2 id="errors" className="text-lg">
        {texts.fieldsToCorrect(entries.length)}
      </h2>
      <ul id="error-list" className="mt-2 grid gap-1">
        {entries.map(([name, message]) => (
          <li key={name}>
            <a
              href={`#field-${name}`}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-beet underline underline-offset-2"
              onClick={(event) => focusField(event, name)}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens a collapsed section first, because not every browser focuses a link's target inside it. */
function focusField(event: React.MouseEvent, name: string): void {
  const field = document.getElementById(`field-${name}`);
  if (field === null) return;
  event.preventDefault();
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}
