import { FlaskConicalIcon } from "lucide-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { TextField } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { cardProblems } from "#app/checkout/ui/field-checks.ts";
import type { CardPayer } from "#app/checkout/ui/card-payer.ts";
import { confirmAtSimulator } from "#app/checkout/ui/confirm-at-simulator.ts";
import { CHECKOUT_FORM_ID, type TestCardOption } from "#app/checkout/ui/checkout-view.ts";

interface TestCardProps {
  readonly cards: readonly TestCardOption[];
  /** Registers the form's payment method; null on unmount. */
  readonly onReady: (payer: CardPayer | null) => void;
}

/** Belongs to a form that is never submitted, so the checkout never contains card data. */
const CARD_FORM_ID = "card";
const OUTSIDE = { form: CARD_FORM_ID, onKeyDown: payOnEnter } as const;

/** The form element for the card fields, outside the checkout form. With `dialog` it closes its dialog. */
export function TestCardForm() {
  return <form id={CARD_FORM_ID} method="dialog" hidden />;
}

/** The simulator's labelled card form, filled in with a test card. The numbers go to the simulator only. */
export function TestCard({ cards, onReady }: TestCardProps) {
  const isClient = useIsClient();
  const [number, setNumber] = useState(cards[0]?.number ?? "");
  const [expiry, setExpiry] = useState("12 / 34");
  const [cvc, setCvc] = useState("123");
  const digits = number.replace(/\D/g, "");
  const known = cards.find((card) => card.number.replaceAll(" ", "") === digits);

  useEffect(() => {
    onReady({
      prepare: () => Promise.resolve(cardProblems({ cardNumber: number, cardExpiry: expiry, cardCvc: cvc })),
      confirm: (clientSecret, publishableKey, returnUrl) =>
        confirmAtSimulator({ paymentMethod: known?.paymentMethod ?? null, number, expiry, cvc }, clientSecret, publishableKey, returnUrl),
    });
    return () => onReady(null);
  }, [onReady, known, number, expiry, cvc]);

  return (
    <div className="grid gap-4 rounded border border-dashed border-field bg-surface p-4 sm:p-5">
      <p className="flex items-start gap-2 font-semibold text-harbour">
        <FlaskConicalIcon aria-hidden className="mt-0.5 size-5 shrink-0" />
        Test payment: no card is charged
      </p>
      <label className="grid gap-1 text-sm font-semibold">
        Try a card
        <select
          // A choice before hydration would be lost.
          disabled={!isClient}
          className="control min-h-11 w-full"
          value={known?.number ?? ""}
          onChange={(event) => {
            setNumber(event.target.value);
            setExpiry("12 / 34");
            setCvc("123");
          }}
        >
          {known === undefined ? <option value="">Own number</option> : null}
          {cards.map((card) => (
            <option key={card.number} value={card.number}>
              {card.label}
            </option>
          ))}
        </select>
        {known === undefined ? null : <span className="font-normal text-ink-2">{known.hint}</span>}
      </label>
      <TextField
        name="cardNumber"
        label="Card number"
        {...OUTSIDE}
        inputMode="numeric"
        autoComplete="off"
        maxLength={23}
        className="figures min-h-11"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          name="cardExpiry"
          label="Expiry"
          {...OUTSIDE}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          placeholder="MM / YY"
          className="figures min-h-11"
          value={expiry}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <TextField
          name="cardCvc"
          label="Security code"
          {...OUTSIDE}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          placeholder="123"
          className="figures min-h-11"
          value={cvc}
          onChange={(event) => setCvc(event.target.value)}
        />
      </div>
    </div>
  );
}

function payOnEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter") return;
  const form = document.getElementById(CHECKOUT_FORM_ID);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
