import * as texts from "#texts/cart/answers.ts";
import type { Choice, ChoiceProblem } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";

/** A removed item with all data to restore it. */
export interface RemovedItem {
  readonly itemId: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  readonly note: string;
  readonly choices: readonly Choice[];
}

/** A line that was added or increased. */
export interface AddedLine {
  readonly name: string;
  /** Units added now. */
  readonly quantity: number;
  readonly imageUrl: string | null;
  readonly options: readonly string[];
  /** One unit, in cents. */
  readonly unitPrice: Cents;
}

/** JSON response of `POST /cart`; without JavaScript it redirects. */
export type CartAnswer =
  | {
      readonly ok: true;
      /** Units in the cart now. */
      readonly badge: number;
      /** The items after offers, before delivery, tax and tip, in cents. */
      readonly itemsTotal: Cents;
      /** The code's fixed message, if there is one (texts/promotions/coupons.ts). */
      readonly said: string | null;
      readonly isGoodNews: boolean;
      readonly removed: RemovedItem | null;
      readonly added: AddedLine | null;
    }
  | {
      readonly ok: false;
      /** A sentence for the customer. */
      readonly message: string;
      /** Sentences by field name. */
      readonly errors: Readonly<Record<string, string>>;
      /** Customization errors for the product page. */
      readonly problems: readonly ChoiceProblem[];
      /** No response arrived, so the outcome is unknown. */
      readonly isOffline: boolean;
      /** Line or code of a plain form, for re-rendering. */
      readonly typed?: { readonly itemId: string | undefined; readonly code: string | undefined };
    };

export type CartRefusal = Extract<CartAnswer, { ok: false }>;

export const OFFLINE_ANSWER: CartAnswer = {
  ok: false,
  message: texts.isOffline,
  errors: {},
  problems: [],
  isOffline: true,
};

export const LATE_ANSWER: CartAnswer = {
  ...OFFLINE_ANSWER,
  message: texts.isLate,
};
