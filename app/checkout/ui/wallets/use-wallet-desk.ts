import * as texts from "#texts/checkout/wallets.ts";
import { useRef, type RefObject } from "react";
import type { CartView } from "#app/cart/ui/cart-view.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import { addressValues } from "#app/checkout/ui/checkout-view.ts";
import { isTimeProblem } from "#app/cart/domain/cart.ts";
import type { Cents } from "#app/values/money.ts";
import { contactFields, type WalletDesk } from "./wallet.ts";

/** Resolves with the page when everything is saved and idle. */
interface SettledPage {
  readonly cart: CartView;
  readonly isLost: boolean;
  /** Places the order for this total with this wallet; null: with the form's payment choice. */
  pay(total: Cents, wallet: CardPayer | null): Promise<boolean>;
}

interface CheckoutPage {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly cart: CartView;
  readonly isDelivery: boolean;
  /** An order is being placed. */
  readonly isWorking: boolean;
  /** Sends the form and waits for the new total. */
  readonly settle: () => Promise<SettledPage>;
}

const FIELDS = ["email", "name", "phone", "street", "unit", "city", "province", "postal_code", "country"];

/** Connects a wallet to the checkout form: its data is filled in, priced, saved, validated and sent like typed data. */
export function useWalletDesk({ form, cart, isDelivery, isWorking, settle }: CheckoutPage): WalletDesk {
  /** The total that the sheet shows. */
  const shown = useRef<Cents>(0);
  const typed = useRef<Readonly<Record<string, string>>>({});
  return {
    priced: cart.priced,
    isDelivery,
    async open(patienceMs) {
      if (isWorking) return null;
      // The last change may not be saved yet; resolves quickly if it is.
      const page = await Promise.race([settle(), ...(patienceMs === undefined ? [] : [timeUp(patienceMs)])]);
      if (page === null || form.current === null) return null;
      shown.current = page.cart.priced.finalTotal;
      typed.current = Object.fromEntries(FIELDS.map((name) => [name, fieldOf(form.current, name)?.value ?? ""]));
      return page.cart.priced;
    },
    async price(address) {
      fill(form.current, addressValues(address));
      const { cart: now, isLost } = await settle();
      const problem = now.priced.problems.find((each) => each.blocks && !isTimeProblem(each))?.message;
      if (isLost || problem !== undefined) return { ok: false, problem: problem ?? texts.noConnection };
      shown.current = now.priced.finalTotal;
      return { ok: true, priced: now.priced };
    },
    async pay(contact, payer) {
      fill(form.current, contactFields(contact));
      const now = await settle();
      return now.pay(shown.current, payer);
    },
    close() {
      fill(form.current, typed.current);
      void settle();
    },
  };
}

function timeUp(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : null;
}

function fill(form: HTMLFormElement | null, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name);
    if (field !== null) field.value = value;
  }
}
