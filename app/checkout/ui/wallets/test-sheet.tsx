import * as fieldTexts from "#texts/checkout/fields.ts";
import * as payTexts from "#texts/checkout/pay-button.tsx";
import * as texts from "#texts/checkout/wallets.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { Row } from "#app/cart/ui/summary/totals.tsx";
import { Button } from "#app/kit/button.tsx";
import { FieldScope, SelectField, TextField } from "#app/kit/forms/field.tsx";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import { confirmAtSimulator } from "#app/checkout/ui/payment/confirm-at-simulator.ts";
import type { TestWalletCard } from "#app/checkout/ui/checkout-view.ts";
import type { WalletDesk } from "./wallet.ts";
import { walletLines } from "./wallet-lines.ts";

interface TestSheetProps {
  readonly desk: WalletDesk;
  readonly cards: readonly TestWalletCard[];
  readonly onClose: () => void;
}

const ADDRESS = [
  { name: "street", label: fieldTexts.street, value: texts.ownerStreet },
  { name: "city", label: fieldTexts.city, value: texts.ownerCity },
  { name: "province", label: fieldTexts.province, value: texts.ownerProvince },
  { name: "postalCode", label: fieldTexts.postalCode, value: texts.ownerPostalCode },
  { name: "country", label: fieldTexts.country, value: texts.ownerCountry },
] as const;

/** The sheet of the simulator's test wallet, with the same requests as a real wallet. Opens on mount. */
export default function TestSheet({ desk, cards, onClose }: TestSheetProps) {
  const format = useMoneyFormat();
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  const close = () => {
    // Closed before it unmounts, so that the focus returns to the button.
    sheet.current?.close();
    onClose();
  };
  const cancel = () => {
    close();
    desk.close();
  };
  const { total, problem, isBusy, priceAddress, pay } = useWalletPayment(desk, close);
  return (
    <dialog
      ref={sheet}
      aria-label={texts.testWallet}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] overflow-y-auto rounded border border-hairline bg-surface p-5 text-ink shadow-float"
      onCancel={cancel}
    >
      <FieldScope value="wallet-">
        <form method="dialog" className="grid gap-4" onSubmit={(event) => void pay(event)}>
          <h2 className="text-xl">{texts.testWallet}</h2>
          <p className="font-semibold text-harbour">{texts.noCardCharged}</p>
          <dl className="grid gap-1 text-sm">
            {walletLines(desk.priced, desk.isDelivery).map(({ name, amount }) => (
              <Row key={name} label={name} amount={amount < 0 ? `−${formatMoney(-amount, format)}` : formatMoney(amount, format)} />
            ))}
          </dl>
          <TextField name="name" label={fieldTexts.name} required defaultValue={texts.ownerName} />
          <TextField name="email" label={fieldTexts.email} type="email" required defaultValue={texts.ownerEmail} />
          {desk.isDelivery ? <AddressFields onPostalCode={(form) => void priceAddress(form)} /> : null}
          <SelectField name="card" label={texts.payWith}>
            {cards.map(({ label, paymentMethod }) => (
              <option key={paymentMethod} value={paymentMethod}>
                {label}
              </option>
            ))}
          </SelectField>
          <p role="alert" className="font-semibold text-beet empty:hidden">
            {problem}
          </p>
          <Button type="submit" size="large" aria-disabled={isBusy} aria-busy={isBusy} className="figures">
            {isBusy ? payTexts.working : payTexts.pay(formatMoney(total, format))}
          </Button>
          <Button look="plain" onClick={cancel}>
            {texts.cancel}
          </Button>
        </form>
      </FieldScope>
    </dialog>
  );
}

/** Price and payment of the sheet; `close` is called before paying. */
function useWalletPayment(desk: WalletDesk, close: () => void) {
  const [total, setTotal] = useState<Cents>(desk.priced.finalTotal);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** True if the shop delivers there at the shown total. */
  const priceAddress = async (form: HTMLFormElement): Promise<boolean> => {
    const price = await desk.price(addressOf(new FormData(form)));
    setProblem(price.ok ? null : price.problem);
    if (!price.ok) return false;
    setTotal(price.priced.finalTotal);
    return price.priced.finalTotal === total;
  };
  const pay = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const form = event.currentTarget;
    const fields = new FormData(form);
    const isRight = !desk.isDelivery || (await priceAddress(form));
    setBusy(false);
    if (!isRight) return;
    // The page shows the outcome.
    close();
    const text = (name: string) => textOf(fields, name);
    const address = desk.isDelivery ? addressOf(fields) : null;
    await desk.pay({ name: text("name"), email: text("email"), phone: text("phone"), address }, payerOf(text("card")));
  };
  return { total, problem, isBusy, priceAddress, pay };
}

function AddressFields({ onPostalCode }: { readonly onPostalCode: (form: HTMLFormElement) => void }) {
  return (
    <>
      <TextField name="phone" label={fieldTexts.phone} type="tel" required defaultValue={texts.ownerPhone} />
      {ADDRESS.map(({ name, label, value }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          defaultValue={value}
          onBlur={(event) => {
            if (name === "postalCode" && event.currentTarget.form !== null) onPostalCode(event.currentTarget.form);
          }}
        />
      ))}
    </>
  );
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}

function addressOf(fields: FormData) {
  const text = (name: (typeof ADDRESS)[number]["name"]) => textOf(fields, name);
  return {
    street: text("street"),
    unit: "",
    city: text("city"),
    province: text("province"),
    postalCode: text("postalCode"),
    country: text("country"),
  };
}

function payerOf(paymentMethod: string): CardPayer {
  const card = { paymentMethod, number: "", expiry: "", cvc: "" };
  return {
    prepare: () => Promise.resolve({}),
    confirm: (clientSecret, publishableKey, returnUrl) => confirmAtSimulator(card, clientSecret, publishableKey, returnUrl),
  };
}
