import { useEffect, useRef } from "react";
import { counted } from "#app/values/plural.ts";

interface ErrorSummaryProps {
  /** Sentences by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Counts submissions: the summary takes the focus again each time. Before the first, what is wrong is said beside its field only: a box that comes while one types would move what one is about to press. */
  readonly round: number;
  /** The page is the answer to a form that was sent without script. */
  readonly isAnswer: boolean;
}

/** The fields of the checkout from top to bottom; the card stands last. */
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
];
const LATER_FIELDS = ["allergy_note", "instructions", "tip", "tipAmount", "payment", "card", "cardNumber", "cardExpiry", "cardCvc"];
const PLACES = new Map([...FIELDS, ...LATER_FIELDS].map((name, place) => [name, place]));

function placeOf(name: string): number {
  return PLACES.get(name) ?? PLACES.size;
}

/** What is missing, in the words that stand beside the fields, each leading to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors, round, isAnswer }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  useEffect(() => {
    if (round > 0) box.current?.focus();
  }, [round]);
  if (entries.length === 0 || (round === 0 && !isAnswer)) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded border-2 border-beet bg-surface p-4 sm:p-5">
      <h2 className="text-lg">{counted(entries.length, "field needs another look", "fields need another look")}</h2>
      <ul className="mt-2 grid gap-1">
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

/** A folded section is opened first; the link alone would not move the focus into a field everywhere. */
function focusField(event: React.MouseEvent, name: string): void {
  const field = document.getElementById(`field-${name}`);
  if (field === null) return;
  event.preventDefault();
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}
