import * as texts from "#texts/checkout/card-form.ts";
import { InfoIcon } from "lucide-react";
import { useEffect, useState, type KeyboardEvent } from "react";
import { TextField } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { cardProblems } from "#app/checkout/ui/field-checks.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import { confirmAtSimulator } from "#app/checkout/ui/payment/confirm-at-simulator.ts";
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

/** The simulator's labelled card form, filled in with a test card. The card numbers are sent to the simulator only. */
export function TestCard({ cards, onReady }: TestCardProps) {
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
        <InfoIcon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {texts.testPayment}
      </p>
      <CardSelect
        cards={cards}
        known={known}
        onCard={(next) => {
          setNumber(next);
          setExpiry("12 / 34");
          setCvc("123");
        }}
      />
      <CardText name="cardNumber" label={texts.cardNumber} maxLength={23} value={number} onText={setNumber} />
      <div className="grid grid-cols-2 gap-4">
        <CardText name="cardExpiry" label={texts.expiry} maxLength={9} placeholder={texts.monthAndYear} value={expiry} onText={setExpiry} />
        <CardText name="cardCvc" label={texts.securityCode} maxLength={4} placeholder="123" value={cvc} onText={setCvc} />
      </div>
    </div>
  );
}

interface CardTextProps {
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

function CardText({ onText, ...props }: CardTextProps) {
  return (
    <TextField
      {...props}
      {...OUTSIDE}
      inputMode="numeric"
      autoComplete="off"
      className="figures min-h-11"
      onChange={(event) => onText(event.target.value)}
    />
  );
}

interface CardSelectProps {
  readonly cards: readonly TestCardOption[];
  /** The typed test card; undefined = another number. */
  readonly known: TestCardOption | undefined;
  readonly onCard: (number: string) => void;
}

function CardSelect({ cards, known, onCard }: CardSelectProps) {
  const isClient = useIsClient();
  return (
    <label className="grid gap-1 text-sm font-semibold">
      {texts.tryCard}
      <select
        // A choice made before hydration would be lost.
        disabled={!isClient}
        className="control min-h-11 w-full"
        value={known?.number ?? ""}
        onChange={(event) => onCard(event.target.value)}
      >
        {known === undefined ? <option value="">{texts.ownNumber}</option> : null}
        {cards.map((card) => (
          <option key={card.number} value={card.number}>
            {card.label}
          </option>
        ))}
      </select>
      {known === undefined ? null : <span className="font-normal text-ink-2">{known.hint}</span>}
    </label>
  );
}

function payOnEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter") return;
  const form = document.getElementById(CHECKOUT_FORM_ID);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
